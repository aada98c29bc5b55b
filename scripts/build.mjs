// Bundles the extension, the headless host, the worker processes and the webview into dist/.
// dist/meta.json tells what each bundle holds and loads.
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { dist, installPackages, node, root } from "./project.mjs";
import { bundleSandbox } from "./sandbox.mjs";
import { Problem, run, runMain, step } from "./steps.mjs";

/** Output names, and what stands behind each. A part that is imported dynamically is loaded on first use. */
const HOST_ENTRIES = {
  extension: "src/extension.ts",
  engine: "src/vscode/host.ts",
  openai: "src/core/models/openai.ts",
  headless: "src/headless/main.ts",
};
const WORKER_ENTRIES = {
  broker: "src/workers/broker.ts",
  readable: "src/workers/readable.ts",
  code: "src/workers/code.ts",
  codeSandbox: "src/workers/codeSandbox.ts",
};
const WEBVIEW_ENTRIES = {
  "webview/chat": "webview/chat/main.tsx",
  "webview/surface": "webview/surface/main.tsx",
  "webview/highlight": "webview/chat/highlight.ts",
};

/** Everything that a bundle is made of; older bundles are not fresh. */
export const BUNDLE_INPUTS = ["src", "webview", "scripts/build.mjs", "package-lock.json"];

/** Builds in a process of its own, on the project's Node. */
export async function build() {
  await installPackages();
  const advice = "mend what is named above.";
  await step("building dist/", () => run(node, [fileURLToPath(import.meta.url)], { cwd: root, advice }));
}

/**
 * Bundles a program that is run from this checkout only, so its packages stay outside.
 * @param {string} entry
 * @param {string} output
 */
export async function bundleProgram(entry, output) {
  const { build: esbuild } = await import("esbuild");
  await esbuild({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile: output,
    bundle: true,
    platform: "node",
    target: "node24",
    format: output.endsWith(".cjs") ? "cjs" : "esm",
    packages: "external",
    logLevel: "error",
  });
}

async function bundleAll() {
  const entries = { ...HOST_ENTRIES, ...WORKER_ENTRIES, ...WEBVIEW_ENTRIES };
  const missing = Object.values(entries).filter((entry) => !existsSync(join(root, entry)));
  const parts = await Promise.all([bundleHosts(), bundleWorkers(), bundleWebview()]);
  await bundleSandbox(join(dist, "sandbox"));
  const outputs = Object.assign({}, ...parts.map((part) => part.outputs));
  removeStale(Object.keys(outputs));
  copyAssets();
  const inputs = Object.assign({}, ...parts.map((part) => part.inputs));
  writeFileSync(join(dist, "meta.json"), JSON.stringify({ inputs, outputs }));
  if (missing.length > 0) throw new Problem(`Built without these entries, which do not exist: ${missing.join(", ")}`);
}

/**
 * The parser's own loader stays as it is: it makes itself a `require`, and the one that a dynamic import becomes here
 * would be taken for that.
 * @type {import("esbuild").Plugin}
 */
const PARSER_APART = {
  name: "parser-apart",
  setup: ({ onResolve }) =>
    onResolve({ filter: /^@vscode\/tree-sitter-wasm$/ }, () => ({ path: "./tree-sitter.js", external: true })),
};

/** @type {import("esbuild").BuildOptions} */
const ON_NODE = {
  platform: "node",
  target: "node20",
  external: ["vscode"],
  plugins: [PARSER_APART],
  // The other form of some packages looks for its own files at run time.
  mainFields: ["module", "main"],
};

/**
 * Hosts share their code by splitting, so that a part loaded later meets the same classes (`instanceof ModelError`).
 * esbuild splits only ES modules, and VS Code wants CommonJS: so each piece is translated afterwards.
 */
async function bundleHosts() {
  const { transform } = await import("esbuild");
  const options = { ...ON_NODE, splitting: true, chunkNames: "[name]-[hash]", write: false };
  const { outputFiles, metafile } = await bundle(HOST_ENTRIES, { ...options, format: "esm" });
  mkdirSync(dist, { recursive: true });
  for (const { path, text } of outputFiles) {
    // A dynamic import must become a `require`: only that one knows the module "vscode".
    const supported = { "dynamic-import": false };
    const { code } = await transform(text, {
      platform: "node",
      target: "node20",
      format: "cjs",
      minify: true,
      supported,
    });
    writeFileSync(path, code);
    const output = metafile.outputs[`dist/${basename(path)}`];
    if (output) output.bytes = Buffer.byteLength(code);
  }
  return metafile;
}

/** Read on first use, beside the bundles. */
const ASSETS = ["tree-sitter.js", "tree-sitter.wasm", "tree-sitter-bash.wasm", "tree-sitter-powershell.wasm"];

function copyAssets() {
  const folder = join(root, "node_modules/@vscode/tree-sitter-wasm/wasm");
  mkdirSync(dist, { recursive: true });
  for (const name of ASSETS) cpSync(join(folder, name), join(dist, name));
}

/** Each process starts from one small file. */
async function bundleWorkers() {
  return (await bundle(WORKER_ENTRIES, { ...ON_NODE, format: "cjs" })).metafile;
}

async function bundleWebview() {
  const codicons = join(root, "node_modules/@vscode/codicons/dist");
  for (const name of ["codicon.css", "codicon.ttf"]) cpSync(join(codicons, name), join(dist, "webview", name));
  const jsx = /** @type {const} */ ({ jsx: "automatic", jsxImportSource: "preact" });
  return (await bundle(WEBVIEW_ENTRIES, { ...jsx, platform: "browser", target: "chrome128", format: "iife" })).metafile;
}

/**
 * @param {Record<string, string>} entries
 * @param {import("esbuild").BuildOptions} options
 */
async function bundle(entries, options) {
  const { build: esbuild } = await import("esbuild");
  const { outputFiles = [], metafile } = await esbuild({
    absWorkingDir: root,
    outdir: "dist",
    entryPoints: Object.fromEntries(Object.entries(entries).filter(([, entry]) => existsSync(join(root, entry)))),
    bundle: true,
    minify: true,
    metafile: true,
    legalComments: "none",
    ...options,
    logLevel: "warning",
  });
  if (!metafile) throw new Error("esbuild was asked for a metafile.");
  return { outputFiles, metafile };
}

/** Pieces have their hash in their names, so those of earlier builds would pile up. */
function removeStale(/** @type {string[]} */ outputs) {
  const kept = new Set([...outputs.map((output) => basename(output)), ...ASSETS]);
  for (const name of readdirSync(dist)) {
    if (name.endsWith(".js") && !kept.has(name)) rmSync(join(dist, name));
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await runMain(async () => {
    const start = performance.now();
    await bundleAll();
    console.log(`built dist/ in ${Math.round(performance.now() - start)} ms`);
  });
}
