import type { Asset, Assets } from "../operations/assets";
import type { Skill } from "../operations/skills";
import { parseSkill } from "./parse";

export const SKILL_FILE = "SKILL.md";
const MAX_SKILL_BYTES = 512 * 1024;
const METADATA_FILE = "skill.yaml";
const MAX_METADATA_BYTES = 64 * 1024;
const MAX_DEPTH = 3;
/** Below one root: a root that is no collection of skills must not hold up a session. */
const MAX_FOLDERS = 1_000;
/** Below a workspace root, then below the home folder. */
export const SKILL_FOLDERS = [".gatehouse", ".agents", ".claude", ".github"];
const NOT_SEARCHED = new Set(["node_modules", "__pycache__"]);

export interface SkillPlaces {
  readonly assets: Assets;
  /** Root folders of the workspace. */
  readonly roots: readonly string[];
  readonly home: string | undefined;
  /** Of the settings; `~/` is the home folder. */
  readonly extraRoots: readonly string[];
  readonly trusted: boolean;
}

export interface FoundSkills {
  /** By the order of the roots, then by path; the first of a name. */
  readonly skills: readonly Skill[];
  /** What could not be used, in English. */
  readonly problems: readonly string[];
}

interface Place {
  readonly folder: string;
  readonly source: Skill["source"];
  /** The workspace root that it must be inside. */
  readonly root?: string;
}

/** Never rejects for what stands on the disk: what can't be read is a problem, and the rest is found. */
export async function findSkills(where: SkillPlaces): Promise<FoundSkills> {
  const roots = await Promise.all(where.roots.map((root) => where.assets.real(root)));
  const search = new SkillSearch(where, roots);
  const found = await Promise.all(search.places().map((place) => search.below(place)));
  const first = new Map<string, Skill>();
  for (const skill of found.flat()) if (!first.has(skill.name)) first.set(skill.name, skill);
  return { skills: [...first.values()], problems: search.problems.toSorted() };
}

class SkillSearch {
  readonly problems: string[] = [];

  constructor(
    private readonly where: SkillPlaces,
    private readonly roots: readonly string[],
  ) {}

  /** In order: the first root that has a name wins. Without trust nothing of the project is looked at. */
  places(): readonly Place[] {
    const { assets, home, extraRoots, trusted } = this.where;
    const inside = (folder: string) => SKILL_FOLDERS.map((name) => assets.join(folder, name, "skills"));
    const project = trusted ? this.roots : [];
    return [
      ...project.flatMap((root) => inside(root).map((folder) => ({ folder, source: "workspace" as const, root }))),
      ...(home === undefined ? [] : inside(home).map((folder) => ({ folder, source: "home" as const }))),
      ...extraRoots.flatMap((root) => this.#extra(root)),
    ];
  }

  #extra(root: string): readonly Place[] {
    const { assets, home } = this.where;
    const below = /^~[\\/](.*)$/.exec(root)?.[1];
    if (below !== undefined && home !== undefined) return [{ folder: assets.join(home, below), source: "setting" }];
    if (/^(?:[\\/]|[A-Za-z]:[\\/])/.test(root)) return [{ folder: root, source: "setting" }];
    this.problems.push(`gatehouse.skills.roots: ${root} is no absolute path, and does not begin with ~/.`);
    return [];
  }

  async below(place: Place): Promise<readonly Skill[]> {
    const folder = await this.where.assets.real(place.folder);
    if (place.root !== undefined && !isInside(folder, place.root)) {
      this.problems.push(`${place.folder} leads out of the workspace, so its skills are not used.`);
      return [];
    }
    const budget = { left: MAX_FOLDERS };
    const folders = await this.#skillFolders(folder, 0, budget);
    if (budget.left < 0) this.problems.push(`${folder} has more than ${MAX_FOLDERS} folders: not all were searched.`);
    const skills: Skill[] = [];
    // One after the other: a process may have only so many files open.
    for (const each of folders) skills.push(...(await this.#skill(each, place)));
    return skills;
  }

  /** A skill's own folders hold its companions, not more skills. */
  async #skillFolders(folder: string, depth: number, budget: { left: number }): Promise<readonly string[]> {
    budget.left -= 1;
    if (budget.left < 0 || (await this.#isClosed(folder))) return [];
    const entries = await this.#list(folder);
    if (depth > 0 && entries.some(({ name, kind }) => name === SKILL_FILE && kind === "file")) return [folder];
    if (depth === MAX_DEPTH) return [];
    const found: string[] = [];
    for (const { name, kind } of entries) {
      if (kind !== "folder" || name.startsWith(".") || NOT_SEARCHED.has(name)) continue;
      found.push(...(await this.#skillFolders(this.where.assets.join(folder, name), depth + 1, budget)));
    }
    return found;
  }

  /** Without trust: what lies in a workspace is the project's, whichever root leads to it. */
  async #isClosed(folder: string): Promise<boolean> {
    if (this.where.trusted) return false;
    const real = await this.where.assets.real(folder);
    return this.roots.some((root) => isInside(real, root));
  }

  async #list(folder: string): Promise<readonly Asset[]> {
    try {
      return await this.where.assets.list(folder);
    } catch (error) {
      this.problems.push(messageOf(error));
      return [];
    }
  }

  async #skill(path: string, { source }: Place): Promise<readonly Skill[]> {
    const folder = await this.where.assets.real(path);
    try {
      const { name, description, warnings } = await readSkill(this.where.assets, folder);
      return [{ name, description, folder, source, ...(warnings.length > 0 && { warning: warnings.join(" ") }) }];
    } catch (error) {
      this.problems.push(`The skill in ${folder} can't be used: ${messageOf(error)}`);
      return [];
    }
  }
}

/** Throws for a file that is missing, empty, too large or no text. */
export async function readSkill(assets: Assets, folder: string) {
  const text = await assets.readText(assets.join(folder, SKILL_FILE), MAX_SKILL_BYTES);
  if (text === undefined || text.trim() === "") throw new Error(`Its ${SKILL_FILE} is missing or empty.`);
  const metadata = await assets.readText(assets.join(folder, METADATA_FILE), MAX_METADATA_BYTES).catch(() => undefined);
  return parseSkill(text, folder.split(/[\\/]/).findLast((part) => part !== "") ?? folder, metadata);
}

function isInside(path: string, folder: string): boolean {
  if (!path.startsWith(folder)) return false;
  return path === folder || /[\\/]$/.test(folder) || /^[\\/]/.test(path.slice(folder.length));
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
