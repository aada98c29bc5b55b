import { figure, wellFormed } from "./sizes";

/**
 * Shortens a JSON value until its text fits: long strings and long lists keep their head, and a string
 * in their place says what was left out. What comes out is still JSON.
 */
export function boundJson(value: unknown, fits: (text: string) => boolean, note: string): string {
  for (const limits of LIMITS) {
    const text = JSON.stringify(shorten(value, limits, note));
    if (fits(text)) return text;
  }
  // Nothing inside can be kept: the note alone always fits.
  return JSON.stringify(note);
}

interface Limits {
  readonly items: number;
  readonly characters: number;
  readonly depth: number;
}

/** From generous to strict; the first that fits is taken. */
const LIMITS: readonly Limits[] = Array.from({ length: 12 }, (_, step) => ({
  items: Math.max(2, Math.floor(4096 / 2 ** step)),
  characters: Math.max(40, Math.floor(32_768 / 2 ** step)),
  depth: Math.max(2, 14 - step),
}));

function shorten(value: unknown, limits: Limits, note: string, depth = 0): unknown {
  if (typeof value === "string") return shortenText(value, limits.characters, note);
  if (typeof value !== "object" || value === null) return value;
  if (depth >= limits.depth) return `(${Array.isArray(value) ? "list" : "object"} left out; ${note})`;
  const inner = (item: unknown): unknown => shorten(item, limits, note, depth + 1);
  if (Array.isArray(value)) {
    const kept = value.slice(0, limits.items).map(inner);
    return value.length > kept.length
      ? [...kept, `(${figure(value.length - kept.length)} more items left out; ${note})`]
      : kept;
  }
  const keys = Object.keys(value);
  const kept = keys
    .slice(0, limits.items)
    .map((key) => [shortenText(key, limits.characters, note), inner((value as Record<string, unknown>)[key])]);
  if (keys.length > kept.length) kept.push(["(left out)", `${figure(keys.length - kept.length)} more keys; ${note}`]);
  return Object.fromEntries(kept);
}

function shortenText(text: string, characters: number, note: string): string {
  if (text.length <= characters) return text;
  return `${wellFormed(text.slice(0, characters))}… (${figure(text.length - characters)} more characters left out; ${note})`;
}
