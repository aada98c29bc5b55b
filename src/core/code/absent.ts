/** What programs reach for that is not there, and what to do instead. */
const INSTEAD: Readonly<Record<string, string>> = {
  ...each("call a tool", ["fetch", "XMLHttpRequest", "WebSocket", "EventSource", "Deno", "Bun"]),
  ...each("call a tool", ["process", "require", "module", "exports", "__dirname", "__filename"]),
  ...each("use arrays, or strings with atob and btoa", [
    "Buffer",
    "ArrayBuffer",
    "DataView",
    "Uint8Array",
    "Int8Array",
  ]),
  ...each("use arrays of numbers", ["Uint16Array", "Int16Array", "Uint32Array", "Int32Array", "Uint8ClampedArray"]),
  ...each("use arrays of numbers", ["Float32Array", "Float64Array", "BigInt64Array", "BigUint64Array"]),
  ...each("use strings", ["TextEncoder", "TextDecoder"]),
  ...each("code can't be made while a program runs", ["eval", "Function", "WebAssembly"]),
  ...each("await setTimeout in a loop", ["setInterval", "clearInterval", "setImmediate"]),
  ...each("use Date.now()", ["performance"]),
  ...each("use toLocaleString", ["Intl"]),
  ...each("use Math.random()", ["crypto"]),
  ...each("there is no page", ["window", "document", "self", "navigator", "localStorage", "alert", "prompt"]),
};

function each(instead: string, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, instead]));
}

/** Why a name means nothing. */
export function absentName(name: string): string {
  const instead = Object.hasOwn(INSTEAD, name) ? INSTEAD[name] : undefined;
  return instead === undefined ? `${name} is not defined.` : `${name} is not available in a program: ${instead}.`;
}
