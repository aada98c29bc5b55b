import { type Disposable, l10n, type Memento, window, workspace } from "vscode";
import { parseHookSetting } from "../core/gate/hookConfig";
import type { HookList, HookProblem, Hooks } from "../core/operations/hooks";
import type { Digest, Log } from "../core/operations/ports";
import { HOOK_FILE, type RepositoryHook, type RepositoryHooks, readHookFiles } from "../node/hookFiles";
import { createHooksInForce } from "../node/hooksInForce";
import type { RunProgram } from "../node/program";
import { HookApprovals } from "./hookApprovals";
import { plainLabel } from "./plainLabel";
import { watchFolders } from "./watch";

export interface HostHooksParts {
  readonly memento: Memento;
  readonly program: RunProgram;
  readonly env: () => Readonly<Record<string, string>>;
  readonly setting: () => unknown;
  readonly digest: Digest;
  readonly log: Log;
}

const SETTING = "gatehouse.hooks";

/**
 * The hooks of this window: the user's, and those of trusted repositories that a person approved. What was in force
 * when the first session began stays so; a repository's change takes effect when a person confirms it.
 */
export class HostHooks implements Disposable {
  readonly forSessions: Hooks;
  readonly #approvals: HookApprovals;
  #user: HookList = { hooks: [], problems: [] };
  #repository: RepositoryHooks = { hooks: [], problems: [] };
  #watching: Disposable | undefined;
  #asking = false;

  constructor(private readonly parts: HostHooksParts) {
    this.#approvals = new HookApprovals(parts.memento);
    const { program, env, digest } = parts;
    const [user, repository] = [() => this.#user, () => this.#repository];
    this.forSessions = createHooksInForce({ program, env, digest, roots, user, repository });
  }

  /** Before the first session; a hook that nobody has approved yet is asked about. */
  async load(): Promise<void> {
    this.settingChanged();
    this.#watching?.dispose();
    const isTrusted = workspace.isTrusted;
    this.#watching = isTrusted ? this.#watch() : this.#whenTrusted();
    if (isTrusted) await this.#takeOver();
  }

  /** The user's own change counts at once. */
  settingChanged(): void {
    const before = this.#user.problems;
    this.#user = parseHookSetting(this.parts.setting(), SETTING);
    if (JSON.stringify(before) !== JSON.stringify(this.#user.problems)) this.#tell(this.#user.problems);
  }

  dispose(): void {
    this.#watching?.dispose();
  }

  /** Puts in force what the files say now, as far as a person approves of it. */
  async #takeOver(): Promise<void> {
    const { hooks, problems } = await readHookFiles(roots(), this.parts.digest);
    const approved: RepositoryHook[] = [];
    for (const each of hooks) {
      const known = this.#approvals.has(each.hash);
      if (known || (await this.#approvals.ask(each.hook, each.file, each.hash))) approved.push(each);
    }
    this.#repository = { hooks: approved, problems };
    this.#tell(problems);
  }

  #whenTrusted(): Disposable {
    return workspace.onDidGrantWorkspaceTrust(() => void this.load().catch(this.#failed));
  }

  #watch(): Disposable {
    return watchFolders(HOOK_FILE, () => void this.#offer().catch(this.#failed));
  }

  readonly #failed = (error: unknown): void => this.parts.log.error("Reading the hooks failed.", error);

  /** Until somebody says yes, those of before stay in force. */
  async #offer(): Promise<void> {
    if (this.#asking) return;
    this.#asking = true;
    try {
      const use = l10n.t("Use Them");
      const words = l10n.t("The hooks of this workspace have changed. Those of before stay in force until you say so.");
      if ((await window.showWarningMessage(words, use)) !== use) return;
    } finally {
      this.#asking = false;
    }
    await this.#takeOver();
  }

  #tell([first]: readonly HookProblem[]): void {
    if (!first) return;
    this.parts.log.warn(first.text);
    const words = l10n.t("Hooks can't be read, so whatever has an effect asks: {0}", plainLabel(first.text, 300));
    void window.showWarningMessage(words);
  }
}

/** On disk: a command can't start anywhere else. */
function roots(): string[] {
  const folders = (workspace.workspaceFolders ?? []).map(({ uri }) => uri);
  return folders.filter(({ scheme }) => scheme === "file").map(({ fsPath }) => fsPath);
}
