import type * as z from "zod";
import { ToolError } from "../operations/failure";
import { inputSchema, type JsonSchema } from "./schema";
import type { Tool } from "./tool";

/** Said of a call at most: the rest follows once these are mended. */
const MAX_ISSUES = 5;

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
  return Object.fromEntries(Object.entries(read).map(([key, item]) => [key, coerceField(key, item, properties)]));
}

function coerceField(key: string, item: unknown, properties: JsonSchema): unknown {
  const schema = Object.hasOwn(properties, key) ? properties[key] : undefined;
  return isSchema(schema) ? coerce(item, schema) : item;
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
    const keys = issue.keys.map((key) => `"${key}"`).join(", ");
    return `unknown ${issue.keys.length === 1 ? "key" : "keys"} ${keys}${where ? ` in ${where}` : `; known: ${known.join(", ") || "none"}`}`;
  }
  return `${where || "arguments"}: ${issue.message.replace(/^Invalid input: /, "").replace(/, received undefined$/, ", but it is missing")}`;
}
