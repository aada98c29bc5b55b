import * as z from "zod";
import { words } from "../../shared/words";
import type { LoadedSkill, Skill, Skills } from "../operations/skills";
import { suggestNames } from "../results/suggest";
import { defineTool, ToolError } from "./tool";

/** The port names no more files of one skill. */
const MAX_FILES = 100;

/**
 * Gives the instructions of a skill. It declares no read: which skills there are is the person's own
 * choice, and their folders are mostly hidden ones below home, which the gate would ask about each time.
 */
export const loadSkill = defineTool({
  name: "load_skill",
  title: "Load skill",
  description: "Load a skill's instructions and the paths of its files; no name: list all.",
  input: z.strictObject({ name: z.string().optional() }),
  capabilities: ["read"],
  offer: "eager",
  kind: "skill",
  worker: "main-process-proxy",
  ports: ["skills"],
  requiresSkillScope: true,
  renderer: "text",
  parallel: true,

  subject: ({ name }) => (isList(name) ? "all" : (name ?? "")),
  subjectWords: ({ name }) => (isList(name) ? words("all") : undefined),

  async run({ name }, { skills }) {
    if (!skills) throw new ToolError("unsupported", "There are no skills here.");
    if (name === undefined || isList(name)) return { text: listing(await skills.list()) };
    const loaded = await skills.load(name.trim());
    if (!loaded) throw await unknown(name, skills);
    return { text: wholeText(loaded) };
  },
});

/** Some models fill in what they could leave out. */
function isList(name: string | undefined): boolean {
  return name === undefined || name.trim() === "" || name.trim() === "*";
}

function listing(skills: readonly Skill[]): string {
  if (skills.length === 0) return "There are no skills.";
  return skills.map(({ name, description }) => `${name}: ${description}`).join("\n");
}

function wholeText({ skill, body, files }: LoadedSkill): string {
  const more = files.length >= MAX_FILES ? ` (the first ${MAX_FILES})` : "";
  const companions = files.length > 0 ? `\n\nFiles of this skill${more}:\n${files.join("\n")}` : "";
  return `Skill ${skill.name}, in ${skill.folder}:\n\n${body}${companions}`;
}

async function unknown(name: string, skills: Skills): Promise<ToolError> {
  const names = (await skills.list()).map((skill) => skill.name);
  const near = suggestNames(name, names);
  const hint = near.length > 0 ? `Did you mean ${near.join(", ")}?` : "load_skill without a name lists all.";
  return new ToolError("not_found", `There is no skill named ${name}.`, hint);
}
