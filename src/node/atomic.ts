import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import * as fs from "node:fs/promises";
import { dirname, join } from "node:path";
import { ToolError } from "../core/operations/failure";
import { errnoOf } from "./errors";

export interface Replacement {
  /** Real path; the file itself need not exist, nor its parents. */
  readonly real: string;
  readonly bytes: Buffer;
  /** Throws when the file is not as it was any more. Called as late as can be. */
  readonly check: () => Promise<void>;
}

/** What `replaceFile` needs of the system, so that a test can fill a disk. */
export type Opener = Pick<typeof fs, "open">;

/**
 * Puts a file in place whole or not at all: a temporary file beside it, synced, then renamed over it.
 * Mode and owner stay. The parent is compared again after the temporary file is open and right before
 * the rename. What remains open: a folder swapped for a link between that look and the rename.
 */
export async function replaceFile({ real, bytes, check }: Replacement, opener: Opener = fs): Promise<void> {
  const parent = dirname(real);
  const old = await writable(real);
  const firstMade = old ? undefined : await fs.mkdir(parent, { recursive: true });
  const temporary = join(parent, `.gatehouse-${randomBytes(8).toString("hex")}.tmp`);
  try {
    await writeSynced(temporary, bytes, old, parent, opener);
    await check();
    await refuseMoved(parent);
    await fs.rename(temporary, real);
  } catch (error) {
    await fs.rm(temporary, { force: true }).catch(() => undefined);
    if (firstMade) await removeEmpty(parent, firstMade);
    throw error;
  }
}

interface Kept {
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
}

/** What must stay of a file that is there. A rename would go round its being read-only, so that is looked at first. */
async function writable(real: string): Promise<Kept | undefined> {
  try {
    const [old] = await Promise.all([fs.lstat(real), fs.access(real, constants.W_OK)]);
    // The superuser may write anything; whoever took all write bits away meant it.
    if ((old.mode & 0o222) === 0) throw readOnly(real);
    return old;
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

async function writeSynced(
  path: string,
  bytes: Buffer,
  old: Kept | undefined,
  parent: string,
  opener: Opener,
): Promise<void> {
  const { O_CREAT, O_EXCL, O_WRONLY, O_NOFOLLOW = 0 } = constants;
  const file = await opener.open(path, O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW, old ? 0o600 : 0o666);
  try {
    await refuseMoved(parent);
    await file.writeFile(bytes);
    if (old) await keepOwnerAndMode(file, old);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function keepOwnerAndMode(file: fs.FileHandle, old: Kept): Promise<void> {
  const now = await file.stat();
  // Giving a file away is for the superuser; anybody else keeps it as their own.
  if (now.uid !== old.uid || now.gid !== old.gid) await file.chown(old.uid, old.gid).catch(() => undefined);
  await file.chmod(old.mode & 0o7777);
}

/** The parent was a real path when the call was judged; it must still be the same place. */
async function refuseMoved(parent: string): Promise<void> {
  if ((await fs.realpath(parent)) === parent) return;
  throw new ToolError("precondition_failed", `${parent} leads elsewhere than before.`, "Call the tool again.");
}

async function removeEmpty(parent: string, firstMade: string): Promise<void> {
  for (let folder = parent; folder.startsWith(firstMade); folder = dirname(folder)) {
    await fs.rmdir(folder).catch(() => undefined);
  }
}

function readOnly(real: string): ToolError {
  return new ToolError(
    "permission_denied",
    `${real} is read-only.`,
    "Ask the user whether it should be changed at all.",
  );
}
