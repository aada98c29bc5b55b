import { execFile } from "node:child_process";
import { readFile, rm, stat, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { errnoOf } from "./errors";

interface Owner {
  readonly pid: number;
  /** When that process started, as the system says it: process ids are used again. */
  readonly start: string;
}

/** A lock file that its maker did not finish counts as held for this long. */
const UNFINISHED_MS = 5000;

/** Gives the function that lets go; nothing when a living process holds the lock. */
export async function takeLock(path: string): Promise<(() => Promise<void>) | undefined> {
  const mine = JSON.stringify({ pid: process.pid, start: (await startOf(process.pid)) ?? "" });
  if (!(await create(path, mine)) && !(await takeOver(path, mine))) return undefined;
  return async () => {
    if ((await readFile(path, "utf8").catch(() => "")) === mine) await rm(path, { force: true });
  };
}

async function create(path: string, text: string): Promise<boolean> {
  try {
    await writeFile(path, text, { flag: "wx" });
    return true;
  } catch (error) {
    if (errnoOf(error) === "EEXIST") return false;
    throw error;
  }
}

/** Two that find the same dead owner must not both win: only the maker of a second file may replace the first. */
async function takeOver(path: string, mine: string): Promise<boolean> {
  if (await isHeld(path)) return false;
  const turn = `${path}.turn`;
  if (await isOld(turn)) await rm(turn, { force: true });
  if (!(await create(turn, mine))) return false;
  try {
    if (await isHeld(path)) return false;
    await rm(path, { force: true });
    return await create(path, mine);
  } finally {
    await rm(turn, { force: true });
  }
}

async function isHeld(path: string): Promise<boolean> {
  const owner = parse(await readFile(path, "utf8").catch(() => ""));
  if (!owner) return !(await isOld(path));
  if (!isAlive(owner.pid)) return false;
  const start = await startOf(owner.pid);
  return start === undefined || owner.start === "" || start === owner.start;
}

async function isOld(path: string): Promise<boolean> {
  const info = await stat(path).catch(() => undefined);
  return info !== undefined && Date.now() - info.mtimeMs > UNFINISHED_MS;
}

function parse(text: string): Owner | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const { pid, start } = value as Owner;
    return Number.isSafeInteger(pid) && pid > 0 && typeof start === "string" ? { pid, start } : undefined;
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return errnoOf(error) === "EPERM";
  }
}

/** Nothing where the system does not say; the process id alone decides then. */
async function startOf(pid: number): Promise<string | undefined> {
  const status = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined);
  // The name in the second field may hold blanks and brackets; the start is the 20th field after it.
  if (status !== undefined) return status.slice(status.lastIndexOf(")") + 2).split(" ")[19];
  if (process.platform === "win32") return undefined;
  const { stdout } = await promisify(execFile)("ps", ["-o", "lstart=", "-p", String(pid)]).catch(() => ({
    stdout: "",
  }));
  return stdout.trim() || undefined;
}
