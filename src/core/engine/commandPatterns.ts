import { covers } from "../gate/globs";
import { pathFactsOf } from "../gate/paths";
import type { PathUse } from "../gate/shell/analysis";
import type { GateFacts } from "../gate/verdict";

/** How a path below a folder stands to a pattern: the pattern names it, or something below it. */
type Fit = "whole" | "above" | undefined;
export type Fits = (below: string) => Fit;

export function fitsShell(use: PathUse, rest: string, facts: GateFacts): Fits {
  // The shell leaves names with a dot in front out, unless the pattern has it.
  const parts = rest.split("/").filter((part) => part !== "" && part !== ".");
  const { foldsCase, windows } = facts;
  const fits = (pattern: readonly string[], below: string): boolean =>
    covers(pattern.join("/"), pathFactsOf(`/${below}`, { foldsCase, windows, roots: TOP }), facts);
  const seesHidden = parts.some((part) => part.startsWith("."));
  // What the two readers of patterns could take for different things.
  const isOdd = (!use.guessed && /[[\\{}!]/.test(rest)) || rest.split("*").length > MAX_STARS;
  return (below) => {
    if (use.recursive) return "whole";
    const names = below.split("/");
    if (!seesHidden && names.at(-1)?.startsWith(".")) return undefined;
    if (isOdd || fits(parts, below)) return "whole";
    return names.length < parts.length && fits(parts.slice(0, names.length), below) ? "above" : undefined;
  };
}

/** More of them could take a matcher for ever. */
const MAX_STARS = 5;

/** Patterns begin at the folder, as globs do at a root. */
const TOP = [{ name: "", path: "/" }];

/** Git's stars stand for slashes too, and what fits a folder fits all that is in it. */
export function fitsGit(rest: string): Fits {
  const parts = rest.split(/\*+|\?|\[[\s\S]*/).map((part) => part.replace(/[.+^${}()|\\[\]]/g, "\\$&"));
  if (parts.length > MAX_STARS) return () => "whole";
  const pattern = new RegExp(`^(?:\\./)*${parts.join("[\\s\\S]*")}(?:/|$)`);
  return (below) => (pattern.test(below) ? "whole" : undefined);
}
