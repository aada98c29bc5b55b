import { type Disposable, EventEmitter, type Uri, workspace } from "vscode";
import { joinRules, readRules, unreadableRules } from "../core/gate/rules/read";
import { LAW_FILE, type RuleBook } from "../core/gate/statutes";
import type { Log } from "../core/operations/ports";
import { SETTINGS } from "../shared/contributions";
import type { RuleSource } from "../shared/messages/surfaceRules";
import type { RuleProblem } from "../shared/rules";
import { pathOf } from "./places";
import { whySettingsBroken } from "./settingsFile";
import { watchFolders } from "./watch";

const SECTION = "gatehouse";
const OF_USER = { name: `${SECTION}.${SETTINGS.rules}`, mayAllow: true };
const OF_WORKSPACE = { name: `${SECTION}.${SETTINGS.workspaceRules}`, mayAllow: false };
const OURS = [SETTINGS.rules, SETTINGS.workspaceRules];

/** One list of rules, and whose it is. `folder`: name of the folder whose settings it stands in. */
export interface RuleList extends RuleBook {
  readonly source: RuleSource;
  readonly folder?: string;
}

/** The rules of the settings, scope by scope, as they are now. `Faults` tells the user of broken ones. */
export class RuleSettings implements Disposable {
  readonly #changed = new EventEmitter<void>();
  /** Rules, trust, folders or a repository's law: whatever a session must look at again. */
  readonly onDidChange = this.#changed.event;
  readonly #noted = new Set<string>();
  readonly #parts: Disposable[];
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
      workspace.onDidChangeWorkspaceFolders(() => this.#renew()),
      watchFolders(LAW_FILE, () => this.#changed.fire()),
    ];
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
    for (const part of this.#parts) part.dispose();
  }

  /** A workspace's rules are not read before it is trusted. */
  #read(): RuleBook {
    this.#lists = [...this.#ofUser(), ...(workspace.isTrusted ? this.#ofWorkspace() : [])];
    const book = joinRules(this.#lists);
    for (const problem of book.problems) this.#note(problem);
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

  #note({ place, why }: RuleProblem): void {
    const line = `${place}: ${why}`;
    if (!this.#noted.has(line)) this.log.warn(line);
    this.#noted.add(line);
  }

  #renew(): void {
    this.#current = this.#read();
    this.#changed.fire();
  }
}
