import type { TourCall, TourHistory } from "./tourHistory";

/** One response of the script. Without calls it is the last of its turn. */
export interface Scene {
  readonly say: string;
  readonly calls: readonly { readonly call: TourCall; readonly name: string; readonly args: object }[];
}

export const STEPS: readonly { readonly of: TourCall; readonly content: string }[] = [
  { of: "first", content: "Look at the workspace" },
  { of: "search", content: "Search by a command" },
  { of: "change", content: "Change a file" },
  { of: "check", content: "Check by a command" },
  { of: "program", content: "Run a program" },
  { of: "find", content: "Find a tool" },
  { of: "skill", content: "Look at a skill" },
  { of: "reached", content: "Pursue a goal" },
];

/** The to-do list as it is when step `at` begins. */
export function plan({ outcomes }: TourHistory, at: number) {
  const todos = STEPS.map(({ of, content }, index) => {
    if (index >= at) return { content, status: index === at ? "in_progress" : "pending" };
    return { content, status: outcomes.get(of)?.status === "ok" ? "completed" : "cancelled" };
  });
  return call("plan", "todo_write", { todos });
}

export function call(of: TourCall, name: string, args: object) {
  return { call: of, name, args };
}
