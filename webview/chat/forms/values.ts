import type { FormField, FormRequest, FormValue } from "../../../src/shared/forms";

/** What a person has put into a field so far, whatever its kind. */
export interface Entry {
  /** Of a text or number; with choices, words of their own. */
  readonly text: string;
  /** Values of the options chosen. */
  readonly chosen: readonly string[];
  /** They chose to write words of their own. */
  readonly own: boolean;
  readonly on: boolean;
}

/** As the host takes it. */
type Value = string | number | boolean | string[];

export type Problem = "missing" | "not_a_number" | "not_whole";

/** A longer answer is not taken. */
export const MAX_ANSWER = 20_000;

const EMPTY: Entry = { text: "", chosen: [], own: false, on: false };

export function entryOf({ kind, initial, options = [] }: FormField): Entry {
  if (initial === undefined) return EMPTY;
  switch (kind) {
    case "boolean":
      return { ...EMPTY, on: initial === true };
    case "single":
    case "multiple":
      return { ...EMPTY, chosen: options.map(({ value }) => value).filter((value) => isAmong(value, initial)) };
    default:
      return { ...EMPTY, text: typeof initial === "object" ? "" : String(initial) };
  }
}

const isAmong = (value: string, initial: FormValue): boolean =>
  Array.isArray(initial) ? initial.includes(value) : initial === value;

/** The field's value, nothing when it was left out, or what is the matter with it. */
export function judge(field: FormField, entry: Entry): { readonly value?: Value; readonly problem?: Problem } {
  const value = rawValue(field, entry);
  if (value === undefined) return field.required ? { problem: "missing" } : {};
  if (field.kind === "number" && !Number.isFinite(value)) return { problem: "not_a_number" };
  if (field.kind === "integer" && !Number.isFinite(value)) return { problem: "not_a_number" };
  if (field.kind === "integer" && !Number.isSafeInteger(value)) return { problem: "not_whole" };
  return { value };
}

function rawValue(field: FormField, entry: Entry): Value | undefined {
  const text = entry.text.trim();
  switch (field.kind) {
    case "text":
      return text === "" ? undefined : entry.text;
    case "number":
    case "integer":
      return text === "" ? undefined : Number(text);
    case "boolean":
      return entry.on;
    case "single":
      return entry.own ? text || undefined : entry.chosen[0];
    case "multiple": {
      const all = entry.own && text !== "" ? [...entry.chosen, text] : [...entry.chosen];
      return all.length === 0 ? undefined : [...new Set(all)];
    }
    default:
      return field.kind satisfies never;
  }
}

export interface Filled {
  readonly values: Record<string, Value>;
  /** By the id of the field. */
  readonly problems: ReadonlyMap<string, Problem>;
}

export function fill({ fields }: Pick<FormRequest, "fields">, entries: ReadonlyMap<string, Entry>): Filled {
  const values: [string, Value][] = [];
  const problems = new Map<string, Problem>();
  for (const field of fields) {
    const { value, problem } = judge(field, entries.get(field.id) ?? EMPTY);
    if (problem) problems.set(field.id, problem);
    else if (value !== undefined) values.push([field.id, value]);
  }
  return { values: Object.fromEntries(values), problems };
}

/** Host and scheme of a page that a server wants opened; nothing for what is no page of the web. */
export function hostOf(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { protocol, host } = new URL(url);
  return protocol === "https:" || protocol === "http:" ? host : undefined;
}
