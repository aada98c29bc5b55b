import { ToolError } from "../core/operations/failure";
import type { FileSnapshot, PathFacts, Root, Written } from "../core/operations/files";
import { replaceFile } from "./atomic";
import { type Codec, codecFor, isExact, markLength } from "./charset";
import { fileError } from "./errors";
import { hashOf, readWhole } from "./open";
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
    refuseLossy(bytes, codec, before.path);
    const check = async (): Promise<void> => {
      const now = await bytesNow(before, roots, signal);
      if (!(now && seen ? now.equals(seen) : now === seen)) throw changed(before.path);
    };
    try {
      await replaceFile({ real: before.path.real, bytes, check });
    } catch (error) {
      throw fileError(error, "write", before.path.shown);
    }
    return readBack(before, codec);
  });
}

/** What is at the judged place now; nothing when nothing is. */
async function bytesNow(
  before: FileSnapshot,
  roots: readonly Root[],
  signal: AbortSignal,
): Promise<Buffer | undefined> {
  const path = await pathFacts(before.path.real, roots);
  if (before.path.dangling || path.dangling) throw danglingLink(before.path);
  if (path.real !== before.path.real) throw changed(before.path);
  return path.kind === "missing" ? undefined : readWhole(path, signal);
}

/** The last proof before anything is written: the new bytes are whole text in the file's charset. */
function refuseLossy(bytes: Buffer, codec: Codec, path: PathFacts): void {
  if (isExact(bytes.subarray(markLength(bytes, codec)), codec)) return;
  throw new ToolError("unsupported", `${path.shown} would not be whole ${codec.charset} text; it was left alone.`);
}

async function readBack(before: FileSnapshot, codec: Codec): Promise<Written> {
  const bytes = await readWhole({ ...before.path, kind: "file" }, new AbortController().signal);
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
