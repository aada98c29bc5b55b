import type { Accepts, GrepFound, GrepRequest } from "../../core/operations/search";
import { figure } from "../../core/results/sizes";
import { cutLine } from "./cut";
import type { Record } from "./records";

type Line = GrepFound["files"][number]["lines"][number];
interface Found {
  readonly path: string;
  readonly lines: Line[];
  matches: number;
}

/** What ripgrep's JSON says of a text that may be no UTF-8. */
type Said = { readonly text: string } | { readonly bytes: string };
interface Data {
  readonly path: Said | null;
  readonly lines?: Said;
  readonly line_number?: number | null;
  readonly binary_offset?: number | null;
  readonly submatches?: readonly { readonly start: number }[];
}
interface Event {
  readonly type: string;
  readonly data: Data;
}

/** Puts matching lines together, from ripgrep's JSON, until there are enough. */
export class FoundLines {
  private readonly files: Found[] = [];
  private current: Found | undefined;
  private matches = 0;
  private more = false;

  constructor(
    private readonly request: Pick<GrepRequest, "limit" | "context">,
    /** Absolute, from what ripgrep says. */
    private readonly placeOf: (said: string) => string,
    private readonly accepts: Accepts,
  ) {}

  take(record: Record): "enough" | undefined {
    const { type, data } = eventOf(record);
    switch (type) {
      case "begin":
        this.begin(data.path);
        return undefined;
      case "match":
        return this.match(data);
      case "context":
        this.current?.lines.push(lineOf(data, false));
        return undefined;
      case "end":
        if (data.binary_offset != null) this.forget();
        this.current = undefined;
        return undefined;
      default:
        return undefined;
    }
  }

  end(): GrepFound {
    const found = this.files.filter(({ matches }) => matches > 0).toSorted((a, b) => (a.path < b.path ? -1 : 1));
    return { files: found.map((file) => this.tidy(file)), more: this.more };
  }

  /** A name that is no UTF-8 can't be judged. */
  private begin(path: Said | null): void {
    const place = path && "text" in path ? this.placeOf(path.text) : undefined;
    this.current = place !== undefined && this.accepts(place) ? { path: place, lines: [], matches: 0 } : undefined;
    if (this.current) this.files.push(this.current);
  }

  private match(data: Data): "enough" | undefined {
    if (!this.current) return undefined;
    if (this.matches >= this.request.limit) {
      this.more = true;
      return "enough";
    }
    this.matches += 1;
    this.current.matches += 1;
    this.current.lines.push(lineOf(data, true));
    return undefined;
  }

  /** It turned out to be binary. */
  private forget(): void {
    if (this.current) this.matches -= this.current.matches;
    if (this.current) this.current.matches = 0;
  }

  /** Without the lines before a match that was one too many. */
  private tidy(file: Found): Found {
    const last = file.lines.findLast(({ match }) => match)?.line ?? 0;
    return { ...file, lines: file.lines.filter(({ line }) => line <= last + this.request.context) };
  }
}

/** ripgrep's words are trusted to have the shape that they are documented to have. */
function eventOf(record: Record): Event {
  if ("text" in record) return JSON.parse(record.text) as Event;
  const type = /^\{"type":"(\w+)"/.exec(record.head)?.[1] ?? "";
  const line_number = Number(/"line_number":(\d+),/.exec(record.tail)?.[1] ?? 0);
  const lines = { text: `(a line of about ${figure(record.bytes)} bytes)` };
  return { type, data: { path: null, lines, line_number } };
}

function lineOf({ lines, line_number, submatches }: Data, match: boolean): Line {
  const bytes = lines && ("text" in lines ? Buffer.from(lines.text) : Buffer.from(lines.bytes, "base64"));
  const text = (bytes?.toString("utf8") ?? "").replace(/\r?\n$/, "");
  const from = bytes?.toString("utf8", 0, submatches?.[0]?.start ?? 0).length ?? 0;
  return { line: line_number ?? 0, text: cutLine(text, from), match };
}
