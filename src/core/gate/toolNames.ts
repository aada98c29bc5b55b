import { serverPrefix } from "../mcp/names";
import type { Tool } from "../tools/tool";

type Named = Pick<Tool, "name" | "server" | "standsFor">;

/** Of an old name: its own, and those of the tools whose work it does. What forbids one of them forbids it. */
export const namesOfTool = ({ name, standsFor = [] }: Named): readonly string[] => [name, ...standsFor];

/** A `*` at the end of an entry stands for any rest. */
export const fits = (entry: string, name: string): boolean =>
  entry.endsWith("*") ? name.startsWith(entry.slice(0, -1)) : entry === name;

/** For what asks or denies: any of its names. */
export function meetsTool(rule: string, tool: Named): boolean {
  if (isAllOf(rule, tool.server) || namesOfTool(tool).includes(rule)) return true;
  return rule === "*" || (rule.endsWith("_*") && fits(rule, tool.name));
}

/** For what allows: each of the tools whose work it does. */
export function coversTool(rule: string, { name, server, standsFor = [] }: Named): boolean {
  if (rule === "*" || rule === name || isAllOf(rule, server)) return true;
  return standsFor.length > 0 && standsFor.every((each) => each === rule);
}

/** By the server's whole name: the tool `hub_x` of a server `git` is none of `mcp_git_hub_*`. */
const isAllOf = (rule: string, server: string | undefined): boolean =>
  server !== undefined && rule === `${serverPrefix(server)}*`;
