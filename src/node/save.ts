import { ToolError } from "../core/operations/failure";
import type { FileSnapshot, PathFacts, Root, Written } from "../core/operations/files";
import { replaceFile } from "./atomic";
import { type Codec, codecFor, markLength } from "./charset";
import { fileError } from "./errors";
import { hashOf, holds, readWhole } from "./open";
import { pathFacts } from "./paths";
import { oneAtATime } from "./queue";

/** Two agents that write one file do it one after the other, whatever path they came by. */
const inTurn = oneAtATime();

/** Makes the new bytes from those that are there. */
export type Change = (bytes: Buffer, codec: Codec) => Buffer;

/** Writes a changed file, if it still is what `before` saw, and reads it back. */
export function saveFile(
  before: FileSnapshot,
  roots: readonly Root[],
  signal: AbortSignal,
  change: Change,
): Promise<Written> {
  return inTurn(before.path.real, async () => {
    signal.throwIfAborted();
    const codec = await codecFor(before.charset);
    const seen = await bytesNow(before, roots, signal);
    if ((seen ? await hashOf(seen) : "absent") !== before.hash) throw changed(before.path);
    const bytes = change(seen ?? Buffer.alloc(0), codec);
    const check = async (): Promise<void> => {
      if (!(await stillHolds(before, roots, seen, signal))) throw changed(before.path);
    };
    try {
      await replaceFile({ real: before.path.real, bytes, check });
    } catch (error) {
      throw fileError(error, "write", before.path.shown);
    }
    return readBack(before, codec, bytes);
  });
}

/** What is at the judged place now; nothing when nothing is. */
async function bytesNow(
  before: FileSnapshot,
  roots: readonly Root[],
  signal: AbortSignal,
): Promise<Buffer | undefined> {
  if (before.path.dangling) throw danglingLink(before.path);
  if (before.exists) return judged(before.path, () => readWhole(before.path, signal));
  const path = await pathFacts(before.path.real, roots);
  if (path.dangling || path.kind !== "missing" || path.real !== before.path.real) throw changed(before.path);
  return undefined;
}

async function stillHolds(
  before: FileSnapshot,
  roots: readonly Root[],
  seen: Buffer | undefined,
  signal: AbortSignal,
): Promise<boolean> {
  if (!seen) return (await bytesNow(before, roots, signal)) === undefined;
  return judged(before.path, () => holds(before.path, seen, signal));
}

/** Opening compares the real path again: what can't be opened as a file is not what was judged. */
async function judged<T>(path: PathFacts, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ToolError && error.code !== "permission_denied") throw changed(path);
    throw error;
  }
}

async function readBack(before: FileSnapshot, codec: Codec, written: Buffer): Promise<Written> {
  const path: PathFacts = { ...before.path, kind: "file" };
  // It is written: from here on a stop comes too late.
  const { signal } = new AbortController();
  const bytes = (await holds(path, written, signal)) ? written : await readWhole(path, signal);
  const text = codec.decode(bytes.subarray(markLength(bytes, codec)));
  return { created: !before.exists, bytes: bytes.length, hash: await hashOf(bytes), text, savedUnsaved: false };
}

function changed(path: PathFacts): ToolError {
  return new ToolError("precondition_failed", `${path.shown} changed since it was read.`, "Read it again.");
}

function danglingLink(path: PathFacts): ToolError {
  return new ToolError(
    "permission_denied",
    `${path.shown} is a symbolic link to something that does not exist, and is not written through.`,
    "Write to the real path.",
  );
}
