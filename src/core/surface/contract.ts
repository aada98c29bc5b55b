import type { PlannedTool } from "./catalog";

/** What a new turn in Work or Operate offers, in this order (`tools.md`), before `SYNTHETIC_TOOLS`. */
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

/** Behind the native ones, in this order. */
export const SYNTHETIC_TOOLS = ["tool_search", "execute_tools"] as const;

/** In the catalog, not sent until they work. */
export const PLANNED_TOOLS: readonly PlannedTool[] = [
  { name: "agent", title: "Start agent" },
  { name: "workflow", title: "Run workflow" },
];
