// A real VS Code in the browser: code-server from the npm registry. No GitHub, no Microsoft download server.
// Installed lean: of nine native modules that its postinstall compiles, two are needed and built here.
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { environment, node, root } from "./project.mjs";
import { Problem, run, step } from "./steps.mjs";

const VERSION = "4.139.1"; // It embeds VS Code 1.139.1 and demands Node 24.
const STAMP = `code-server ${VERSION}, node 24`;

const folder = process.env["VSCODE_HARNESS_DIR"] ?? join(root, ".vscode-harness");
const stampFile = join(folder, ".stamp");
const codeServer = join(folder, "node_modules/code-server");
const vscode = join(codeServer, "lib/vscode");

/** To be run by the project's Node. */
export const codeServerEntry = join(codeServer, "out/node/entry.js");

export function isCodeServerInstalled() {
  return existsSync(stampFile) && readFileSync(stampFile, "utf8").startsWith(STAMP);
}

/** Installs it, unless it is there. */
export async function installCodeServer() {
  if (isCodeServerInstalled()) return;
  if (process.platform === "win32") {
    throw new Problem("code-server does not run on Windows.", "use WSL, or open this folder in VS Code and press F5.");
  }
  const env = npmEnvironment();
  await step(`fetching code-server ${VERSION} (a real VS Code)`, () => fetchPackages(env));
  await step("building its two native modules", () =>
    run("npm", ["rebuild", "@vscode/spdlog", "@vscode/native-watchdog"], {
      cwd: vscode,
      env: { ...env, JOBS: "2" },
      advice: "a C++ compiler, make and python3 must be installed.",
    }),
  );
  await step("trying it", () =>
    run(node, [codeServerEntry, "--version"], { env: { ...env, XDG_CONFIG_HOME: join(folder, ".xdg") } }),
  );
  writeFileSync(stampFile, `${STAMP}\n`);
}

/** @param {NodeJS.ProcessEnv} env */
async function fetchPackages(env) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify({ private: true, dependencies: { "code-server": VERSION } }),
  );
  // Not "npm ci" inside it: the shipped shrinkwrap is out of step with the package.
  const advice = "npm must reach its registry; then run the same command again.";
  const install = (/** @type {string} */ cwd, /** @type {string[]} */ ...args) =>
    run("npm", ["install", "--ignore-scripts", ...args], { cwd, env, advice });
  await install(folder);
  await install(vscode, "--omit=dev");
  await install(join(vscode, "extensions"), "--omit=dev");
  link("code-linux.sh", join(vscode, "bin/remote-cli/code-server"));
  link("browser-linux.sh", join(vscode, "bin/helpers/browser.sh"));
}

/** What its postinstall would have linked: the `code` command and the browser helper of VS Code's terminals. */
function link(/** @type {string} */ target, /** @type {string} */ path) {
  if (existsSync(join(dirname(path), target)) && !existsSync(path)) symlinkSync(target, path);
}

/** npm and node-gyp run on the project's Node and use the headers that came with it. */
function npmEnvironment() {
  const headers = join(root, `node_modules/node/node_modules/node-${process.platform}-${process.arch}`);
  return {
    ...environment(),
    ...(existsSync(join(headers, "include/node")) && { npm_config_nodedir: headers }),
    npm_config_audit: "false",
    npm_config_fund: "false",
    npm_config_update_notifier: "false",
    npm_config_loglevel: "error",
  };
}
