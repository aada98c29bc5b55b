// What every script here needs: say what is being done and how long it took, run a program, fail with advice.
import { spawn } from "node:child_process";

/** A failure that a person can mend: `advice` says how. */
export class Problem extends Error {
  /**
   * @param {string} message
   * @param {string} [advice]
   */
  constructor(message, advice) {
    super(message);
    this.advice = advice;
  }
}

/** @type {1 | 2} */
let out = 1;

/** For commands whose standard output belongs to the program that they start. */
export function speakOnStderr() {
  out = 2;
}

/** @param {string} text */
export function say(text) {
  (out === 1 ? process.stdout : process.stderr).write(`${text}\n`);
}

/**
 * Does one thing, and says what and how long.
 * @template T
 * @param {string} title
 * @param {() => Promise<T> | T} work
 * @returns {Promise<T>}
 */
export async function step(title, work) {
  say(`> ${title}`);
  const start = performance.now();
  try {
    const result = await work();
    say(`  done in ${seconds(start)}: ${title}`);
    return result;
  } catch (error) {
    say(`  failed after ${seconds(start)}: ${title}`);
    throw error;
  }
}

/** @param {number} start from `performance.now()` */
export function seconds(start) {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`;
}

/**
 * Runs a program to its end. Its output is shown as it comes (`show`), or kept and shown only when it fails.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{cwd?: string, env?: NodeJS.ProcessEnv, show?: boolean, advice?: string}} [options]
 * @returns {Promise<string>} what it wrote; empty with `show`
 */
export async function run(command, args, { cwd, env, show = false, advice } = {}) {
  const child = spawn(command, args, {
    cwd,
    env: env ?? process.env,
    stdio: show ? ["ignore", out, 2] : ["ignore", "pipe", "pipe"],
    shell: process.platform === "win32" && command === "npm",
  });
  let output = "";
  child.stdout?.on("data", (data) => (output += data));
  child.stderr?.on("data", (data) => (output += data));
  const code = await new Promise((resolve, reject) => {
    child.once("error", (error) => reject(new Problem(`${command} does not start: ${error.message}`, advice)));
    child.once("close", (exit, signal) => resolve(exit ?? signal));
  });
  if (code !== 0) throw new Problem(`${output.trim()}\n${command} ${args.join(" ")} ended with ${code}`.trim(), advice);
  return output;
}

/**
 * Runs a program that owns our standard streams and gets our signals.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {string} cwd
 * @returns {Promise<number>} its exit code
 */
export function handOver(command, args, cwd) {
  const child = spawn(command, args, { cwd, stdio: "inherit" });
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]))
    process.on(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve(code ?? 1));
  });
}

/**
 * Runs a script's main function; a failure ends it with a sentence instead of a stack.
 * @param {() => Promise<number | void>} main resolves to the exit code
 */
export async function runMain(main) {
  try {
    process.exitCode = (await main()) ?? 0;
  } catch (error) {
    explain(error);
    process.exitCode = 1;
  }
}

/** @param {unknown} error */
export function explain(error) {
  if (!(error instanceof Problem)) return say(error instanceof Error ? (error.stack ?? error.message) : String(error));
  say(`\n${error.message}`);
  if (error.advice) say(`What to do: ${error.advice}`);
}
