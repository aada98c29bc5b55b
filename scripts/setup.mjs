// Brings everything that `npm start` and `npm test` need. Runs on the system's Node, 20 or newer, before anything
// is installed; does nothing in a second when all is there.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { findBrowser, needBrowser } from "./browser.mjs";
import { installCodeServer, isCodeServerInstalled } from "./codeServer.mjs";
import { installDebianPackages } from "./debian.mjs";
import { installPackages, root } from "./project.mjs";
import { Problem } from "./steps.mjs";

/** Kept by commands in a sandbox and by searches; nothing else fails without them. */
const COMMAND_TOOLS = ["bubblewrap", "socat", "ripgrep"];
/** code-server has two small native modules to build. */
const COMPILER = ["g++", "make", "python3"];
/** The second has Chinese, for screenshots. */
const FONTS = ["fonts-dejavu-core", "fonts-wqy-microhei"];

/** Shows a test what the host really did; without it that test is skipped, and says so. */
const TRACER = ["strace"];

/** @param {{browser: boolean}} options whether tests will drive a browser */
export async function setUp({ browser }) {
  const [major = 0] = process.versions.node.split(".").map(Number);
  if (major < 20) throw new Problem(`This is Node ${process.versions.node}.`, "install Node 20 or newer.");
  await installPackages();
  installCommitHook();

  const needed = isCodeServerInstalled() ? [] : COMPILER.filter((command) => !isCommand(command));
  if (browser && !(await findBrowser())) needed.push("chromium");
  await installDebianPackages(needed, browser ? [...COMMAND_TOOLS, ...FONTS, ...TRACER] : COMMAND_TOOLS);
  if (browser) await needBrowser();
  await installCodeServer();
}

/** The hook runs `npm run check`. A hooks folder that someone chose is left as it is. */
function installCommitHook() {
  if (process.env["CI"] || !existsSync(join(root, ".git"))) return;
  const git = (/** @type {string[]} */ ...args) => spawnSync("git", args, { cwd: root, stdio: "pipe" });
  if (git("config", "core.hooksPath").status === 1) git("config", "core.hooksPath", "scripts/hooks");
}

/** @param {string} command */
function isCommand(command) {
  return (process.env["PATH"] ?? "").split(":").some((folder) => existsSync(join(folder, command)));
}
