/** What the language itself has; the sandbox needs no more once it is set up. */
const LANGUAGE = new Set([
  ...[
    "Object",
    "Function",
    "Array",
    "Number",
    "Boolean",
    "String",
    "Symbol",
    "BigInt",
    "Date",
    "Math",
    "RegExp",
    "JSON",
  ],
  ...["parseFloat", "parseInt", "isFinite", "isNaN", "Infinity", "NaN", "undefined", "eval", "globalThis", "process"],
  ...["decodeURI", "decodeURIComponent", "encodeURI", "encodeURIComponent", "escape", "unescape"],
  ...["Promise", "Proxy", "Reflect", "Map", "Set", "WeakMap", "WeakSet", "Compartment", "harden"],
  ...["Error", "AggregateError", "EvalError", "RangeError", "ReferenceError", "SyntaxError", "TypeError", "URIError"],
  // Node's own sending of messages looks these up.
  ...["Buffer", "Uint8Array", "ArrayBuffer", "queueMicrotask", "setImmediate", "clearImmediate"],
]);

/** Ways from `process` to the system. */
const WAYS_OUT = [
  ...[
    "binding",
    "_linkedBinding",
    "dlopen",
    "getBuiltinModule",
    "mainModule",
    "kill",
    "_kill",
    "_debugProcess",
    "chdir",
  ],
  ...[
    "_debugEnd",
    "_startProfilerIdleNotifier",
    "loadEnvFile",
    "report",
    "execve",
    "setUncaughtExceptionCaptureCallback",
  ],
];

/**
 * Takes the network, files and modules from the realm around the sandbox too, as far as they hang on its globals: who
 * gets out finds little.
 */
export function disarm(): void {
  for (const name of WAYS_OUT) Reflect.deleteProperty(process, name);
  process.env = {};
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    if (!LANGUAGE.has(name)) Reflect.deleteProperty(globalThis, name);
  }
}
