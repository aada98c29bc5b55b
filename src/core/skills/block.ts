import type { Skill } from "../operations/skills";
import { plainLine } from "../results/foreign";

const MAX_BLOCK = 2_400;
/** Rather all skills in few words than few in many. */
const LENGTHS = [280, 140, 70];

/** The index that the session's first message carries: a name and one line each, at most 2,400 characters in all. */
export function skillsBlock(skills: readonly Skill[]): string {
  if (skills.length === 0) return "";
  const whole = LENGTHS.map((length) => block(skills, length, 0)).find((text) => text.length <= MAX_BLOCK);
  if (whole !== undefined) return whole;
  for (let count = skills.length - 1; count > 0; count -= 1) {
    const part = block(skills.slice(0, count), LENGTHS.at(-1) ?? 0, skills.length - count);
    if (part.length <= MAX_BLOCK) return part;
  }
  return block([], 0, skills.length);
}

function block(skills: readonly Skill[], length: number, left: number): string {
  const lines = skills.map(({ name, description }) => `- ${inert(name)}: ${inert(plainLine(description, length))}`);
  return [
    "<skills>",
    "Instructions for certain tasks. Load one with load_skill before you do a task that it is for.",
    ...lines,
    ...(left > 0 ? [`(${left} more: load_skill without a name lists all)`] : []),
    "</skills>",
  ].join("\n");
}

/** It can't end the block. */
function inert(text: string): string {
  return text.replace(/[<>]/g, "?");
}
