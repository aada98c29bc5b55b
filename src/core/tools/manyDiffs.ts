import type { DiffDetails } from "../../shared/results";
import { counted, utf8Bytes } from "../results/sizes";
import { linesOf } from "../results/splices";

const MAX_BYTES = 64 * 1024;

/** One diff of what one call does to several files, with a heading before each; of one file, that one. */
export function combinedDiff(diffs: readonly DiffDetails[]): DiffDetails {
  const [only, ...others] = diffs;
  if (only && others.length === 0) return only;
  const sum = (of: (diff: DiffDetails) => number): number => diffs.reduce((total, diff) => total + of(diff), 0);
  return {
    kind: "diff",
    path: counted(diffs.length, "file"),
    files: diffs.map(({ path, added, removed }) => ({ path, added, removed })),
    created: false,
    added: sum(({ added }) => added),
    removed: sum(({ removed }) => removed),
    unified: together(diffs),
  };
}

function together(diffs: readonly DiffDetails[]): string {
  // The heading begins as no line of a diff does, whatever the path.
  const lines = diffs.flatMap(({ path, unified }) => [`▸ ${path.replaceAll("\n", " ")}\n`, ...linesOf(unified)]);
  let room = MAX_BYTES - 80;
  const cut = lines.findIndex((line) => {
    room -= utf8Bytes(line);
    return room < 0;
  });
  if (cut < 0) return lines.join("");
  return `${lines.slice(0, cut).join("")}… ${counted(lines.length - cut, "more line")} not shown\n`;
}
