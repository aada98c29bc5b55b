import type { PathFacts } from "../operations/files";
import { writesOf } from "./effects";
import { reaches } from "./globs";
import type { Invariant, Law } from "./statutes";
import { strictest } from "./strictest";
import type { GateFacts, PlannedCall, Stage, Verdict } from "./verdict";

/**
 * The law of the root that holds a path. It speaks of writing alone. A law that can't be read
 * blocks what is written below its root, and commands but those that only read: nobody knows where others write.
 */
export const law: Stage = (call, facts) => {
  const verdicts = [
    ...writesOf(call).flatMap((path) => lawsOf(path, facts).map((each) => judge(each, path, facts))),
    ...facts.laws.map((each) => judgeCommands(each, call)),
  ];
  return verdicts.reduce<Verdict | undefined>(strictest, undefined);
};

const lawsOf = ({ root }: PathFacts, facts: GateFacts): readonly Law[] =>
  root ? facts.laws.filter((each) => each.root === root.path) : [];

function judge(each: Law, path: PathFacts, facts: GateFacts): Verdict | undefined {
  if (each.broken !== undefined) return broken(each.broken);
  const hit = each.invariants.filter(({ paths }) => paths.some((glob) => reaches(glob, path, facts)));
  return hit.map((invariant) => verdictOf(invariant, path)).reduce<Verdict | undefined>(strictest, undefined);
}

function judgeCommands({ broken: why }: Law, { prepared, commands }: PlannedCall): Verdict | undefined {
  if (why === undefined || prepared.effects.commands.length === 0) return undefined;
  return commands?.every(({ analysis }) => analysis.outcome === "auto") ? undefined : broken(why);
}

function verdictOf({ id, action, why }: Invariant, path: PathFacts): Verdict {
  const said = { layer: "law", reason: "repository_law", subject: `${id}: ${path.shown}: ${why}` } as const;
  if (action === "ask") return { outcome: "ask", kind: "law", ...said };
  return {
    outcome: "deny",
    ...said,
    advice: "The repository's law blocks this change. Keep it, and say what is in the way.",
  };
}

function broken(why: string): Verdict {
  return {
    outcome: "deny",
    layer: "law",
    reason: "law_broken",
    subject: why,
    advice: "Nothing can be written here until the user has mended the law. Tell them, and go on with what only reads.",
  };
}
