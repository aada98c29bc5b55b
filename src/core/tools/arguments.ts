import type * as z from "zod";
import { ToolError } from "../operations/failure";
import { inputSchema, type JsonSchema } from "./schema";
import type { Tool } from "./tool";

/** Said of a call at most: the rest follows once these are mended. */
const MAX_ISSUES = 5;
/** Of a name that the model made up. */
const MAX_KEY = 100;
/** No tool's arguments are nested as deep; what follows goes down into them by recursion. */
const MAX_DEPTH = 200;

/**
 * The input of a call from the JSON text that the model sent, or why it is none. Only the coercions
 * below happen; strings are taken literally.
 */
export function parseArguments(tool: Pick<Tool, "input">, json: string): { readonly input: unknown } | ToolError {
  const value = parseJson(json);
  if (value instanceof ToolError) return value;
  const schema = inputSchema(tool.input);
  const parsed = tool.input.safeParse(coerce(value, schema));
  if (parsed.success) return { input: parsed.data };
  const known = Object.keys(schema["properties"] ?? {});
  const said = parsed.error.issues.slice(0, MAX_ISSUES).map((issue) => describe(issue, known));
  return new ToolError("invalid_argument", `${said.join("; ")}.`);
}

function parseJson(json: string): unknown {
  if (json.trim() === "") return {};
  if (isTooDeep(json)) return new ToolError("parse", `The arguments are nested more than ${MAX_DEPTH} levels deep.`);
  try {
    return JSON.parse(json);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const position = /at position \d+/.test(message) ? "" : ` at position ${badToken(json)}`;
    return new ToolError(
      "parse",
      `The arguments are not JSON: ${message}${position}.`,
      "Send them again as one JSON object.",
    );
  }
}

function isTooDeep(json: string): boolean {
  let depth = 0;
  let inText = false;
  for (let at = 0; at < json.length && depth <= MAX_DEPTH; at += 1) {
    const char = json[at];
    if (char === '"') inText = !inText;
    else if (inText) at += char === "\\" ? 1 : 0;
    else if (char === "{" || char === "[") depth += 1;
    else if (char === "}" || char === "]") depth -= 1;
  }
  return depth > MAX_DEPTH;
}

/** V8 leaves out where an unexpected token is: it ends the shortest head that already fails by one. */
function badToken(json: string): number {
  let good = 0;
  let bad = json.length;
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (failsByToken(json.slice(0, middle))) bad = middle;
    else good = middle;
  }
  return bad - 1;
}

function failsByToken(head: string): boolean {
  try {
    JSON.parse(head);
    return false;
  } catch (error) {
    return error instanceof Error && error.message.startsWith("Unexpected token");
  }
}

/** What models get wrong about types and what can mean one thing only. */
function coerce(value: unknown, schema: JsonSchema): unknown {
  const read = typeof value === "string" ? fromText(value, schema["type"]) : value;
  if (Array.isArray(read)) {
    const items = schema["items"];
    return isSchema(items) ? read.map((item) => coerce(item, items)) : read;
  }
  const properties = schema["properties"];
  if (typeof read !== "object" || read === null || !isSchema(properties)) return read;
  // Keys that the schema does not know can be very many.
  const known = Object.entries(properties).filter(([key, schema]) => isSchema(schema) && Object.hasOwn(read, key));
  const coerced = known.map(([key, schema]) => [key, coerce((read as JsonSchema)[key], schema as JsonSchema)] as const);
  const changed = coerced.filter(([key, item]) => item !== (read as JsonSchema)[key]);
  return changed.length > 0 ? { ...read, ...Object.fromEntries(changed) } : read;
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function fromText(text: string, type: unknown): unknown {
  switch (type) {
    case "boolean":
      return text === "true" ? true : text === "false" ? false : text;
    case "number":
    case "integer":
      return /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text) ? Number(text) : text;
    case "array":
    case "object":
      return structured(text, type);
    default:
      return text;
  }
}

function structured(text: string, type: "array" | "object"): unknown {
  if (isTooDeep(text)) return text;
  try {
    const value: unknown = JSON.parse(text);
    const fits = type === "array" ? Array.isArray(value) : isSchema(value);
    return fits ? value : text;
  } catch {
    return text;
  }
}

function describe(issue: z.core.$ZodIssue, known: readonly string[]): string {
  const where = issue.path.reduce<string>(
    (path, key) => path + (typeof key === "number" ? `[${key}]` : `${path && "."}${String(key)}`),
    "",
  );
  if (issue.code === "unrecognized_keys") {
    const keys = namesOf(issue.keys);
    return `unknown ${issue.keys.length === 1 ? "key" : "keys"} ${keys}${where ? ` in ${where}` : `; known: ${known.join(", ") || "none"}`}`;
  }
  return `${where || "arguments"}: ${issue.message.replace(/^Invalid input: /, "").replace(/, received undefined$/, ", but it is missing")}`;
}

function namesOf(keys: readonly string[]): string {
  const names = keys.slice(0, MAX_ISSUES).map((key) => `"${key.slice(0, MAX_KEY)}"`);
  const more = keys.length - names.length;
  return more > 0 ? `${names.join(", ")} and ${more} more` : names.join(", ");
}
