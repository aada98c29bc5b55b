import type { z } from "zod";
import type { ApprovalNote, Preview } from "../../shared/approval";
import type { Goal } from "../../shared/goal";
import type { Details, ErrorCode, ImagePart, Todo } from "../../shared/results";
import type { Approval, Offer, Origin, ToolKind, WorkerRoutingHint } from "../../shared/surface";
import type { Words } from "../../shared/words";
import type { People } from "../operations/people";
import type { Permit } from "../operations/permit";
import type { PortName, Ports } from "../operations/ports";
import type { OutputStream } from "../operations/processes";

export { ToolError } from "../operations/failure";

/** What a call can do at most, for mode admission and the gate's tiers. */
export type Capability = "read" | "write" | "shell" | "network" | "secrets" | "ask" | "spend" | "state";

/** What one exact call would touch; paths are as asked and resolved by the gate. */
export interface Effects {
  readonly reads: readonly string[];
  /** `hash`: `FileSnapshot.hash` that the person is shown. */
  readonly writes: readonly { readonly path: string; readonly hash: string }[];
  readonly commands: readonly string[];
  /** Hosts of the network that it would speak to, lower case, with a port that is not the scheme's own. */
  readonly hosts?: readonly string[];
}

export interface Prepared<P = unknown> {
  readonly effects: Effects;
  readonly preview?: Preview;
  /** What is sent or done beyond the effects, whole, for the card: the arguments for a server's tool. */
  readonly body?: string;
  /** For the card, beside the preview. */
  readonly notes?: readonly ApprovalNote[];
  /** Handed to `run` as it is, so that what was shown is what is done. */
  readonly plan?: P;
}

export interface PrepareContext extends Pick<Ports, "files" | "spills" | "language" | "git" | "web" | "skills"> {
  readonly agent: string;
  readonly signal: AbortSignal;
}

/** The powers of one running call. A tool uses what it needs and nothing else. */
export interface RunContext<P = unknown>
  extends PrepareContext,
    Pick<Ports, "processes" | "search" | "memory" | "clock" | "ids"> {
  readonly permit: Permit;
  readonly plan: P;
  readonly callId: string;
  readonly todos: TodoList;
  readonly goals: GoalBook;
  readonly people: People;
  readonly finder: ToolFinder;
  /** Where the host can run programs. */
  readonly program?: ProgramRunner;
  /** Whether the model may see this real path without anybody being asked: for what a search comes across. */
  mayRead(realPath: string): boolean;
  readonly takesImages: boolean;
  /** The sandbox denied the command: a permit to run it once more outside, when the user says so. */
  outside(denied: string): Promise<Permit | undefined>;
  /** Live text for people; never stored, never sent to the model. A no-op where nobody listens. */
  progress(text: string, stream: OutputStream | "info"): void;
}

/** Runs a program whose calls go the way of all calls, and gives its receipt. */
export interface ProgramRunner {
  run(code: string): Promise<ToolOutput>;
}

export interface TodoList {
  get(): readonly Todo[];
  set(todos: readonly Todo[]): void;
}

/** The session's goal. Only the root agent may set one. */
export interface GoalBook {
  get(): Goal | undefined;
  set(goal: Goal): void;
  readonly isRoot: boolean;
}

/** Finds and activates tools of the catalog that are not in the requests yet. */
export interface ToolFinder {
  search(request: ToolQuery, signal: AbortSignal): Promise<ToolOutput>;
}

export interface ToolQuery {
  readonly query: string;
  readonly match: "words" | "exact";
  readonly maxResults: number;
}

export interface ToolOutput {
  readonly text: string;
  /** `text` is JSON and must still parse when it is shortened. */
  readonly format?: "json";
  /** A command that ended badly is `failed` and still has its output. */
  readonly status?: "ok" | "failed";
  /** With `failed`: what kind of failure it was. */
  readonly errorCode?: ErrorCode;
  readonly details?: Details;
  readonly images?: readonly ImagePart[];
  /** The tool cut its own window and kept the whole here. */
  readonly spill?: { readonly handle: string; readonly bytes: number };
}

export type RendererKey =
  | "text"
  | "file"
  | "diff"
  | "terminal"
  | "todo"
  | "json"
  | "image"
  | "questionnaire"
  | "program"
  | "generic";

/** One tool: its contract with the model, its manifest, and what it does. */
export interface Tool<S extends z.ZodType = z.ZodType, P = unknown> {
  /** The name the model learns. */
  readonly name: string;
  /** A verb in words for cards, English; it is an l10n key: "Read", "Run". */
  readonly title: string;
  readonly description: string;
  readonly input: S;
  readonly capabilities: readonly Capability[];
  readonly offer: Offer;
  /** Absent: builtin. */
  readonly origin?: Origin;
  /** Name of the MCP server it is of. */
  readonly server?: string;
  /** Digest of all that a server says of it: another one is another tool, and old approvals do not count. */
  readonly version?: string;
  /** How the gate's tier treats a server's tool; see `tier.ts`. */
  readonly mcpTier?: "ask" | "destructive" | "trusted_read";
  readonly kind: ToolKind;
  /** An old name: the tools whose work it does. It is in effect only where all of them are. */
  readonly standsFor?: readonly string[];
  /** Where it may run for a sub-agent. */
  readonly worker: WorkerRoutingHint;
  /** It can't be switched off. */
  readonly core?: true;
  /** Optional ports it can't do without. */
  readonly ports?: readonly PortName[];
  /** Absent: made from the capabilities. */
  readonly approval?: Approval;
  /** One line on how to behave with it, for the prompt. */
  readonly promptHint?: string;
  readonly requiresSkillScope?: true;
  readonly renderer: RendererKey;
  /** Side by side with others of its response; else a barrier. */
  readonly parallel: boolean;
  /** What the call is about, plain: "src/a.ts:1-80", "npm test". */
  subject(input: z.output<S>): string;
  /** The same for people, where words of ours are in it and not data alone. */
  subjectWords?(input: z.output<S>): Words | undefined;
  /** No side effects. A failure here reaches the model before anybody is asked. */
  prepare?(input: z.output<S>, context: PrepareContext): Promise<Prepared<P>>;
  run(input: z.output<S>, context: RunContext<P>): Promise<ToolOutput>;
}

/** Ties the type of `input` to `prepare` and `run`. */
export function defineTool<S extends z.ZodType, P = undefined>(tool: Tool<S, P>): Tool<S, P> {
  return tool;
}
