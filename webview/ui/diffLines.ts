import { visible } from "../../src/shared/visible";

export interface DiffLine {
  readonly kind: "added" | "removed" | "same" | "gap" | "note";
  readonly number: string;
  readonly text: string;
}

/** The lines of a unified diff without file headers, with the line numbers of the new text. */
export function diffLines(unified: string): readonly DiffLine[] {
  let next = 1;
  const lines = withoutCommonReturns(unified.replace(/\n$/, "").split("\n"));
  return lines.flatMap((line, index): DiffLine[] => {
    const hunk = /^@@ -\S+ \+(\d+)\S* @@/.exec(line);
    if (hunk) {
      next = Number(hunk[1]);
      return index === 0 ? [] : [{ kind: "gap", number: "⋯", text: "" }];
    }
    const text = visible(line.slice(1), "\t");
    if (line.startsWith("+")) return [{ kind: "added", number: String(next++), text }];
    if (line.startsWith("-")) return [{ kind: "removed", number: "", text }];
    if (line.startsWith(" ") || line === "") return [{ kind: "same", number: String(next++), text }];
    return [{ kind: "note", number: "", text: visible(line, "\t") }];
  });
}

/** A carriage return at every line says nothing; at some of them it is part of the change, and is shown. */
function withoutCommonReturns(lines: readonly string[]): readonly string[] {
  const content = lines.filter((line) => /^[-+ ]/.test(line));
  if (content.length === 0 || !content.every((line) => line.endsWith("\r"))) return lines;
  return lines.map((line) => line.replace(/\r$/, ""));
}
