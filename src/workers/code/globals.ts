import { absentName } from "../../core/code/absent";
import type { Calls } from "./calls";
import type { Write } from "./log";
import { createTimers } from "./timers";
import { ProgramUrl, ProgramUrlSearchParams } from "./urls";

export interface Globals {
  /** Makes the text of an expression into its value, in a realm that has nothing else. */
  evaluate(text: string): unknown;
  isKnown(name: string): boolean;
  /** A name that the program does not declare. */
  lookUp(name: string): unknown;
  /** Called with what a timer of the program throws. */
  onThrown(listener: (thrown: unknown) => void): void;
}

/** What a compartment has by itself and a program may have. */
const KEPT = new Set([
  ...["Infinity", "NaN", "undefined", "isFinite", "isNaN", "parseFloat", "parseInt", "globalThis"],
  ...["decodeURI", "decodeURIComponent", "encodeURI", "encodeURIComponent", "escape", "unescape"],
  ...["Array", "BigInt", "Boolean", "Iterator", "JSON", "Map", "Number", "Object", "Promise", "Proxy", "Reflect"],
  ...["RegExp", "Set", "String", "Symbol", "WeakMap", "WeakSet"],
  ...["Error", "AggregateError", "EvalError", "RangeError", "ReferenceError", "SyntaxError", "TypeError", "URIError"],
]);

// Kept from before the realm is disarmed.
const { atob: decode, btoa: encode } = globalThis;

/** All that a program sees. */
export function createGlobals(call: Calls["call"], write: Write): Globals {
  const realm = new Compartment();
  const globals = realm.globalThis as Record<string, unknown>;
  for (const name of Object.getOwnPropertyNames(globals)) if (!KEPT.has(name)) Reflect.deleteProperty(globals, name);
  const { onThrown, ...timers } = createTimers();
  const log = (...values: unknown[]): void => write(values);
  const own = {
    tools: { call: (name: unknown, args?: unknown) => call(name, args) },
    console: { log, info: log, warn: log, error: log, debug: log },
    // Those of the start realm: a compartment's own have no clock and no chance.
    ...{ Date, Math },
    ...timers,
    atob: textOnly("atob", decode),
    btoa: textOnly("btoa", encode),
    structuredClone: (value: unknown) =>
      value === undefined ? undefined : JSON.parse(JSON.stringify(value) ?? "null"),
    ...{ URL: ProgramUrl, URLSearchParams: ProgramUrlSearchParams },
  };
  for (const [name, value] of Object.entries(own)) {
    Object.defineProperty(globals, name, { value: harden(value), writable: true, configurable: true });
  }
  const known = new Set(Object.getOwnPropertyNames(globals));
  return {
    evaluate: (text) => realm.evaluate(text),
    isKnown: (name) => known.has(name),
    lookUp: harden((name: string) => {
      if (name in globals) return globals[name];
      throw new ReferenceError(absentName(name));
    }),
    onThrown,
  };
}

/** Node's own errors are objects of Node. */
function textOnly(name: string, convert: (text: string) => string): (text: unknown) => string {
  return (text) => {
    const given = String(text);
    try {
      return convert(given);
    } catch {
      throw new TypeError(`${name}: the text has characters that can't be converted.`);
    }
  };
}
