import { MAX_MESSAGE } from "../../node/programs/bounds";

/** A value for people. Anything of the program's that it calls may throw: then it says so. */
export function worded(value: unknown): string {
  try {
    if (typeof value === "string") return value;
    if (typeof value === "bigint") return `${value}n`;
    if (isError(value)) return describe(value);
    if (typeof value !== "object" || value === null) return String(value);
    return jsonOf(value) ?? String(value);
  } catch (error) {
    return `(a value that can't be shown: ${describe(error)})`;
  }
}

/** JSON text in which what JSON can't hold becomes the nearest it can; nothing for `undefined` and functions. */
export function jsonOf(value: unknown): string | undefined {
  return JSON.stringify(value, (_key, inner: unknown) => {
    if (typeof inner === "bigint") return String(inner);
    if (inner instanceof Map) return Object.fromEntries(Array.from(inner, ([key, each]) => [keyOf(key), each]));
    if (inner instanceof Set) return Array.from(inner);
    if (isError(inner)) return { name: textOf(inner.name), message: textOf(inner.message) };
    return inner;
  });
}

const keyOf = (key: unknown): string => (typeof key === "object" && key !== null ? (jsonOf(key) ?? "") : String(key));

/** `name: message` of what was thrown; it may be anything at all. */
export function describe(thrown: unknown): string {
  try {
    if (!isError(thrown)) return cut(typeof thrown === "string" ? thrown : worded(thrown));
    const [name, message] = [textOf(thrown.name), textOf(thrown.message)];
    return cut(name === "Error" || name === "" ? message || "Error" : message === "" ? name : `${name}: ${message}`);
  } catch {
    return "a value that can't be shown";
  }
}

export function isError(value: unknown): value is Error {
  return value instanceof Error;
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : String(value));

function cut(text: string): string {
  return text.length > MAX_MESSAGE ? `${text.slice(0, MAX_MESSAGE)}…` : text;
}
