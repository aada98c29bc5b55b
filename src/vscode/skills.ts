import { type Disposable, RelativePattern, Uri, workspace } from "vscode";
import type { Log } from "../core/operations/ports";
import { SKILL_FOLDERS } from "../core/skills/find";
import { createSkills, type SkillLibrary } from "../core/skills/library";
import { nodeAssets } from "../node/assets";

/** Where skills lie below a workspace's root. */
const PATTERN = `{${SKILL_FOLDERS.join(",")}}/skills/**`;

export interface SkillsParts {
  roots(): readonly string[];
  readonly home: string | undefined;
  extraRoots(): readonly string[];
  readonly log: Log;
}

/** The skills of this window. Folders are watched from the first use on. */
export class HostSkills implements Disposable {
  readonly library: SkillLibrary;
  #watchers: Disposable[] | undefined;

  constructor(private readonly parts: SkillsParts) {
    const { roots, home, extraRoots } = parts;
    const library = createSkills({ assets: nodeAssets, roots, home, extraRoots, trusted: () => workspace.isTrusted });
    this.library = {
      ...bound(library),
      list: () => {
        this.#watch();
        return library.list().finally(() => {
          for (const problem of library.problems()) parts.log.warn(problem);
        });
      },
    };
  }

  dispose(): void {
    for (const watcher of this.#watchers ?? []) watcher.dispose();
  }

  #watch(): void {
    if (this.#watchers) return;
    const { home, extraRoots } = this.parts;
    const folders = (workspace.workspaceFolders ?? []).map((folder) => new RelativePattern(folder, PATTERN));
    // Outside of the workspace VS Code watches all that is below a pattern's base, so it must not be the home folder.
    const own = home === undefined ? [] : SKILL_FOLDERS.map((name) => Uri.joinPath(Uri.file(home), name, "skills"));
    const extra = extraRoots().map((folder) => Uri.file(folder.replace(/^~(?=\/)/, home ?? "~")));
    const outside = [...own, ...extra].map((folder) => new RelativePattern(folder, "**"));
    this.#watchers = [...folders, ...outside].flatMap((pattern) => {
      const watcher = workspace.createFileSystemWatcher(pattern);
      const again = () => this.library.invalidate();
      return [watcher, watcher.onDidCreate(again), watcher.onDidChange(again), watcher.onDidDelete(again)];
    });
    this.#watchers.push(
      workspace.onDidChangeWorkspaceFolders(() => {
        this.dispose();
        this.#watchers = undefined;
        this.library.invalidate();
      }),
    );
  }
}

function bound(library: SkillLibrary): SkillLibrary {
  return {
    list: () => library.list(),
    load: (name) => library.load(name),
    invalidate: () => library.invalidate(),
    problems: () => library.problems(),
  };
}
