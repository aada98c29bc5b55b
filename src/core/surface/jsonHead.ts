import { headOf, utf8Bytes } from "../results/sizes";

export interface JsonHead {
  /** At most `maxBytes`, whole characters. */
  readonly text: string;
  readonly bytes: number;
  /** Nothing is missing. */
  readonly whole: boolean;
}

/**
 * How `JSON.stringify(value)` begins, without making what comes after the bound: a foreign schema may
 * have any size. Throws on what can't be written as JSON.
 */
export function jsonHead(value: unknown, maxBytes: number): JsonHead {
  const writer = new Writer(maxBytes);
  const finished = writer.write(value);
  const text = headOf(writer.text, maxBytes);
  return { text, bytes: utf8Bytes(text), whole: finished && text.length === writer.text.length };
}

class Writer {
  text = "";
  readonly #above = new Set<object>();

  constructor(private readonly max: number) {}

  /** False when it is full: every character has at least one byte. */
  #put(part: string): boolean {
    this.text += part;
    return this.text.length <= this.max;
  }

  write(value: unknown): boolean {
    // Two more than there is room for: half a surrogate pair at the end is cut away again.
    if (typeof value === "string") return this.#put(JSON.stringify(value.slice(0, this.max - this.text.length + 2)));
    if (typeof value !== "object" || value === null) return this.#put(JSON.stringify(value) ?? "null");
    if ("toJSON" in value && typeof value.toJSON === "function") return this.write(value.toJSON());
    if (this.#above.has(value)) throw new TypeError("It contains itself.");
    this.#above.add(value);
    const more = Array.isArray(value) ? this.#array(value) : this.#object(value as Readonly<Record<string, unknown>>);
    this.#above.delete(value);
    return more;
  }

  #array(items: readonly unknown[]): boolean {
    if (!this.#put("[")) return false;
    for (let at = 0; at < items.length; at += 1) {
      if (at > 0 && !this.#put(",")) return false;
      if (!this.write(items[at])) return false;
    }
    return this.#put("]");
  }

  #object(value: Readonly<Record<string, unknown>>): boolean {
    if (!this.#put("{")) return false;
    let first = true;
    for (const key of Object.keys(value)) {
      const item = value[key];
      if (item === undefined || typeof item === "function" || typeof item === "symbol") continue;
      if (!this.#put(first ? "" : ",") || !this.write(key) || !this.#put(":") || !this.write(item)) return false;
      first = false;
    }
    return this.#put("}");
  }
}
