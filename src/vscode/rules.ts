import { commands, type Disposable, EventEmitter, l10n, RelativePattern, type Uri, window, workspace } from "vscode";
import { joinRules, readRules, unreadableRules } from "../core/gate/rules/read";
import { LAW_FILE, type RuleBook, type RuleProblem } from "../core/gate/statutes";
import type { Log } from "../core/operations/ports";
import { SETTINGS } from "../shared/contributions";
import { pathOf } from "./places";
import { plainLabel } from "./plainLabel";
import { whySettingsBroken } from "./settingsFile";

const SECTION = "gatehouse";
const OF_USER = { name: `${SECTION}.${SETTINGS.rules}`, mayAllow: true };
const OF_WORKSPACE = { name: `${SECTION}.${SETTINGS.workspaceRules}`, mayAllow: false };
const OURS = [SETTINGS.rules, SETTINGS.workspaceRules];

/** One list of rules, and whose it is. `folder`: name of the folder whose settings it stands in. */
export interface RuleList extends RuleBook {
  readonly source: "user" | "user_narrowing" | "workspace" | "folder";
  readonly folder?: string;
}

/** The rules of the settings, scope by scope, as they are now. Each broken one is named to the user once. */
export class RuleSettings implements Disposable {
  readonly #changed = new EventEmitter<void>();
  /** Rules, trust, folders or a repository's law: whatever a session must look at again. */
  readonly onDidChange = this.#changed.event;
  readonly #told = new Set<string>();
  readonly #parts: Disposable[];
  #watchers: Disposable[] = [];
  #lists: readonly RuleList[] = [];
  #current: RuleBook;
  /** Why the user's settings file does not parse. */
  #fileProblem: string | undefined;

  constructor(
    private readonly log: Log,
    /** The user's `settings.json`, where this host has it. */
    private readonly userFile?: Uri,
  ) {
    this.#parts = [
      this.#changed,
      workspace.onDidChangeConfiguration((change) => {
        void this.checkFile();
        if (OURS.some((key) => change.affectsConfiguration(`${SECTION}.${key}`))) this.#renew();
      }),
      workspace.onDidGrantWorkspaceTrust(() => this.#renew()),
      workspace.onDidChangeWorkspaceFolders(() => {
        this.#watch();
        this.#renew();
      }),
    ];
    this.#watch();
    this.#current = this.#read();
  }

  get current(): RuleBook {
    return this.#current;
  }

  /** The same list by list. */
  get lists(): readonly RuleList[] {
    return this.#lists;
  }

  /** Whether the user's settings parse at all: no event tells of it. Before a session begins, and after each change. */
  async checkFile(): Promise<void> {
    const problem = this.userFile && (await whySettingsBroken(this.userFile));
    if (problem === this.#fileProblem) return;
    this.#fileProblem = problem;
    this.#renew();
  }

  dispose(): void {
    for (const part of [...this.#parts, ...this.#watchers]) part.dispose();
  }

  /** A workspace's rules are not read before it is trusted. */
  #read(): RuleBook {
    this.#lists = [...this.#ofUser(), ...(workspace.isTrusted ? this.#ofWorkspace() : [])];
    const book = joinRules(this.#lists);
    for (const problem of book.problems) this.#tell(problem);
    return book;
  }

  #ofUser(): RuleList[] {
    const user = workspace.getConfiguration(SECTION).inspect(SETTINGS.rules)?.globalValue;
    const narrowing = workspace.getConfiguration(SECTION).inspect(SETTINGS.workspaceRules)?.globalValue;
    const books = [
      ...(this.#fileProblem === undefined ? [] : [unreadableRules(OF_USER.name, this.#fileProblem)]),
      readRules(user, OF_USER),
    ];
    const own = books.map((book): RuleList => ({ ...book, source: "user" }));
    return [...own, { ...readRules(narrowing, OF_WORKSPACE), source: "user_narrowing" }];
  }

  /** The workspace's own hold in all its folders, a folder's in what lies in it. */
  #ofWorkspace(): RuleList[] {
    const found = workspace.getConfiguration(SECTION).inspect(SETTINGS.workspaceRules);
    const folders = (workspace.workspaceFolders ?? []).map(({ uri, name }): RuleList => {
      const value = workspace.getConfiguration(SECTION, uri).inspect(SETTINGS.workspaceRules)?.workspaceFolderValue;
      const root = pathOf(uri);
      const book = readRules(value, { ...OF_WORKSPACE, ...(root === undefined ? {} : { root }) });
      return { ...book, source: "folder", folder: name };
    });
    return [{ ...readRules(found?.workspaceValue, OF_WORKSPACE), source: "workspace" }, ...folders];
  }

  #watch(): void {
    for (const watcher of this.#watchers) watcher.dispose();
    const patterns = (workspace.workspaceFolders ?? []).map((folder) => new RelativePattern(folder, LAW_FILE));
    this.#watchers = patterns.flatMap((pattern) => {
      const watcher = workspace.createFileSystemWatcher(pattern);
      const changed = () => this.#changed.fire();
      return [watcher, watcher.onDidCreate(changed), watcher.onDidChange(changed), watcher.onDidDelete(changed)];
    });
  }

  #tell({ place, why }: RuleProblem): void {
    const line = `${place}: ${why}`;
    if (this.#told.has(line)) return;
    this.#told.add(line);
    this.log.warn(line);
    const open = l10n.t("Open Settings");
    const words = l10n.t("A rule can't be used, so the stricter reading is in force. {0}", plainLabel(line, 400));
    void window.showWarningMessage(words, open).then((pressed) => {
      if (pressed === open)
        void commands.executeCommand("workbench.action.openSettings", place.replace(/\[\d+\]$/, ""));
    });
  }

  #renew(): void {
    this.#current = this.#read();
    this.#changed.fire();
  }
}
