import { spawn } from "node:child_process";
import { cpSync } from "node:fs";
import { dirname, join } from "node:path";
import { buildSync } from "esbuild";
import { bundleSandbox } from "../../scripts/sandbox.mjs";
import { bundledBroker } from "../node/support/broker";
import { temporaryFolder } from "../node/support/folder";
import { bundledSandbox } from "../node/support/sandbox";

export interface Ended {
  readonly code: number | null;
  // biome-ignore lint/suspicious/noExplicitAny: tests look wherever they like in printed JSON.
  readonly events: readonly any[];
  readonly lines: readonly string[];
  readonly errors: string;
}

export interface Headless {
  readonly broker: string;
  /** `under`: a command that runs the program, such as strace. */
  run(args: readonly string[], env?: Readonly<Record<string, string>>, under?: readonly string[]): Promise<Ended>;
}

/** The headless host as a program of its own, with its broker, both its sandboxes and the shell analysis beside it. */
export async function bundledHeadless(): Promise<Headless> {
  const folder = temporaryFolder();
  const program = join(folder, "headless.mjs");
  const broker = join(folder, "broker.js");
  const entry = join(import.meta.dirname, "../../src/headless/main.ts");
  // In pieces, as the real build makes it: a part that is loaded later must meet the same classes.
  buildSync({
    entryPoints: { headless: entry },
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    platform: "node",
    mainFields: ["module", "main"],
    format: "esm",
    target: "node22",
    alias: { "@vscode/tree-sitter-wasm": PARSER },
    external: [PARSER],
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
    logLevel: "error",
  });
  cpSync(bundledBroker(), broker);
  cpSync(dirname(bundledSandbox()), folder, { recursive: true });
  await bundleSandbox(join(folder, "sandbox"));
  for (const name of ["tree-sitter.js", "tree-sitter.wasm", "tree-sitter-bash.wasm"])
    cpSync(join(WASM, name), join(folder, name));
  return {
    broker,
    run: (args, env = {}, under = []) => run([...under, process.execPath, program, ...args], env),
  };
}

/** Stays as it is, beside the program, as in the real build. */
const PARSER = "./tree-sitter.js";
const WASM = join(import.meta.dirname, "../../node_modules/@vscode/tree-sitter-wasm/wasm");

function run([command = "", ...args]: readonly string[], env: Readonly<Record<string, string>>): Promise<Ended> {
  const child = spawn(command, args, {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  let errors = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    printed += chunk;
  });
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    errors += chunk;
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => {
      const lines = printed.split("\n").filter((line) => line !== "");
      resolve({ code, lines, errors, events: lines.map((line) => JSON.parse(line)) });
    });
  });
}
