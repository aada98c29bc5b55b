import type { GateFacts, PlannedCall, Verdict } from "./verdict";

/** Where a sandbox is required and none works, no command runs: not by any approval. */
export function isolation(call: PlannedCall, facts: GateFacts): Verdict | undefined {
  if (facts.isolation?.kind !== "required" || call.prepared.effects.commands.length === 0) return undefined;
  const { detail } = facts.isolation;
  const advice = "Commands can't run until the user has a sandbox or changes gatehouse.sandbox. Do what needs none.";
  return { outcome: "deny", layer: "sandbox", reason: "sandbox_required", subject: detail, advice };
}
