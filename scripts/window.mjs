// One running VS Code with its own user data, extensions, home and workspace in one folder.
// `npm start` opens one for a person; the end-to-end tests open many.
import { spawn } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { codeServerEntry } from "./codeServer.mjs";
import { environment, node } from "./project.mjs";
import { Problem, run } from "./steps.mjs";

/** Keeps the workbench quiet, still and offline, and shows the chat's side bar as on a person's desktop. */
const QUIET_SETTINGS = {
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
  "workbench.enableExperiments": false,
  "workbench.secondarySideBar.defaultVisibility": "visible",
  "chat.disableAIFeatures": true,
  "telemetry.telemetryLevel": "off",
  "update.mode": "none",
  "extensions.autoUpdate": false,
  "extensions.autoCheckUpdates": false,
  "extensions.ignoreRecommendations": true,
  "git.enabled": false,
  "remote.autoForwardPorts": false, // It counts the ports of other programs too, and warns of many.
  "files.autoSave": "off", // VS Code in a browser saves after a delay otherwise.
};

/**
 * @typedef {object} Layout
 * @property {string} base
 * @property {string} userData
 * @property {string} extensions
 * @property {string} workspace
 * @property {NodeJS.ProcessEnv} env all that VS Code, its terminals and its extensions see
 * @property {string[]} args
 */

/**
 * Lays out the folders of one VS Code below `base`.
 * @param {string} base
 * @param {{settings?: object, env?: Record<string, string>}} [options]
 * @returns {Layout}
 */
export function layOut(base, { settings = {}, env = {} } = {}) {
  const folder = (/** @type {string} */ name) => {
    mkdirSync(join(base, name), { recursive: true });
    return join(base, name);
  };
  const [userData, extensions, workspace, home] = ["user-data", "extensions", "workspace", "home"].map(folder);
  if (!userData || !extensions || !workspace || !home) throw new Error("unreachable");
  writeFileSync(join(folder("user-data/User"), "settings.json"), JSON.stringify({ ...QUIET_SETTINGS, ...settings }));
  const config = join(base, "config.yaml");
  writeFileSync(config, "auth: none\n");
  return {
    base,
    userData,
    extensions,
    workspace,
    args: ["--config", config, "--user-data-dir", userData, "--extensions-dir", extensions],
    env: {
      PATH: environment().PATH,
      HOME: home,
      TMPDIR: folder("tmp"),
      SHELL: "/bin/bash",
      LANG: "C.UTF-8",
      TERM: "xterm-256color",
      XDG_CONFIG_HOME: join(home, ".config"),
      XDG_DATA_HOME: join(home, ".local/share"),
      XDG_CACHE_HOME: join(home, ".cache"),
      EXTENSIONS_GALLERY: "{}", // No marketplace.
      ...env,
    },
  };
}

/**
 * Installs a packaged extension into it, before its first start.
 * @param {Layout} layout
 * @param {string} vsix
 */
export function installExtension({ args, env }, vsix) {
  return run(node, [codeServerEntry, ...args, "--install-extension", vsix], { env });
}

// A server runs in its own process group, which must not outlive this process.
/** @type {Set<number>} */
const groups = new Set();
process.on("exit", () => {
  for (const group of groups) endGroup(group, "SIGKILL");
});

/**
 * Starts it and waits until it answers.
 * @param {Layout} layout
 * @param {{port?: number, args?: readonly string[]}} [options]
 */
export async function serve(layout, { port, args = [] } = {}) {
  const chosen = port ?? (await freePort());
  const child = spawn(
    node,
    [
      ...[codeServerEntry, ...layout.args, "--bind-addr", `127.0.0.1:${chosen}`, "--auth", "none"],
      ...["--disable-telemetry", "--disable-update-check", "--ignore-last-opened", ...args],
    ],
    { env: layout.env, cwd: layout.workspace, stdio: ["ignore", "pipe", "pipe"], detached: true },
  );
  const { pid } = child;
  if (!pid) throw new Problem("code-server does not start.", "remove .vscode-harness and run this again.");
  groups.add(pid);
  let log = "";
  child.stdout.on("data", (data) => (log += data));
  child.stderr.on("data", (data) => (log += data));
  const exited = new Promise((resolve) => child.once("exit", resolve));
  const served = { pid, port: chosen, origin: `http://127.0.0.1:${chosen}`, log: () => log, exited, stop };

  /** Ends it and everything that it started. */
  async function stop() {
    endGroup(pid ?? 0, "SIGTERM");
    await Promise.race([exited, sleep(8_000, undefined, { ref: false })]);
    // An extension host that was just starting can outlive its server.
    for (let i = 0; i < 8 && endGroup(pid ?? 0, i < 4 ? "SIGTERM" : "SIGKILL"); i++) await sleep(250);
  }

  try {
    await answers(child, served.origin);
  } catch (error) {
    await stop();
    throw new Problem(`${/** @type {Error} */ (error).message}\n${log}`, "read code-server's own words above.");
  }
  return served;
}

/** @param {Layout} layout */
export function remove({ base }) {
  rmSync(base, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}

/**
 * @param {import("node:child_process").ChildProcess} child
 * @param {string} origin
 */
async function answers(child, origin) {
  for (const end = Date.now() + 60_000; Date.now() < end; await sleep(100)) {
    if (child.exitCode !== null) throw new Error(`code-server ended with ${child.exitCode}.`);
    const response = await fetch(`${origin}/healthz`).catch(() => undefined);
    if (response?.ok) return;
  }
  throw new Error("code-server does not answer after 60 s.");
}

/**
 * False when there is nothing left of it.
 * @param {number} group
 * @param {NodeJS.Signals} signal
 */
function endGroup(group, signal) {
  try {
    process.kill(-group, signal);
    return true;
  } catch {
    groups.delete(group);
    return false;
  }
}

/** @param {number} [wish] @returns {Promise<number>} `wish` when it is free, else any */
export function freePort(wish = 0) {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", (error) => (wish ? resolve(freePort()) : reject(error)));
    probe.listen(wish, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === "object" ? resolve(address.port) : reject(new Error("no port")),
      );
    });
  });
}
