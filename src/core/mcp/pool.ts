import type { ServerRow } from "../../shared/surface";
import type { People } from "../operations/people";
import type { Permit } from "../operations/permit";
import type { Tool, ToolOutput } from "../tools/tool";

/** One configured server, every variable expanded. */
export type ServerConfig = {
  readonly name: string;
  readonly source: "user" | "workspace";
  readonly disabled: boolean;
  /** The user said so: then its `readOnlyHint` counts. */
  readonly trusted: boolean;
  /** A workspace's server needs its first start approved; the hash of this entry was. */
  readonly approved: boolean;
  readonly connectMs: number;
  readonly listMs: number;
  readonly callMs: number;
  /** For people: the command line or the URL, secrets masked, since here they are expanded. Absent: made from the rest. */
  readonly target?: string;
  /** Why it can't start as it stands, as a variable without a value: its row's `error` while "configured"; never started. */
  readonly problem?: string;
} & (
  | {
      readonly transport: "stdio";
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
      readonly cwd?: string;
    }
  | { readonly transport: "http" | "sse"; readonly url: string; readonly headers: Readonly<Record<string, string>> }
);

/** What a call lends to the server while it runs: to ask its person, and to ask its model. */
export interface CallHelp {
  readonly people: People;
  readonly agent: string;
  readonly callId: string;
  /** What was decided of the call covers spending: not of a tool that was let through since it only reads. */
  readonly spends: boolean;
  /** Progress of the call, for people. */
  progress(text: string): void;
}

export interface McpResource {
  readonly server: string;
  readonly uri: string;
  readonly name: string;
  readonly description: string;
  readonly mime?: string;
}

/** Resources whose address a person fills in. */
export interface McpTemplate {
  readonly server: string;
  /** As the server wrote it: a URI template of RFC 6570. */
  readonly template: string;
  readonly name: string;
  readonly description: string;
  /** At least one, each once. */
  readonly variables: readonly string[];
}

export interface McpPrompt {
  readonly server: string;
  readonly name: string;
  readonly description: string;
  readonly arguments: readonly { readonly name: string; readonly description: string; readonly required: boolean }[];
}

/** All configured servers of one window. One server's trouble is that server's state, never a throw at the others. */
export interface McpPool {
  /** Counts up whenever `tools`, `servers` or `collisions` changed. */
  readonly version: number;
  /** Takes over a new list: unchanged servers stay connected. */
  configure(servers: readonly ServerConfig[]): void;
  servers(): readonly ServerRow[];
  /** Of ready servers, as tools of the catalog; the same array until `version` changes. */
  tools(): readonly Tool[];
  /** Model names that two servers' tools would have: attributed to none, callable by none. */
  collisions(): readonly { readonly name: string; readonly servers: readonly string[] }[];
  /** Starts those named that are not started; resolves when each is ready or has failed, or after `ms`. */
  connect(names: readonly string[], ms: number, signal: AbortSignal): Promise<readonly ServerRow[]>;
  /** For a person's own wish: also after a failure or a disconnect. */
  restart(name: string): Promise<void>;
  stop(name: string): Promise<void>;
  /** Opens the sign-in that a `needs_sign_in` server wants. */
  signIn(name: string): Promise<void>;
  call(permit: Permit, tool: Tool, input: unknown, help: CallHelp, signal: AbortSignal): Promise<ToolOutput>;
  resources(): readonly McpResource[];
  /** Of ready servers; asked for when it is first wanted, so a server may let it wait. */
  resourceTemplates(): Promise<readonly McpTemplate[]>;
  readResource(server: string, uri: string, signal: AbortSignal): Promise<string>;
  prompts(): readonly McpPrompt[];
  getPrompt(server: string, name: string, args: Readonly<Record<string, string>>, signal: AbortSignal): Promise<string>;
  onChange(listener: () => void): () => void;
  close(): Promise<void>;
}
