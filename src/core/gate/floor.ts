import type { PathFacts } from "../operations/files";
import { writesOf } from "./effects";
import { changesOwnSettings } from "./ownSettings";
import { isWithin } from "./pathNames";
import type { Deny, GateFacts, PlannedCall } from "./verdict";

const ADVICE = "No approval can allow this. Leave it alone and say so if the task needs it.";

/**
 * Stage 6: what no posture and no approval allows. Now: replacing or deleting a workspace root,
 * writing what Gatehouse itself lives from, its settings, and commands that destroy a machine.
 */
export function floor(call: PlannedCall, facts: GateFacts): Deny | undefined {
  const part = call.commands?.flatMap(({ analysis }) => analysis.parts).find(({ why }) => why === "floor");
  if (part) return refuse(part.text);
  const hit = writesOf(call).find((path) => endsRoot(path, facts) || isProtected(path, facts));
  if (hit) return refuse(hit.shown);
  return changesOwnSettings(call, facts) ? refuse("gatehouse.*") : undefined;
}

function refuse(subject: string): Deny {
  return { outcome: "deny", layer: "floor", reason: "hard_floor", subject, advice: ADVICE };
}

/** The path is a root or holds one. */
function endsRoot(path: PathFacts, facts: GateFacts): boolean {
  return facts.roots.some((root) => isWithin(root.path, path.real, facts));
}

/** The path lies in a protected place or holds one. */
function isProtected(path: PathFacts, facts: GateFacts): boolean {
  return facts.protectedPaths.some((place) => isWithin(path.real, place, facts) || isWithin(place, path.real, facts));
}
