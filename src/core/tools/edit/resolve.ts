import { ToolError } from "../../operations/failure";
import type { FileSnapshot, Splice } from "../../operations/files";
import { lineFeeds } from "../../results/sizes";
import { applySplices } from "../../results/splices";
import { splicesFor } from "./lines";
import { findLiteral, type Occurrences, type Range } from "./literal";
import { LoosenedView } from "./loosened";
import { nearest } from "./nearest";
import { unescapeLike, unescapeOnce } from "./unescaped";

export interface Edit {
  readonly oldText: string;
  readonly newText: string;
}

export interface Resolved {
  /** Ascending; offsets into the snapshot's text. */
  readonly splices: readonly Splice[];
  /** The text with them applied. */
  readonly after: string;
  /** What the model should know of how its edits matched. */
  readonly notes: readonly string[];
}

/** Finds each edit in one snapshot, all or nothing. Throws what the model has to mend. */
export function resolveEdits(snapshot: FileSnapshot, edits: readonly Edit[]): Resolved {
  const file = new Searched(snapshot);
  const matches = edits.map((edit, index) => file.match(edit, index)).sort((a, b) => a.range.start - b.range.start);
  refuseOverlap(matches, snapshot.text);
  const splices = matches.flatMap(({ range, oldText, newText }) =>
    splicesFor(snapshot.text, range, oldText, newText, snapshot.eol),
  );
  const after = applySplices(snapshot.text, splices);
  if (after === snapshot.text) throw noChange(snapshot);
  return { splices, after, notes: matches.flatMap(({ note }) => note ?? []) };
}

interface Match extends Edit {
  readonly index: number;
  readonly range: Range;
  readonly note?: string;
}

/** One file's text with its loosened view, made only when something does not match exactly. */
class Searched {
  #loosened: LoosenedView | undefined;

  constructor(private readonly snapshot: FileSnapshot) {}

  match(edit: Edit, index: number): Match {
    const literal = findLiteral(this.snapshot.text, edit.oldText);
    if (literal.count > 0) return { ...edit, index, range: this.#only(literal, index) };
    const loosened = this.#view.find(edit.oldText);
    if (loosened.count > 0) return { ...edit, index, range: this.#only(loosened, index), note: looseNote(index) };
    return this.#unescaped(edit, index) ?? this.#refuse(edit, index);
  }

  get #view(): LoosenedView {
    this.#loosened ??= new LoosenedView(this.snapshot.text);
    return this.#loosened;
  }

  #unescaped({ oldText, newText }: Edit, index: number): Match | undefined {
    const plain = unescapeOnce(oldText);
    if (plain === oldText || plain === "") return undefined;
    const literal = findLiteral(this.snapshot.text, plain);
    const found = literal.count > 0 ? literal : this.#view.find(plain);
    const [range] = found.first;
    if (found.count !== 1 || !range) return undefined;
    const put = unescapeLike(oldText, newText);
    return { oldText: plain, newText: put, index, range, note: unescapeNote(index, put !== newText) };
  }

  #only({ count, first }: Occurrences, index: number): Range {
    const [range] = first;
    if (count === 1 && range) return range;
    const lines = first.map(({ start }) => lineOf(this.snapshot.text, start)).join(", ");
    throw new ToolError(
      "multiple_matches",
      `edits[${index}].oldText occurs ${count} times in ${this.snapshot.path.shown}, at lines ${lines}${count > first.length ? ", ..." : ""}.`,
      "Add lines around it so that it occurs once.",
    );
  }

  #refuse({ oldText }: Edit, index: number): never {
    const near = nearest(this.#view, new LoosenedView(oldText)) ?? "Nothing in the file resembles it.";
    throw new ToolError(
      "no_match",
      `edits[${index}].oldText is not in ${this.snapshot.path.shown}. ${near}`,
      "Read the place again and send oldText as the file has it.",
    );
  }
}

function refuseOverlap(matches: readonly Match[], text: string): void {
  for (const [at, match] of matches.entries()) {
    const before = matches[at - 1];
    if (!before || match.range.start >= before.range.end) continue;
    const [a, b] = [before.index, match.index].sort((x, y) => x - y);
    const line = lineOf(text, match.range.start);
    throw new ToolError(
      "invalid_argument",
      `edits[${a}] and edits[${b}] overlap at line ${line}.`,
      "Make them one edit.",
    );
  }
}

function noChange({ path }: FileSnapshot): ToolError {
  return new ToolError(
    "no_change",
    `The edits leave ${path.shown} as it is.`,
    "Line ends are kept as they are around an edit; other changes may be done already.",
  );
}

function lineOf(text: string, offset: number): number {
  return lineFeeds(text, 0, offset) + 1;
}

function looseNote(index: number): string {
  return `edits[${index}] matched loosely: the file has other line ends, trailing blanks or look-alike characters than oldText.`;
}

function unescapeNote(index: number, both: boolean): string {
  return `edits[${index}] matched only after one level of escaping was taken off oldText${both ? " and newText" : ""}.`;
}
