import { type OutputUnit, Validator } from "@cfworker/json-schema";
import * as z from "zod";

type Schema = Readonly<Record<string, unknown>>;
type Unit = Pick<OutputUnit, "keyword" | "keywordLocation" | "instanceLocation" | "error">;

/** Said of a value at most. */
const MAX_ISSUES = 20;
const MAX_CHOICES = 300;

/**
 * Checks a value by a JSON Schema, interpreted, from the first value on. What a foreign schema could
 * stop us with is left to whoever wrote it: expressions that never end, and comparisons of all with all.
 */
export function foreignType(schema: Schema): z.ZodType {
  let validator: Validator | undefined;
  return z.unknown().superRefine((value, context) => {
    validator ??= new Validator(harmless(schema) as Schema, "2019-09", false);
    for (const issue of issuesOf(validator, value)) context.addIssue(issue.code === "custom" ? issue : { ...issue });
  });
}

type Path = (string | number)[];
type Issue =
  | { code: "custom"; path: Path; message: string }
  | { code: "unrecognized_keys"; path: Path; keys: string[] };

function issuesOf(validator: Validator, value: unknown): Issue[] {
  try {
    return issues(validator.validate(bare(value)).errors).slice(0, MAX_ISSUES);
  } catch {
    // A schema that can't be followed forbids nothing: its owner checks the value as well.
    return [];
  }
}

const UNCHECKED = new Set(["pattern", "patternProperties", "format", "uniqueItems"]);
/** Below these stand values or names, not schemas. */
const VALUES = new Set(["default", "const", "enum", "examples", "required", "dependentRequired"]);
const NAMED = new Set(["properties", "dependentSchemas", "$defs", "definitions"]);

/** A copy, since the validator writes into what it gets. */
function harmless(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(harmless);
  if (!isRecord(schema)) return schema;
  // Without the patterns nobody can say which other keys there are.
  const open = "patternProperties" in schema;
  const kept = Object.entries(schema).filter(
    ([key]) => !UNCHECKED.has(key) && !(open && /^(additional|unevaluated)Properties$/.test(key)),
  );
  return Object.fromEntries(kept.map(([key, value]) => [key, harmlessPart(key, value)]));
}

function harmlessPart(key: string, value: unknown): unknown {
  if (VALUES.has(key)) return value;
  if (!NAMED.has(key) || !isRecord(value)) return harmless(value);
  return Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, harmless(schema)]));
}

/** Without a prototype: a property called `constructor` is there only when somebody sent it. */
function bare(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(bare);
  if (!isRecord(value)) return value;
  const copy: Record<string, unknown> = Object.create(null);
  for (const [key, item] of Object.entries(value)) {
    Object.defineProperty(copy, key, { value: bare(item), enumerable: true });
  }
  return copy;
}

function isRecord(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Of all that the validator says only what is wrong itself, not that something inside is. */
function issues(errors: readonly Unit[]): Issue[] {
  const forms = errors.filter(({ keyword }) => keyword === "anyOf" || keyword === "oneOf");
  const own = errors.filter((error) => !forms.some((form) => form !== error && belongsTo(error, form)));
  return own.flatMap((error) => issueOf(error, errors));
}

/** The validator gives a place of the value, not of the schema, where nothing is allowed. */
function belongsTo(error: Unit, form: Unit): boolean {
  const [at, within] =
    error.keyword === "false"
      ? [error.instanceLocation, form.instanceLocation]
      : [error.keywordLocation, form.keywordLocation];
  return at.startsWith(`${within}/`);
}

function issueOf(error: Unit, all: readonly Unit[]): Issue[] {
  const path = pathOf(error.instanceLocation);
  const say = (message: string, at = path): Issue[] => [{ code: "custom", path: at, message }];
  switch (error.keyword) {
    case "required": {
      const key = /required property "(.*)"\.$/s.exec(error.error)?.[1];
      return key === undefined ? say(error.error) : say("it is missing", [...path, key]);
    }
    case "false":
      return [{ code: "unrecognized_keys", keys: [String(path.at(-1))], path: path.slice(0, -1) }];
    case "type":
      return say(expected([error]));
    case "enum":
    case "const":
      return say(choices(error.error));
    case "anyOf":
    case "oneOf":
      return say(noForm(error, all));
    default:
      // These say that something below is wrong, and that stands beside them.
      return WRAPPERS.has(error.keyword)
        ? []
        : say(error.error.replace(/^(?:Instance|String|Array) /, "it ").replace(/\.$/, ""));
  }
}

const WRAPPERS = new Set(
  "properties patternProperties additionalProperties unevaluatedProperties dependentSchemas items prefixItems additionalItems unevaluatedItems allOf if $ref propertyNames".split(
    " ",
  ),
);

/** `expected string, received number`, as zod says it. */
function expected(errors: readonly Unit[]): string {
  const read = errors.map(({ error }) => /^Instance type "(.*?)" is invalid\. Expected "(.*)"\.$/.exec(error));
  const wanted = [...new Set(read.flatMap((each) => each?.[2]?.split('", "') ?? []))];
  return `expected ${wanted.join(" or ")}, received ${read[0]?.[1] ?? "something else"}`;
}

function choices(text: string): string {
  const list = text.replace(/^Instance does not match (?:any of )?/, "").replace(/\.$/, "");
  const shown = list.length > MAX_CHOICES ? `${list.slice(0, MAX_CHOICES)}…` : list;
  return `expected ${text.includes("any of") ? "one of " : ""}${shown}`;
}

function noForm(form: Unit, all: readonly Unit[]): string {
  if (form.error.includes("exactly one") && !form.error.includes("(0 ")) return "it fits more than one allowed form";
  const inside = all.filter((error) => error !== form && belongsTo(error, form));
  const isTypeHere = ({ keyword, instanceLocation }: Unit): boolean =>
    keyword === "type" && instanceLocation === form.instanceLocation;
  if (inside.length > 0 && inside.every(isTypeHere)) return expected(inside);
  const depth = pathOf(form.instanceLocation).length;
  const reasons = issues(inside)
    .slice(0, 3)
    .map((issue) => worded(issue, depth));
  return `it fits none of the allowed forms (${reasons.join("; ")})`;
}

function worded(issue: Issue, depth: number): string {
  const where = issue.path.slice(depth).join(".");
  const text = issue.code === "custom" ? issue.message : `unknown key "${issue.keys.join('", "')}"`;
  return where === "" ? text : `${where}: ${text}`;
}

function pathOf(location: string): Path {
  const parts = location.split("/").slice(1);
  return parts.map((part) => {
    const key = part.replace(/~1/g, "/").replace(/~0/g, "~");
    return /^\d+$/.test(key) ? Number(key) : key;
  });
}
