import { type Disposable, env, l10n, type Memento, type SecretStorage, Uri, window, workspace } from "vscode";
import { permitsServer } from "../../core/gate/policy";
import type { Policy } from "../../core/gate/statutes";
import { mergeServers, type ServerEntry, type ServerList } from "../../core/mcp/config";
import { approvalOf } from "../../core/mcp/configTarget";
import { type Expanded, expandEntry } from "../../core/mcp/configVariables";
import type { ServerConfig } from "../../core/mcp/pool";
import { targetOf } from "../../core/mcp/row";
import type { SignIn } from "../../core/mcp/signIn";
import type { Digest, Log } from "../../core/operations/ports";
import { fileFinder } from "../../node/mcp/namedFiles";
import { createSignIns, type ServerSignIn } from "../../node/mcp/oauth";
import { visible } from "../../shared/visible";
import { plainLabel } from "../plainLabel";
import type { Settings } from "../settings";
import { Approvals } from "./approvals";
import { Banner, placed } from "./banner";
import { readLists, watchFiles, watchLists } from "./files";
import { Inputs } from "./inputs";
import { Secrets } from "./secrets";

export interface ServersParts {
  readonly secrets: SecretStorage;
  readonly globalState: Memento;
  settings(): Pick<Settings, "mcpServers" | "trustedServers" | "disabledServers">;
  /** Takes over each new list: `McpPool.configure`. */
  configure(servers: readonly ServerConfig[]): void;
  readonly home: string | undefined;
  /** Of this machine. */
  readonly policy?: () => Policy | undefined;
  readonly digest: Digest;
  readonly log: Log;
}

/** One configured server with all that is known of it. */
export interface Configured {
  readonly entry: ServerEntry;
  readonly expanded: Expanded;
  readonly config: ServerConfig;
  /** What an approval of it is bound to. */
  readonly hash: string;
}

/** A person may be long at a page; the callback waits this long for them. */
const SIGN_IN_MS = 10 * 60_000;

/**
 * Where the pool's servers come from. Nothing is read or watched before the first `refresh`, so a window
 * that uses no server pays nothing for them.
 */
export class Servers implements Disposable {
  readonly #secrets: Secrets;
  readonly #inputs: Inputs;
  readonly #approvals: Approvals;
  readonly #banner: Banner;
  readonly #signIns: (server: ServerConfig) => ServerSignIn | undefined;
  #configured: readonly Configured[] = [];
  #running: Promise<void> | undefined;
  #queued: Promise<void> | undefined;
  #following: Disposable | undefined;
  #named: { readonly paths: string; readonly watching: Disposable } | undefined;

  constructor(private readonly parts: ServersParts) {
    this.#secrets = new Secrets(parts.secrets);
    this.#inputs = new Inputs(this.#secrets);
    this.#approvals = new Approvals(parts.globalState);
    this.#banner = new Banner(parts.log);
    this.#signIns = createSignIns({
      store: this.#secrets,
      open: openSignIn,
      external: async (local) => (await env.asExternalUri(Uri.parse(local, true))).toString(true),
      words: {
        done: l10n.t("You are signed in. This page can be closed."),
        failed: l10n.t("The sign-in did not work. This page can be closed."),
      },
      ms: SIGN_IN_MS,
    });
  }

  /** For `createPool`. */
  readonly oauth = (server: ServerConfig): SignIn | undefined => this.#signIns(server);

  /**
   * Reads every list anew and gives it to the pool; watches from the first time on. To be called before a
   * use of servers, when settings, trust or folders have changed, and when the panel opens.
   */
  refresh(): Promise<void> {
    // What is asked for during a run may concern what that run has read already.
    this.#queued ??= (this.#running ?? Promise.resolve()).then(() => {
      this.#queued = undefined;
      this.#running = this.#read().finally(() => {
        this.#running = undefined;
      });
      return this.#running;
    });
    return this.#queued;
  }

  /** Whether there was a first use: before that, changes concern nobody. */
  get inUse(): boolean {
    return this.#following !== undefined;
  }

  all(): readonly Configured[] {
    return this.#configured;
  }

  find(name: string): Configured | undefined {
    return this.#configured.find(({ entry }) => entry.name === name);
  }

  /** Asks for what the server lacks: values, then the person's yes. True: it may start now. */
  async approve(name: string): Promise<boolean> {
    await this.refresh();
    const before = this.find(name);
    if (!before || !(await this.#askValues(before))) return false;
    await this.refresh();
    const now = this.find(name);
    if (!now || now.config.problem !== undefined) {
      const why = now?.config.problem ?? l10n.t("{0} is not configured any more.", name);
      void window.showWarningMessage(plainLabel(why, 500));
      return false;
    }
    if (now.config.approved) return true;
    if (!(await this.#approvals.ask(now.entry, now.expanded, now.hash, this.#isTrusted(name)))) return false;
    await this.refresh();
    return this.find(name)?.config.approved ?? false;
  }

  /** Tokens, registration and entered values: the next start asks again. */
  async forget(name: string): Promise<void> {
    const configured = this.find(name);
    if (!configured) return;
    await this.#signIns(configured.config)?.invalidateCredentials("all");
    await this.#inputs.forget(configured.entry, configured.expanded.inputs);
    await this.refresh();
  }

  dispose(): void {
    this.#following?.dispose();
    this.#named?.watching.dispose();
    this.#secrets.dispose();
  }

  async #askValues({ entry, expanded }: Configured): Promise<boolean> {
    for (const input of expanded.unanswered) if (!(await this.#inputs.ask(entry, input))) return false;
    return true;
  }

  async #read(): Promise<void> {
    const { home, settings, log } = this.parts;
    this.#following ??= this.#follow();
    const lists = await readLists({ home, trusted: workspace.isTrusted, setting: settings().mcpServers });
    const { entries, problems } = mergeServers(lists);
    const configured = await Promise.all(entries.map((entry) => this.#configure(entry, lists)));
    this.#configured = configured.map(({ server }) => server);
    this.#watchNamed(configured.flatMap(({ files }) => files));
    for (const note of problems) if (note.level === "note") log.info(placed(note));
    this.#banner.show(problems.filter(({ level }) => level === "error"));
    this.parts.configure(this.#configured.map(({ config }) => config));
  }

  async #configure(entry: ServerEntry, lists: readonly ServerList[]) {
    const inputs = lists.find(({ place }) => place.file === entry.file)?.inputs ?? [];
    const expanded = await this.#expand(entry, inputs);
    const find = fileFinder(foldersOnDisk());
    const bound = withFolder(expanded.bound, entry.folder);
    const { hash, files } = await approvalOf(entry, bound, find, this.parts.digest);
    return {
      server: { entry, expanded, hash, config: this.#configOf(entry, expanded, hash) },
      files: pathsOf(entry, files),
    };
  }

  async #expand(entry: ServerEntry, inputs: ServerList["inputs"]): Promise<Expanded> {
    const answers = new Map<string, string>();
    const sources = {
      env: (name: string) => process.env[name],
      folders: foldersOnDisk(),
      ...(this.parts.home === undefined ? {} : { home: this.parts.home }),
      inputs,
      input: (id: string) => answers.get(id),
    };
    for (const id of expandEntry(entry, sources).inputs) {
      const answer = await this.#inputs.find(entry, id);
      if (answer !== undefined) answers.set(id, answer);
    }
    return expandEntry(entry, sources);
  }

  #configOf(entry: ServerEntry, expanded: Expanded, hash: string): ServerConfig {
    const { name, source, connectMs, listMs, callMs } = entry;
    const approved = source === "user" || this.#approvals.has(hash);
    const missing = visible(expanded.missing.join(" "), "").slice(0, 500);
    const problem = workspace.isTrusted ? (this.#barred(name) ?? missing) : "The workspace is not trusted.";
    const disabled = entry.disabled || this.parts.settings().disabledServers.includes(name);
    // Names are anybody's to use: a workspace's server has nobody's trust before it was approved.
    const trusted = approved && this.#isTrusted(name);
    const rest = { name, source, connectMs, listMs, callMs, approved, disabled, trusted };
    return {
      ...rest,
      target: targetOf({ ...rest, ...expanded.listed }),
      ...(problem === "" ? {} : { problem }),
      ...withFolder(expanded.target, entry.folder ?? this.parts.home),
    };
  }

  #barred(name: string): string | undefined {
    return permitsServer(this.parts.policy?.(), name)
      ? undefined
      : "The policy of this machine does not permit this server.";
  }

  #isTrusted(name: string): boolean {
    return this.parts.settings().trustedServers.includes(name);
  }

  #follow(): Disposable {
    const changed = () => this.#changed();
    let lists = watchLists(this.parts.home, changed);
    const folders = workspace.onDidChangeWorkspaceFolders(() => {
      lists.dispose();
      lists = watchLists(this.parts.home, changed);
      changed();
    });
    const trust = workspace.onDidGrantWorkspaceTrust(changed);
    return { dispose: () => [folders, trust, lists].forEach((each) => void each.dispose()) };
  }

  /** An approved program that has changed must not be started again without a new yes. */
  #watchNamed(files: readonly string[]): void {
    const sorted = [...new Set(files)].sort();
    const paths = sorted.join("\n");
    if (this.#named?.paths === paths) return;
    this.#named?.watching.dispose();
    this.#named = { paths, watching: watchFiles(sorted, () => this.#changed()) };
  }

  #changed(): void {
    void this.refresh().catch((error: unknown) => this.parts.log.error("The MCP servers could not be read.", error));
  }
}

function foldersOnDisk(): { readonly name: string; readonly path: string }[] {
  const folders = (workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === "file");
  return folders.map(({ name, uri }) => ({ name, path: uri.fsPath }));
}

/** Only a workspace's own servers are bound to files: a user's are not asked about. */
function pathsOf({ source }: ServerEntry, files: readonly { readonly path: string }[]): string[] {
  return source === "workspace" ? files.map(({ path }) => path) : [];
}

/** A workspace's server starts in its folder; a user's in no workspace, whose programs it might pick up. */
function withFolder<T extends Expanded["target"]>(target: T, folder: string | undefined): T {
  if (target.transport !== "stdio" || folder === undefined) return target;
  const base = Uri.file(folder);
  return { ...target, cwd: target.cwd === undefined ? folder : Uri.joinPath(base, target.cwd).fsPath };
}

/** Nobody is sent to a page without having seen whose it is. */
async function openSignIn(url: string, server: ServerConfig): Promise<boolean> {
  const open = l10n.t("Open");
  const words = l10n.t("Sign in to the MCP server {0}?", visible(server.name, ""));
  const detail = l10n.t("This opens a page of {0} in the browser.", new URL(url).host);
  if ((await window.showInformationMessage(words, { modal: true, detail }, open)) !== open) return false;
  // As a text: taken apart and put together again, what is escaped in a query would be another query.
  return env.openExternal(url as unknown as Uri);
}
