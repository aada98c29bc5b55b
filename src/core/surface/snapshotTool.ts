import type { Bounded, Cut, Fact, SnapshotTool } from "../../shared/surface";
import { bounded } from "../../shared/visible";
import { words } from "../../shared/words";
import type { OfferedTool } from "../progress/events";
import { headOf, utf8Bytes } from "../results/sizes";
import type { Catalog, CatalogEntry } from "./catalog";
import { jsonHead } from "./jsonHead";

const MAX_NAME = 256;
const MAX_DESCRIPTION = 512;
const MAX_SCHEMA_BYTES = 2_048;
const MAX_CALLERS = 16;
const MAX_CALLER = 128;
const MAX_REASON = 256;
/** What is larger is not measured, so that looking never costs more than sending. */
export const MAX_MEASURED_BYTES = 1024 * 1024;

/** What a fact is unknown for: a text that views translate. */
export const NO_CONTEXT = words("No surface context was captured with this request.").text;
const NO_ENTRY = words("The catalog has no tool of this name.").text;
const NOT_CARRIED = words("The request does not carry this field.").text;
const ODD = words("It is not of the kind that this field has.").text;
const NONE_DECLARED = words("The tool declares none.").text;

/** What the seam knew of the surface: the catalog, and which server the pool attributes a name to. */
export interface CapturedSurface {
  readonly catalog: Catalog;
  readonly servers: ReadonlyMap<string, string>;
}

/** One tool of a request, facts of the request apart from facts of the surface. Never throws, whatever the tool is. */
export function projectTool(
  tool: OfferedTool,
  index: number,
  surface: CapturedSurface | undefined,
  schema: SchemaMeter,
): SnapshotTool {
  return {
    ordinal: index + 1,
    name: text(read(tool, "name"), MAX_NAME),
    description: text(read(tool, "description"), MAX_DESCRIPTION),
    input_schema_json: schema(tool),
    request: {
      ...callers(read(tool, "allowed_callers")),
      defer_loading: as(read(tool, "defer_loading"), isBoolean),
      strict: as(read(tool, "strict"), isBoolean),
      cache_control: cacheControl(read(tool, "cache_control")),
    },
    surface: surfaceFacts(nameOf(tool), surface),
  };
}

function surfaceFacts(name: string | undefined, surface: CapturedSurface | undefined): SnapshotTool["surface"] {
  const entry = name === undefined ? undefined : surface?.catalog.find(name);
  const fact = <T>(pick: (entry: CatalogEntry) => T): Fact<T> =>
    entry ? known(pick(entry)) : unknown(surface ? NO_ENTRY : NO_CONTEXT);
  const declared = entry?.capabilities.length !== 0;
  return {
    provenance: fact(({ origin }) => origin),
    mcp_server: server(name, surface),
    // As for the gate: who declares nothing may be able to do anything.
    capabilities: declared ? fact(({ capabilities }) => capabilities) : unknown(NONE_DECLARED),
    approval: fact(({ approval }) => approval),
    visibility: fact(({ offer }) => offer),
  };
}

/** A name that the pool attributes to no server, or that two servers have, resolves to none. */
function server(name: string | undefined, surface: CapturedSurface | undefined): Fact<string | null> {
  if (!surface) return unknown(NO_CONTEXT);
  return name === undefined ? unknown(NO_ENTRY) : known(surface.servers.get(name) ?? null);
}

export type SchemaMeter = (tool: OfferedTool) => Bounded;

/** All schemas together are measured up to the bound, each at least as far as it is shown. */
export function schemaMeter(): SchemaMeter {
  let left = MAX_MEASURED_BYTES;
  return (tool) => {
    const schema = read(tool, "parameters");
    if (schema.status === "unknown") return { text: "", unknown: schema.reason };
    try {
      const head = jsonHead(schema.value, Math.max(left, MAX_SCHEMA_BYTES));
      left -= head.bytes;
      const kept = headOf(head.text, MAX_SCHEMA_BYTES);
      if (head.whole && kept.length === head.text.length) return { text: kept };
      return { text: kept, cut: cut(head.bytes, utf8Bytes(kept), "bytes", head.whole) };
    } catch (error) {
      return { text: "", unknown: `It can't be written as JSON: ${reasonOf(error)}` };
    }
  };
}

function cut(original: number, kept: number, unit: Cut["unit"], counted = true): Cut {
  return { original, kept, unit, ...(counted ? {} : { atLeast: true }) };
}

function text(fact: Fact<unknown>, max: number): Bounded {
  if (fact.status === "unknown") return { text: "", unknown: fact.reason };
  return typeof fact.value === "string" ? characters(fact.value, max) : { text: "", unknown: ODD };
}

/** Characters are code points: none is cut in two. */
export function characters(whole: string, max: number): Bounded {
  if (whole.length <= max) return { text: whole };
  let original = 0;
  for (const _ of whole) original += 1;
  if (original <= max) return { text: whole };
  const kept = [...whole.slice(0, 2 * max)].slice(0, max).join("");
  return { text: kept, cut: cut(original, max, "characters") };
}

/** Too long ones are left out: a part of a caller's name is another name. */
function callers(fact: Fact<unknown>): Pick<SnapshotTool["request"], "allowed_callers" | "allowed_callers_cut"> {
  if (fact.status === "unknown") return { allowed_callers: fact };
  const all: readonly unknown[] | undefined = Array.isArray(fact.value) ? fact.value : undefined;
  const first = all?.slice(0, MAX_CALLERS);
  if (!all || !first?.every(isString)) return { allowed_callers: unknown(ODD) };
  const shown = first.filter((caller) => caller.length <= MAX_CALLER);
  const left = shown.length < all.length;
  return {
    allowed_callers: known(shown),
    ...(left ? { allowed_callers_cut: cut(all.length, shown.length, "entries") } : {}),
  };
}

/** Its kind, as in `{type: "ephemeral"}`. */
function cacheControl(fact: Fact<unknown>): Fact<string> {
  const kind = fact.status === "known" && typeof fact.value === "object" ? read(fact.value, "type") : fact;
  const word = as(kind, isString);
  return word.status === "known" ? known(bounded(word.value, MAX_CALLER)) : word;
}

export function nameOf(tool: OfferedTool): string | undefined {
  const name = as(read(tool, "name"), isString);
  return name.status === "known" ? name.value : undefined;
}

function as<T>(fact: Fact<unknown>, is: (value: unknown) => value is T): Fact<T> {
  if (fact.status === "unknown") return fact;
  return is(fact.value) ? known(fact.value) : unknown(ODD);
}

/** A tool may come from anywhere, and reading it may run somebody's code. */
function read(from: unknown, key: string): Fact<unknown> {
  try {
    const value: unknown = Reflect.get(Object(from), key);
    return value === undefined ? unknown(NOT_CARRIED) : known(value);
  } catch (error) {
    return unknown(`It could not be read: ${reasonOf(error)}`);
  }
}

const isString = (value: unknown): value is string => typeof value === "string";
const isBoolean = (value: unknown): value is boolean => typeof value === "boolean";

export const known = <T>(value: T) => ({ status: "known", value }) as const;
export const unknown = (reason: string) => ({ status: "unknown", reason }) as const;

function reasonOf(error: unknown): string {
  try {
    return bounded(error instanceof Error ? String(error.message) : String(error), MAX_REASON);
  } catch {
    return "something odd was thrown.";
  }
}
