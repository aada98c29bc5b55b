// Where things are in this checkout, and its packages and Node 24, which npm brings.
import { existsSync, readdirSync, statSync } from "node:fs";
import { delimiter, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { run, step } from "./steps.mjs";

/** Found by its lock file, since this code also runs from inside a bundle. */
export const root = findRoot(dirname(fileURLToPath(import.meta.url)));
export const dist = join(root, "dist");
export const vsix = join(dist, "gatehouse.vsix");

/** The project's own Node, the dev dependency `node`: everything but the first install runs on it. */
export const node = join(root, "node_modules/node/bin", process.platform === "win32" ? "node.exe" : "node");

/** @param {string} script of a package's command, below `node_modules` */
export const tool = (script) => join(root, "node_modules", script);

/** The caller's environment with the project's Node first, and without what npm adds for its own scripts. */
export function environment() {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^npm_(package|lifecycle|config_local_prefix)/.test(name),
  );
  const env = Object.fromEntries(kept);
  const path = (process.env["PATH"] ?? "").split(delimiter).filter((part) => !part.includes("node_modules"));
  return { ...env, PATH: [dirname(node), ...path].join(delimiter) };
}

/** Installs the npm packages, unless the lock file is older than what is installed. */
export async function installPackages() {
  const installed = join(root, "node_modules/.package-lock.json");
  if (existsSync(node) && changed(installed) >= changed(join(root, "package-lock.json"))) return;
  await step("installing the npm packages (npm ci)", () =>
    run("npm", ["ci", "--no-audit", "--no-fund"], {
      cwd: root,
      // `npm run -s` would silence this npm too, with the reason why it failed.
      env: { ...process.env, npm_config_loglevel: "error" },
      advice: "npm must be installed and reach its registry; then run the same command again.",
    }),
  );
}

/**
 * True when `output` is newer than every one of `inputs`, files or folders.
 * @param {string} output
 * @param {readonly string[]} inputs relative to the root
 */
export function isFresh(output, inputs) {
  const made = changed(output);
  return made > 0 && inputs.every((input) => newest(join(root, input)) < made);
}

/** @param {string} path */
function newest(path) {
  let time = changed(path);
  if (!time || !statSync(path).isDirectory()) return time;
  // A folder's own time tells of files that were removed.
  for (const entry of readdirSync(path)) time = Math.max(time, newest(join(path, entry)));
  return time;
}

/** @param {string} path */
function changed(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** @param {string} from */
function findRoot(from) {
  let folder = from;
  while (!existsSync(join(folder, "package-lock.json"))) {
    if (dirname(folder) === folder) throw new Error(`There is no package-lock.json above ${from}.`);
    folder = dirname(folder);
  }
  return resolve(folder);
}
