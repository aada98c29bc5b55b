import { type Disposable, EventEmitter, l10n, type Memento, window, workspace } from "vscode";
import { parseHookSetting } from "../core/gate/hookConfig";
import type { HookList, HookProblem, Hooks } from "../core/operations/hooks";
import type { Digest, Log } from "../core/operations/ports";
import { HOOK_FILE, type RepositoryHook, type RepositoryHooks, readHookFiles } from "../node/hookFiles";
import { createHooksInForce } from "../node/hooksInForce";
import type { RunProgram } from "../node/program";
import { SETTINGS } from "../shared/contributions";
import { HookApprovals } from "./hookApprovals";
import { watchFolders } from "./watch";

export interface HostHooksParts {
  readonly memento: Memento;
  readonly program: RunProgram;
  readonly env: () => Readonly<Record<string, string>>;
  readonly setting: () => unknown;
  readonly digest: Digest;
  readonly log: Log;
}

const SETTING = `gatehouse.${SETTINGS.hooks}`;

/**
 * The hooks of this window: the user's, and those of trusted repositories that a person approved. What was in force
 * when the first session began stays so; a repository's change takes effect when a person confirms it.
 */
export class HostHooks implements Disposable {
  readonly forSessions: Hooks;
  readonly #changed = new EventEmitter<void>();
  /** Other problems than before. */
  readonly onDidChange = this.#changed.event;
  readonly #approvals: HookApprovals;
  #user: HookList;
  #repository: RepositoryHooks = { hooks: [], problems: [] };
  /** A file could not be read when its hooks were put in force: what it would have forbidden nobody knows. */
  #unread = false;
  #watching: Disposable | undefined;
  #asking = false;

  constructor(private readonly parts: HostHooksParts) {
    this.#approvals = new HookApprovals(parts.memento);
    this.#user = parseHookSetting(parts.setting(), SETTING);
    const { program, env, digest } = parts;
    const [user, repository] = [() => this.#user, () => this.#repository];
    this.forSessions = createHooksInForce({ program, env, digest, roots, user, repository });
  }

  get problems(): readonly HookProblem[] {
    return this.forSessions.current().problems;
  }

  /** Before the first session; a hook that nobody has approved yet is asked about. */
  async load(): Promise<void> {
    this.#watching?.dispose();
    const isTrusted = workspace.isTrusted;
    this.#watching = isTrusted ? this.#watch() : this.#whenTrusted();
    if (isTrusted) await this.#takeOver();
  }

  /** The user's own change counts at once. */
  settingChanged(): void {
    const before = this.problems;
    this.#user = parseHookSetting(this.parts.setting(), SETTING);
    this.#tellOther(before);
  }

  dispose(): void {
    this.#changed.dispose();
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
    const before = this.problems;
    this.#unread = problems.length > 0;
    this.#repository = { hooks: approved, problems };
    this.#tellOther(before);
  }

  #whenTrusted(): Disposable {
    return workspace.onDidGrantWorkspaceTrust(() => void this.load().catch(this.#failed));
  }

  #watch(): Disposable {
    return watchFolders(HOOK_FILE, () => void this.#offer().catch(this.#failed));
  }

  readonly #failed = (error: unknown): void => this.parts.log.error("Reading the hooks failed.", error);

  /** Until somebody says yes, those of before stay in force; what can't be read tightens at once. */
  async #offer(): Promise<void> {
    const { hooks, problems } = await readHookFiles(roots(), this.parts.digest);
    const isAsBefore =
      !this.#unread && hooks.map(({ hash }) => hash).join() === this.#repository.hooks.map(({ hash }) => hash).join();
    if (problems.length > 0 || isAsBefore) this.#haveProblems(problems);
    if (isAsBefore) return;
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

  #haveProblems(problems: readonly HookProblem[]): void {
    const before = this.problems;
    this.#repository = { ...this.#repository, problems };
    this.#tellOther(before);
  }

  #tellOther(before: readonly HookProblem[]): void {
    if (JSON.stringify(before) === JSON.stringify(this.problems)) return;
    for (const { text } of this.problems) this.parts.log.warn(text);
    this.#changed.fire();
  }
}

/** On disk: a command can't start anywhere else. */
function roots(): string[] {
  const folders = (workspace.workspaceFolders ?? []).map(({ uri }) => uri);
  return folders.filter(({ scheme }) => scheme === "file").map(({ fsPath }) => fsPath);
}
