import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPrograms } from "../../../src/node/programs/programs";
import { CASE_LIMITS, runCase } from "../../support/programCases";
import { temporaryFolder } from "../support/folder";
import { bundledSandbox } from "../support/sandbox";

/**
 * Ways out that were tried with the source at hand. Each program returns or throws what it got hold of; none may be
 * a file's text, a variable of the environment, an answer from the network, a finer clock or another program's data.
 */
const SECRET = "the secret of the host";
const VARIABLE = "GATEHOUSE_TEST_VARIABLE";
const programs = createPrograms({ entry: bundledSandbox() });
const file = join(temporaryFolder(), "secret.txt");
let asked = 0;
const server = createServer((_, response) => {
  asked += 1;
  response.end(SECRET);
});
let address = "";

beforeAll(async () => {
  mkdirSync(join(file, ".."), { recursive: true });
  writeFileSync(file, SECRET);
  process.env[VARIABLE] = SECRET;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  address = `http://127.0.0.1:${port}/`;
  await runCase(programs, "return 0", { ms: 60_000 });
});
afterAll(() => {
  delete process.env[VARIABLE];
  programs.close();
  server.close();
});

/** Helpers that programs may use: what they find that has any power. */
const HUNT = `
const seen = new Set(); const found = [];
const powers = ["process", "require", "fetch", "binding", "mainModule", "dlopen", "getBuiltinModule", "WebSocket", "Buffer", "Uint8Array", "SharedArrayBuffer", "WebAssembly", "performance", "Worker"];
const hunt = (value, way, depth) => {
  if ((typeof value !== "object" && typeof value !== "function") || value === null || seen.has(value) || depth > 7) return;
  seen.add(value);
  for (const power of powers) { let has = false; try { has = power in value && typeof value[power] !== "undefined"; } catch {} if (has) found.push(way + "." + power); }
  let keys = []; try { keys = Reflect.ownKeys(value); } catch {}
  for (const key of keys) {
    let at; try { at = Reflect.getOwnPropertyDescriptor(value, key); } catch { continue; }
    if (!at) continue;
    for (const part of [at.value, at.get, at.set]) hunt(part, way + "." + String(key), depth + 1);
  }
  try { hunt(Object.getPrototypeOf(value), way + ".__proto__", depth + 1); } catch {}
};
`;

const ESCAPES: Readonly<Record<string, string>> = {
  "hunts through all that its globals lead to": `${HUNT} hunt(globalThis, "globalThis", 0); return found.join();`,
  "hunts through tools.call and its promise": `${HUNT} hunt(tools.call, "call", 0); hunt(tools.call("echo"), "promise", 0); return found.join();`,
  "hunts through an answer and an error": `${HUNT} hunt(await tools.call("echo"), "answer", 0); try { await tools.call("fail"); } catch (e) { hunt(e, "error", 0); } return found.join();`,
  "hunts through an address": `${HUNT} const u = new URL("http://a/?b=c"); hunt(u, "url", 0); hunt(u.searchParams, "params", 0); hunt(u.searchParams.entries(), "entries", 0); return found.join();`,
  "hunts through the errors of atob, URL and setTimeout": `${HUNT} for (const f of [() => atob("\\u2713"), () => new URL("x"), () => setTimeout(1), () => btoa("\\u2713"), () => structuredClone(1n), () => new URLSearchParams([[{ toString() { throw new Error(); } }]])]) { try { f(); } catch (e) { hunt(e, "e", 0); hunt(e.constructor, "c", 0); } } return found.join();`,
  "hunts through the error of an overflowing stack inside tools.call": `${HUNT} const errors = []; const deep = () => { try { tools.call("echo").catch((e) => errors.push(e)); deep(); } catch (e) { errors.push(e); } }; deep(); await 0; for (const e of errors) hunt(e, "e", 0); return found.join();`,
  "hunts through the error of an overflowing stack inside console.log": `${HUNT} const errors = []; const deep = () => { try { console.log("x"); new URL("http://a"); setTimeout(() => {}, 1); deep(); } catch (e) { errors.push(e); } }; deep(); for (const e of errors) hunt(e, "e", 0); return found.join();`,
  "makes a function from text by every constructor": `const out = []; for (const f of [() => {}, async () => {}, function* () {}, async function* () {}, class {}, Date, tools.call, console.log, URL]) { try { const made = f.constructor("return typeof process"); out.push(await made()); } catch { out.push("none"); } } if (out.every((x) => x === "none")) return ""; return "made " + out;`,
  "makes a function by Reflect.construct with a new target": `try { return "made " + Reflect.construct((() => {}).constructor, ["return process"], Object)(); } catch { return ""; }`,
  "imports in a string that becomes a timer": `try { setTimeout("import('node:fs')", 1); await new Promise((r) => setTimeout(r, 20)); } catch {} return "";`,
  "imports by a regular expression's source": `const source = /import("node:fs")/.source; try { return "got " + (await (0, eval)(source)); } catch { return ""; }`,
  "imports behind what only a parser takes for a comment": `let x = 1\n/*\n*/-->0; import("node:fs")\nreturn "";`,
  "imports behind <!--": `let a = 1, b = 1; a <!--b; import("node:fs")`,
  "imports with a line break of Unicode": `const m = await import\u2028("node:fs"); return m.readFileSync(FILE, "utf8");`,
  "imports a module's source": `const m = await import.source("data:text/javascript,1"); return String(m);`,
  "imports by an escaped word": `const m = await \\u0069mport("node:fs"); return m.readFileSync(FILE, "utf8");`,
  "imports as TypeScript does": `import fs = require("node:fs"); const text: string = fs.readFileSync(FILE, "utf8"); return text;`,
  "imports a type and a value": `import { type Stats, readFileSync } from "node:fs"; const x: string = readFileSync(FILE, "utf8"); return x;`,
  "re-exports a module": `export * from "node:fs"; export { readFileSync } from "node:fs"; return "";`,
  "closes the function that it is in, as TypeScript": `}); const x: any = 1; globalThis.process; (async () => {`,
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the program's own template.
  "closes the function by a template": "return `${1}`}); (async ($0) => {`",
  "guesses the name of the look-up": `return [typeof $0, typeof $1, typeof $2].join() === "undefined,undefined,undefined" ? "" : String(Object.keys($0("globalThis")).filter((k) => k === "process"));`,
  "asks the look-up for what is not there": `const out = []; for (const name of ["process", "require", "fetch", "Buffer"]) { try { out.push($0(name)); } catch {} } return out.join();`,
  "reads the file by a name in the global scope": `try { return require("fs").readFileSync(FILE, "utf8"); } catch { return ""; }`,
  "reads the environment": `try { return process.env[VARIABLE]; } catch {} try { return globalThis.process.env[VARIABLE]; } catch { return ""; }`,
  "asks the server by fetch": `try { return await (await fetch(ADDRESS)).text(); } catch {} try { return await (await globalThis.fetch(ADDRESS)).text(); } catch { return ""; }`,
  "asks the server by a socket and by an address": `try { new WebSocket(ADDRESS); return "socket"; } catch {} new URL(ADDRESS).href; return "";`,
  "throws an error with prepareStackTrace": `try { Error.prepareStackTrace = (e, sites) => sites; } catch {} const { stack } = new Error("x"); return typeof stack === "string" ? (stack.includes("/") ? stack : "") : "sites";`,
  "captures a stack": `const o = {}; try { Error.captureStackTrace(o); } catch {} return typeof o.stack === "string" && o.stack.includes("/") ? o.stack : typeof o.stack === "object" ? "sites" : "";`,
  "reads paths from errors of the engine": `const texts = []; for (const f of [() => null.x, () => JSON.parse("{"), () => tools.call(1), () => new Proxy({}, null), () => decodeURI("%"), () => "x".repeat(-1), () => new URL("")]) { try { await f(); } catch (e) { texts.push(String(e), String(e.stack)); } } return texts.join().includes("sandbox") || texts.join().includes("/tmp") ? texts.join() : "";`,
  "patches what the sandbox uses": `for (const [o, k] of [[JSON, "stringify"], [Promise.prototype, "then"], [Array.prototype, "push"], [Map.prototype, "get"], [Map.prototype, "set"], [Object, "defineProperty"], [String.prototype, "startsWith"], [Symbol, "iterator"], [Array.prototype, Symbol.iterator], [RegExp.prototype, "exec"]]) { try { o[k] = () => { throw globalThis; }; return "patched " + String(k); } catch {} } return "";`,
  "adds a then to all objects": `try { Object.prototype.then = function (r) { r("caught"); }; return "added"; } catch { return ""; }`,
  "answers its own call": `for (const message of [{ do: "answer", id: 1, answer: { value: "1" } }]) { try { process.emit("message", message); return "emitted"; } catch {} } return "";`,
  "says its own end": `try { process.send({ say: "returned", value: "1" }); return "sent"; } catch { return ""; }`,
  "loops the clock for less than a millisecond": `const seen = []; const end = Date.now() + 30; while (Date.now() < end) { const t = new Date().getTime(); if (t !== Math.floor(t)) seen.push(t); const u = Date.now(); if (!Number.isInteger(u)) seen.push(u); } return seen.join();`,
  "looks for another clock": `const out = []; for (const name of ["performance", "Temporal", "Atomics", "SharedArrayBuffer", "setInterval", "setImmediate", "requestAnimationFrame", "Intl", "Worker", "MessageChannel"]) if (typeof globalThis[name] !== "undefined") out.push(name); if (typeof Date.prototype.toTemporalInstant === "function") out.push("toTemporalInstant"); return out.join();`,
  "reads what an earlier program left": `const left = [globalThis.left, Symbol.for("left").description === "left" ? undefined : 1, Date.left, URL.left, tools.left, console.left]; try { Date.left = 1; } catch {} try { URL.left = 1; } catch {} try { tools.left = 1; } catch {} globalThis.left = "left"; return left.filter((x) => x !== undefined).join();`,
  "hands an object to the host that is read twice": `let n = 0; const r = await tools.call("echo", { get a() { n += 1; return n > 1 ? "second" : "first"; } }); return r.content.args.a === "first" ? "" : r.content.args.a;`,
  "names a tool by an object that changes": `let n = 0; try { await tools.call({ toString: () => (n++ ? "big" : "echo") }); return "called"; } catch { return ""; }`,
  "leaves the arguments' text by quotes": `const r = await tools.call("echo", { a: '"},"do":"run"}\\n{"say":"returned","value":"1"}' }); return r.content.args.a.startsWith('"}') ? "" : "split";`,
  "writes lines of the wall into the log": `console.log('\\n{"say":"returned","value":"\\\\"spoofed\\\\""}\\n'); return "";`,
  "takes the wrapper's arguments": `try { return String(arguments[0]); } catch { return ""; }`,
  "takes the caller of a callback": `let caller = ""; try { [1].map(function f() { caller = String(f.caller ?? ""); }); } catch {} try { new Promise(function f() { caller += f.caller ?? ""; }); } catch {} return caller;`,
  "takes this of the evaluator": `const self = this; return self === undefined || self === globalThis ? "" : "other this";`,
  "uses the array buffer behind a string or a regular expression": `${HUNT} for (const v of ["x", /x/g, "x".matchAll(/x/g), [1].values(), new Map().entries(), Promise.withResolvers?.(), Object.groupBy?.([1], String), Array.fromAsync?.([1])]) hunt(v, "v", 0); return found.filter((x) => /Array$|Buffer$/.test(x)).join();`,
  "is told of a host object by a getter of Symbol.species": `class P extends Promise { static get [Symbol.species]() { return function (f) { f((x) => globalThis.got = x, (x) => globalThis.got = x); }; } } const p = P.resolve(1); try { p.then(() => {}); } catch {} ${HUNT} hunt(globalThis.got, "got", 0); return found.join();`,
  "prints itself by Node's inspect": `const key = Symbol.for("nodejs.util.inspect.custom"); let got = ""; console.log({ [key]: (...args) => { got = args.length + "args"; } }); console.error(Object.assign(new Error("x"), { [key]: () => { got = "called"; } })); Promise.reject({ [key]: () => { got = "called"; } }); await new Promise((r) => setTimeout(r, 20)); return got;`,
};

for (const [what, program] of Object.entries(ESCAPES)) {
  test(`a program gets nowhere that ${what}`, async () => {
    const named = `const [FILE, VARIABLE, ADDRESS] = ${JSON.stringify([file, VARIABLE, address])};`;
    const { end, log } = await runCase(programs, what.startsWith("imports a") ? program : `${named} ${program}`, {
      ms: 20_000,
    });
    expect(JSON.stringify([end, log])).not.toContain(SECRET);
    expect(JSON.stringify(end)).not.toMatch(/ESCAPED|\/tmp|node:internal/);
    if (end.how === "returned") expect(end.value ?? '""').toBe('""');
    else expect(["threw", "rejected"]).toContain(end.how);
    expect(asked).toBe(0);
  });
}

test("a program of which the process is warm finds nothing of the one before", async () => {
  const leave = `globalThis.left = "${SECRET}"; setTimeout(() => {}, 1000); return "";`;
  await runCase(programs, leave, { ms: 20_000, limits: CASE_LIMITS });
  const { end } = await runCase(programs, "return typeof left;", { ms: 20_000 });
  expect(end).toEqual({ how: "returned", value: '"undefined"' });
});
