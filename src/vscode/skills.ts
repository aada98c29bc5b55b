import { type Disposable, RelativePattern, Uri, workspace } from "vscode";
import type { Log } from "../core/operations/ports";
import { SKILL_FOLDERS } from "../core/skills/find";
import { createSkills, type SkillLibrary } from "../core/skills/library";
import { nodeAssets } from "../node/assets";
import { isInside } from "../node/paths";
import { watchPatterns } from "./watch";

/** Where skills lie below a workspace's root. */
const PATTERN = `{${SKILL_FOLDERS.join(",")}}/skills/**`;

export interface SkillsParts {
  roots(): readonly string[];
  readonly home: string | undefined;
  extraRoots(): readonly string[];
  readonly log: Log;
}

/** More roots of the settings are searched, and not watched. */
const MAX_WATCHED_ROOTS = 16;

/** The skills of this window. Folders are watched from the first use on, and others when roots are added or go. */
export class HostSkills implements Disposable {
  readonly library: SkillLibrary;
  #watching: Disposable | undefined;
  #watched: string | undefined;

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
    this.#watching?.dispose();
  }

  /** The library looks anew when roots are others; what changes below them it has to be told. */
  #watch(): void {
    const { home, extraRoots } = this.parts;
    const folders = workspace.workspaceFolders ?? [];
    const key = JSON.stringify([folders.map(({ uri }) => uri.toString()), extraRoots()]);
    if (key === this.#watched) return;
    this.#watched = key;
    this.dispose();
    const below = folders.map((folder) => new RelativePattern(folder, PATTERN));
    const patterns = [...below, ...outside(home, extraRoots())];
    this.#watching = watchPatterns(patterns, () => this.library.invalidate());
  }
}

/** Outside of the workspace VS Code watches all that is below a pattern's base, so it must not be the home folder. */
function outside(home: string | undefined, extraRoots: readonly string[]): RelativePattern[] {
  const own = home === undefined ? [] : SKILL_FOLDERS.map((name) => Uri.joinPath(Uri.file(home), name, "skills"));
  const extra = [...new Set(extraRoots.flatMap((root) => extraFolder(root, home)))].slice(0, MAX_WATCHED_ROOTS);
  return [
    ...own.map((folder) => new RelativePattern(folder, "**")),
    ...extra.map((folder) => new RelativePattern(Uri.file(folder), isBroad(folder, home) ? "*" : "**")),
  ];
}

/** As `core/skills/find.ts` reads them: what is no absolute path is not searched either. */
function extraFolder(root: string, home: string | undefined): readonly string[] {
  const below = /^~[\\/](.*)$/.exec(root)?.[1];
  const folder = below === undefined || home === undefined ? root : nodeAssets.join(home, below);
  return ABSOLUTE.test(folder) ? [nodeAssets.join(folder).replace(/(?<=.)[\\/]$/, "")] : [];
}

const ABSOLUTE = /^(?:[\\/]|[A-Za-z]:[\\/])/;
const DRIVE = /^(?:[A-Za-z]:)?[\\/]?$/;

/** The home folder or one above it is too much to watch whole: there only what comes and goes right below it. */
const isBroad = (folder: string, home: string | undefined): boolean =>
  DRIVE.test(folder) || (home !== undefined && isInside(home, folder));

function bound(library: SkillLibrary): SkillLibrary {
  return {
    list: () => library.list(),
    load: (name) => library.load(name),
    invalidate: () => library.invalidate(),
    problems: () => library.problems(),
  };
}
