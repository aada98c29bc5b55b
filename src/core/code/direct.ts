import { namesOfTool } from "../gate/toolNames";
import type { Deny } from "../gate/verdict";
import type { Tool } from "../tools/tool";

/** Who starts agents, asks people questions, sets goals or holds a shell open does it in the conversation, in plain sight. */
const STAY_DIRECT: ReadonlySet<string> = new Set([
  "agent",
  "workflow",
  "request_user_input",
  "execute_tools",
  "shell_start",
  "shell_read",
  "shell_wait",
  "shell_kill",
  "create_goal",
  "update_goal",
]);

/** Signing in at a server is a person's doing. */
const SIGN_IN = /^mcp_.+_authenticate$/;

/** Refuses what no program may call: by the name it gave, and by those of the tools whose work an old name does. */
export function staysDirect(name: string, tool: Tool | undefined): Deny | undefined {
  const names = [name, ...(tool ? namesOfTool(tool) : [])];
  if (!names.some((each) => STAY_DIRECT.has(each) || SIGN_IN.test(each))) return undefined;
  const advice = "Call it directly, outside of the program.";
  return { outcome: "deny", layer: "name", reason: "stays_direct", subject: name, advice };
}
