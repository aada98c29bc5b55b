import { type Disposable, l10n, type Memento, window, workspace } from "vscode";
import { parseHookSetting } from "../core/gate/hookConfig";
import type { HookEnd, HookList, Hooks } from "../core/operations/hooks";
import type { Digest, Log } from "../core/operations/ports";
import { HOOK_FILE, isAsApproved, type RepositoryHook, readHookFiles } from "../node/hookFiles";
import { createHooks } from "../node/hooks";
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
const NONE: HookList = { hooks: [], problems: [] };
const CHANGED: HookEnd = { how: "changed", stdout: "", stderr: "" };

/**
 * The hooks of this window: the user's, and those of trusted repositories that a person approved. What was in force
 * when the first session began stays so; a repository's change takes effect when a person confirms it.
 */
export class HostHooks implements Disposable {
  readonly forSessions: Hooks;
  readonly #approvals: HookApprovals;
  #user: HookList = NONE;
  #repository: HookList = NONE;
  #bound: readonly RepositoryHook[] = [];
  #watching: Disposable | undefined;
  #asking = false;

  constructor(private readonly parts: HostHooksParts) {
    this.#approvals = new HookApprovals(parts.memento);
    const { program, env } = parts;
    const runner = createHooks({ program, env, cwd: () => roots()[0] ?? "/", current: () => this.#current() });
    this.forSessions = {
      current: runner.current,
      guarded: () => this.#bound.flatMap(({ named }) => named),
      run: async (hook, input, signal) => ((await this.#isApproved(hook)) ? runner.run(hook, input, signal) : CHANGED),
    };
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
    if (JSON.stringify(before) !== JSON.stringify(this.#user.problems)) this.#tell(this.#user);
  }

  dispose(): void {
    this.#watching?.dispose();
  }

  #current(): HookList {
    const [user, own] = [this.#user, this.#repository];
    return { hooks: [...user.hooks, ...own.hooks], problems: [...user.problems, ...own.problems] };
  }

  /** Puts in force what the files say now, as far as a person approves of it. */
  async #takeOver(): Promise<void> {
    const { hooks, problems } = await readHookFiles(roots(), this.parts.digest);
    const approved: RepositoryHook[] = [];
    for (const each of hooks) {
      const known = this.#approvals.has(each.hash);
      if (known || (await this.#approvals.ask(each.hook, each.file, each.hash))) approved.push(each);
    }
    this.#bound = approved;
    this.#repository = { hooks: approved.map(({ hook }) => hook), problems };
    this.#tell(this.#repository);
  }

  /** The user's own have nothing to be approved. */
  async #isApproved(hook: HookList["hooks"][number]): Promise<boolean> {
    const bound = this.#bound.find((each) => each.hook === hook);
    return bound === undefined || isAsApproved(bound, roots(), this.parts.digest);
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

  #tell({ problems: [first] }: HookList): void {
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
