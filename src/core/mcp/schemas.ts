import { plainText } from "../results/foreign";
import type { JsonSchema } from "../tools/schema";

/** Past these a schema is shown as an object of anything: no model reads it, and every request carries it. */
const MAX_BYTES = 64 * 1024;
const MAX_DEPTH = 64;
const MAX_NODES = 5_000;
const MAX_DESCRIPTION = 1_000;

export type CleanSchema =
  | { readonly schema: JsonSchema; readonly note?: string }
  /** Why nobody should be sent it. */
  | { readonly bad: string };

/**
 * An input schema of a server as models and their providers take it: references inlined, dialect and
 * hidden characters gone, objects with properties and arrays with items. Optional stays optional.
 */
export function cleanSchema(raw: unknown): CleanSchema {
  if (!isRecord(raw)) return { bad: raw === undefined ? "It has no input schema." : "Its input schema is no object." };
  if (isTooLarge(raw)) return tooLarge();
  try {
    const schema = asInput(clean(raw, { root: raw, refs: ["#"], count: { nodes: 0 }, depth: 0 }));
    return JSON.stringify(schema).length > MAX_BYTES ? tooLarge() : { schema };
  } catch (error) {
    if (error instanceof Bad) return { bad: `Its input schema can't be used: ${error.message}.` };
    if (error instanceof TooLarge) return tooLarge();
    throw error;
  }
}

class Bad extends Error {}
class TooLarge extends Error {}

function tooLarge(): CleanSchema {
  const note = "Its input schema is too large or too deep and is shown as an object of anything.";
  return { schema: { type: "object", properties: {} }, note };
}

interface At {
  readonly root: JsonSchema;
  /** References being followed: one of them again is a cycle. */
  readonly refs: readonly string[];
  readonly count: { nodes: number };
  readonly depth: number;
}

function clean(node: unknown, at: At): JsonSchema {
  at.count.nodes += 1;
  if (at.count.nodes > MAX_NODES || at.depth > MAX_DEPTH) throw new TooLarge();
  if (node === true) return {};
  if (node === false) return { not: {} };
  if (!isRecord(node)) throw new Bad("a part of it is no schema");
  const ref = node["$ref"];
  if (typeof ref === "string") return followed(node, ref, at);
  const parts = Object.entries(bounded(node)).flatMap(([key, value]) =>
    part(key, value, { ...at, depth: at.depth + 1 }),
  );
  return complete(Object.fromEntries(parts));
}

function followed({ $ref: _, ...beside }: JsonSchema, ref: string, at: At): JsonSchema {
  const target = resolved(ref, at.root);
  if (at.refs.includes(ref)) return { description: `Again as ${plainText(ref.replace(/^.*\//, ""), 60)}.` };
  const inner = { ...at, refs: [...at.refs, ref], depth: at.depth + 1 };
  return clean(isRecord(target) ? { ...target, ...beside } : target, inner);
}

function resolved(ref: string, root: JsonSchema): unknown {
  if (!ref.startsWith("#")) throw new Bad(`it refers to ${plainText(ref, 100)}, which is another document`);
  let target: unknown = root;
  for (const step of ref.slice(1).split("/").slice(1)) {
    const key = decoded(step).replace(/~1/g, "/").replace(/~0/g, "~");
    const isThere = typeof target === "object" && target !== null && Object.hasOwn(target, key);
    target = isThere ? (target as Record<string, unknown>)[key] : undefined;
  }
  if (target === undefined || (ref !== "#" && !ref.startsWith("#/"))) {
    throw new Bad(`it refers to ${plainText(ref, 100)}, which is not in it`);
  }
  return target;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Kept as they are. What is in none of these sets says something of the document, or is nobody's keyword: it goes. */
const VALUES = new Set(
  "const default examples format uniqueItems dependentRequired readOnly writeOnly deprecated contentEncoding contentMediaType".split(
    " ",
  ),
);
const NAMED = new Set(["properties", "patternProperties", "dependentSchemas"]);
const LISTS = new Set(["anyOf", "oneOf", "allOf", "prefixItems"]);
const SINGLE = new Set(
  "additionalProperties unevaluatedProperties additionalItems unevaluatedItems not if then else contains propertyNames".split(
    " ",
  ),
);
const NUMBERS =
  /^(?:minimum|maximum|exclusiveM(?:in|ax)imum|multipleOf|(?:min|max)(?:Length|Items|Properties|Contains))$/;

function part(key: string, value: unknown, at: At): [string, unknown][] {
  if (NAMED.has(key)) return [[key, named(key, value, at)]];
  if (LISTS.has(key)) return [[key, list(key, value, at)]];
  if (SINGLE.has(key)) return [[key, typeof value === "boolean" ? value : clean(value, at)]];
  if (NUMBERS.test(key)) return [[key, number(key, value)]];
  switch (key) {
    case "items":
      return [[key, Array.isArray(value) ? list(key, value, at) : clean(value, at)]];
    case "type":
      return [[key, type(value)]];
    case "description":
    case "title":
      return typeof value === "string" ? [[key, plainText(value, MAX_DESCRIPTION)]] : [];
    case "required":
      // Draft 3 has a boolean here, on the property itself.
      return Array.isArray(value) ? [[key, value.filter((name) => typeof name === "string")]] : [];
    case "pattern":
      return [[key, expression(value)]];
    case "enum":
      if (!Array.isArray(value) || value.length === 0) throw new Bad('an "enum" of it has no values');
      return [[key, value]];
    default:
      return VALUES.has(key) ? [[key, value]] : [];
  }
}

function named(key: string, value: unknown, at: At): JsonSchema {
  if (!isRecord(value)) throw new Bad(`"${key}" is no object`);
  if (key === "patternProperties") for (const name of Object.keys(value)) expression(name);
  return Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, clean(schema, at)]));
}

function list(key: string, value: unknown, at: At): JsonSchema[] {
  if (!Array.isArray(value) || value.length === 0) throw new Bad(`"${key}" is no list of schemas`);
  return value.map((schema) => clean(schema, at));
}

function number(key: string, value: unknown): number {
  if (typeof value !== "number") throw new Bad(`"${key}" is no number`);
  return value;
}

const TYPES = new Set(["string", "number", "integer", "boolean", "null", "array", "object"]);

function type(value: unknown): unknown {
  const all = Array.isArray(value) ? value : [value];
  const wrong = all.filter((each) => !TYPES.has(each as string));
  if (all.length === 0 || wrong.length > 0) throw new Bad(`${word(wrong[0])} is no type`);
  return value;
}

function expression(value: unknown): string {
  try {
    if (typeof value === "string") new RegExp(value, "u");
    else throw new Error();
    return value;
  } catch {
    throw new Bad(`${word(value)} is no regular expression`);
  }
}

const word = (value: unknown): string =>
  typeof value === "string" ? plainText(value, 60) : `a value (${typeof value})`;

/** Draft 4 has booleans beside `minimum` and `maximum`. */
function bounded(node: JsonSchema): JsonSchema {
  const copy: Record<string, unknown> = { ...node };
  for (const [exclusive, plain] of [
    ["exclusiveMinimum", "minimum"],
    ["exclusiveMaximum", "maximum"],
  ] as const) {
    if (typeof node[exclusive] !== "boolean") continue;
    delete copy[exclusive];
    if (!node[exclusive] || typeof node[plain] !== "number") continue;
    copy[exclusive] = node[plain];
    delete copy[plain];
  }
  return copy;
}

/** What providers refuse a whole request for, where it can be mended without a change of meaning. */
function complete(node: JsonSchema): JsonSchema {
  const types = [node["type"]].flat();
  const values = node["enum"];
  if (
    Array.isArray(values) &&
    types[0] !== undefined &&
    !values.some((value) => types.some((each) => is(value, each)))
  ) {
    throw new Bad(`no value of an "enum" of it is of the type ${types.join(" or ")}`);
  }
  return {
    ...node,
    ...(types.includes("object") && node["properties"] === undefined && { properties: {} }),
    ...(types.includes("array") && node["items"] === undefined && node["prefixItems"] === undefined && { items: {} }),
  };
}

function is(value: unknown, wanted: unknown): boolean {
  if (value === null) return wanted === "null";
  if (Array.isArray(value)) return wanted === "array";
  if (wanted === "integer") return Number.isInteger(value);
  return typeof value === wanted;
}

/** The whole: an object, with nothing beside it that says what else it might be. */
function asInput(schema: JsonSchema): JsonSchema {
  const types = [schema["type"] ?? "object"].flat();
  if (!types.includes("object")) throw new Bad("it does not describe an object");
  const { anyOf, oneOf, allOf, not: _, enum: __, required: ___, ...rest } = schema;
  const forms = [allOf, anyOf, oneOf].flatMap((each) => (Array.isArray(each) ? (each as JsonSchema[]) : []));
  const properties = Object.assign(
    Object.create(null),
    ...forms.map((form) => form["properties"]),
    schema["properties"],
  ) as JsonSchema;
  const required = [schema, ...(Array.isArray(allOf) ? (allOf as JsonSchema[]) : [])].flatMap(requiredOf);
  return {
    ...rest,
    type: "object",
    properties: Object.fromEntries(Object.entries(properties)),
    ...(required.length > 0 ? { required: [...new Set(required)] } : {}),
  };
}

const requiredOf = (schema: JsonSchema): readonly unknown[] => (schema["required"] as unknown[] | undefined) ?? [];

function isTooLarge(raw: unknown): boolean {
  return depthOf(raw, MAX_DEPTH * 2) > MAX_DEPTH * 2 || JSON.stringify(raw).length > 8 * MAX_BYTES;
}

/** How deep a value is nested, as far as `limit`. By hand: recursion would end where this must not. */
export function depthOf(value: unknown, limit: number): number {
  let level = [value];
  let depth = 0;
  while (level.length > 0 && depth <= limit) {
    level = level.flatMap((each) => (typeof each === "object" && each !== null ? Object.values(each) : []));
    depth += 1;
  }
  return depth;
}

function isRecord(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
