export interface Skill {
  /** At most 64 characters, unique: the first root that has it wins. */
  readonly name: string;
  /** One line, at most 280 characters. */
  readonly description: string;
  /** Real path of its folder. */
  readonly folder: string;
  readonly source: "workspace" | "home" | "setting";
  /** What is odd about it, in English. */
  readonly warning?: string;
}

export interface LoadedSkill {
  readonly skill: Skill;
  /** The whole text of SKILL.md after its front matter. */
  readonly body: string;
  /** Real paths of the other files in its folder, at most 100. */
  readonly files: readonly string[];
}

/** The skills that a session may see, by its allow list and the workspace's trust. */
export interface Skills {
  list(): Promise<readonly Skill[]>;
  /** Nothing when there is no skill of this name. */
  load(name: string): Promise<LoadedSkill | undefined>;
}
