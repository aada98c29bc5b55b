import { nativeTools } from "../tools";
import { toolSchema } from "../tools/schema";
import type { Tool } from "../tools/tool";

/**
 * What a new turn in Work or Operate offers, in this order (`tools.md`). A name whose tool is not
 * built yet is not sent.
 */
export const DEFAULT_ACTIVE_NATIVE_TOOLS = [
  "read",
  "write",
  "edit",
  "bash",
  "agent",
  "workflow",
  "todo_write",
  "create_goal",
  "get_goal",
  "update_goal",
  "load_skill",
] as const;

/** The tools of one session: made once, so that request, gate and dispatch share the same values. */
export interface Surface {
  /** As requests carry them. Plan offers the same: the gate refuses, the vocabulary stays. */
  readonly offered: readonly ReturnType<typeof toolSchema>[];
  readonly names: readonly string[];
  find(name: string): Tool | undefined;
}

/** `shell` is what the host runs commands with. */
export function prepareSurface(shell: string | undefined): Surface {
  return surfaceOf(nativeTools(shell));
}

function surfaceOf(tools: readonly Tool[]): Surface {
  const byName = new Map(tools.filter((tool) => tool.offer !== "hidden").map((tool) => [tool.name, tool]));
  const active = DEFAULT_ACTIVE_NATIVE_TOOLS.map((name) => byName.get(name)).filter((tool) => tool?.offer === "eager");
  const offered = active.map((tool) => toolSchema(tool as Tool));
  return { offered, names: offered.map(({ name }) => name), find: (name) => byName.get(name) };
}
