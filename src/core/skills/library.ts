import type { Assets } from "../operations/assets";
import { ToolError } from "../operations/failure";
import type { LoadedSkill, Skill, Skills } from "../operations/skills";
import { type FoundSkills, findSkills, readSkill, SKILL_FILE } from "./find";

const MAX_FILES = 100;
const MAX_FILE_DEPTH = 4;
/** Links may lead round in circles. */
const MAX_FILE_FOLDERS = 200;
const NOT_LISTED = new Set(["node_modules", "__pycache__"]);

export interface SkillsOptions {
  readonly assets: Assets;
  roots(): readonly string[];
  readonly home: string | undefined;
  /** `gatehouse.skills.roots`. */
  extraRoots(): readonly string[];
  trusted(): boolean;
  /** Session allow list; none: every skill. `[]` means none at all. */
  readonly allowed?: readonly string[];
}

export interface SkillLibrary extends Skills {
  /** Something below a root has changed: the next question looks again. */
  invalidate(): void;
  /** What was found to be wrong since the last time somebody asked; each is told once. */
  problems(): readonly string[];
}

/** Looks for skills when it is first asked; again after `invalidate`, or when trust or roots are others. */
export function createSkills(options: SkillsOptions): SkillLibrary {
  return new Library(options);
}

class Library implements SkillLibrary {
  #cached: { readonly key: string; readonly found: Promise<FoundSkills> } | undefined;
  /** Of the allow list, what the first search found: a name that was not there is never admitted later. */
  #admitted: ReadonlySet<string> | undefined;
  readonly #told = new Set<string>();
  #untold: string[] = [];

  constructor(private readonly options: SkillsOptions) {}

  invalidate(): void {
    this.#cached = undefined;
  }

  problems(): readonly string[] {
    const untold = this.#untold;
    this.#untold = [];
    return untold;
  }

  async list(): Promise<readonly Skill[]> {
    if (this.options.allowed?.length === 0) return [];
    const { skills, problems } = await this.#find();
    for (const problem of problems) this.#note(problem);
    const { allowed } = this.options;
    if (!allowed) return skills;
    this.#admitted ??= this.#admit(allowed, skills);
    const admitted = this.#admitted;
    return skills.filter(({ name }) => admitted.has(name));
  }

  async load(name: string): Promise<LoadedSkill | undefined> {
    const skill = (await this.list()).find((each) => each.name === name);
    if (!skill) return undefined;
    const { assets } = this.options;
    try {
      const { body } = await readSkill(assets, skill.folder);
      return { skill, body, files: await companions(assets, skill.folder) };
    } catch (error) {
      this.invalidate();
      if (error instanceof ToolError) throw error;
      throw new ToolError("not_found", `The skill ${name} is gone: nothing can be read in ${skill.folder} any more.`);
    }
  }

  #find(): Promise<FoundSkills> {
    const { assets, home } = this.options;
    const where = {
      roots: this.options.roots(),
      extraRoots: this.options.extraRoots(),
      trusted: this.options.trusted(),
    };
    const key = JSON.stringify(where);
    if (this.#cached?.key !== key) this.#cached = { key, found: findSkills({ assets, home, ...where }) };
    return this.#cached.found;
  }

  #admit(allowed: readonly string[], skills: readonly Skill[]): ReadonlySet<string> {
    const there = new Set(skills.map(({ name }) => name));
    for (const name of allowed) if (!there.has(name)) this.#note(`There is no skill named ${name} for this session.`);
    return new Set(allowed.filter((name) => there.has(name)));
  }

  #note(problem: string): void {
    if (this.#told.has(problem)) return;
    this.#told.add(problem);
    this.#untold.push(problem);
  }
}

/** Files that come with a skill; its hidden ones and what tools left behind are not listed. */
async function companions(assets: Assets, folder: string): Promise<readonly string[]> {
  const files: string[] = [];
  const seen = new Set<string>();
  const walk = async (path: string, depth: number): Promise<void> => {
    const real = await assets.real(path);
    if (seen.has(real) || seen.size === MAX_FILE_FOLDERS) return;
    seen.add(real);
    for (const { name, kind } of await assets.list(path)) {
      if (files.length === MAX_FILES) return;
      if (name.startsWith(".") || NOT_LISTED.has(name) || (depth === 0 && name === SKILL_FILE)) continue;
      const inside = assets.join(path, name);
      if (kind === "file") files.push(await assets.real(inside));
      else if (depth < MAX_FILE_DEPTH) await walk(inside, depth + 1);
    }
  };
  await walk(folder, 0);
  return files;
}
