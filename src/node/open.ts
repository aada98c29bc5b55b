import { createHash } from "node:crypto";
import { constants, fstatSync, lstatSync, readSync, realpathSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { setImmediate } from "node:timers/promises";
import { ToolError } from "../core/operations/failure";
import type { PathFacts } from "../core/operations/files";
import { fileError } from "./errors";

export interface OpenFile {
  readonly path: PathFacts;
  readonly handle: FileHandle;
  readonly size: number;
  /** Its first bytes: all of it when there are fewer than `HEAD_BYTES`. */
  readonly head: Buffer;
}

/** One read brings most files whole. */
export const HEAD_BYTES = 64 << 10;

const COMPARED_BYTES = 256 << 10;

/** Past this, a file is not taken into memory whole. */
const MAX_WHOLE = 64 << 20;

/** Work on this many bytes may keep the host from everything else; then it gets its turn. */
const SLICE = 4 << 20;

/** Opens the very file that was judged, for reading, and closes it after the work. */
export async function withFile<T>(path: PathFacts, work: (file: OpenFile) => Promise<T>): Promise<T> {
  const file = await openFile(path);
  try {
    return await work(file);
  } catch (error) {
    throw fileError(error, "read", path.shown);
  } finally {
    await file.handle.close();
  }
}

/**
 * Links are not followed, a pipe does not block, and what is open is compared with what the real path
 * leads to now.
 */
export async function openFile(path: PathFacts): Promise<OpenFile> {
  refuseNotFile(path);
  let handle: FileHandle | undefined;
  try {
    const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
    handle = await open(path.real, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    const size = sizeOfSame(handle, path);
    return { path, handle, size, head: readHead(handle, size) };
  } catch (error) {
    await handle?.close();
    throw fileError(error, "read", path.shown);
  }
}

/** Some files of the system say that their size is 0 and have content. */
function readHead({ fd }: FileHandle, size: number): Buffer {
  const buffer = Buffer.allocUnsafe(size === 0 || size >= HEAD_BYTES ? HEAD_BYTES : size);
  let length = 0;
  while (length < buffer.length) {
    const read = readSync(fd, buffer, length, buffer.length - length, length);
    if (read === 0) break;
    length += read;
  }
  return buffer.subarray(0, length);
}

/** Fewer bytes than asked for only at the end of the file. */
export async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  return fill(handle, Buffer.allocUnsafe(Math.max(0, length)), position);
}

export async function fill(handle: FileHandle, buffer: Buffer, position: number): Promise<Buffer> {
  let length = 0;
  while (length < buffer.length) {
    const { bytesRead } = await handle.read(buffer, length, buffer.length - length, position + length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return buffer.subarray(0, length);
}

/** At once, so that nothing of this process comes in between; what `open` has just looked up is still at hand. */
function sizeOfSame({ fd }: FileHandle, path: PathFacts): number {
  const opened = fstatSync(fd);
  const there = lstatSync(path.real);
  if (
    realpathSync.native(path.real) !== path.real ||
    opened.ino !== there.ino ||
    opened.dev !== there.dev ||
    !opened.isFile()
  ) {
    throw new ToolError("precondition_failed", `${path.shown} leads elsewhere than before.`, "Call the tool again.");
  }
  return opened.size;
}

export async function readWhole(path: PathFacts, signal: AbortSignal): Promise<Buffer> {
  return withFile(path, async ({ handle, size, head }) => {
    if (size > MAX_WHOLE) {
      throw new ToolError("unsupported", `${path.shown} has ${size} bytes, too many to edit here.`, "Use a command.");
    }
    const bytes = head.length < HEAD_BYTES ? head : await readAt(handle, 0, size);
    signal.throwIfAborted();
    return bytes;
  });
}

/** Whether the file has exactly these bytes. Takes no memory for them: a megabyte costs more to get than to compare. */
export async function holds(path: PathFacts, expected: Buffer, signal: AbortSignal): Promise<boolean> {
  return withFile(path, async ({ handle, size, head }) => {
    if (size !== expected.length || !head.equals(expected.subarray(0, head.length))) return false;
    const buffer = Buffer.allocUnsafe(Math.min(COMPARED_BYTES, size - head.length));
    for (let at = head.length; at < size; at += buffer.length) {
      signal.throwIfAborted();
      const piece = await fill(handle, buffer.subarray(0, size - at), at);
      if (!piece.equals(expected.subarray(at, at + buffer.length))) return false;
    }
    return true;
  });
}

/** SHA-256 in hex. */
export async function hashOf(bytes: Buffer): Promise<string> {
  const hash = createHash("sha256");
  for (let at = 0; at < bytes.length; at += SLICE) {
    if (at > 0) await setImmediate();
    hash.update(bytes.subarray(at, at + SLICE));
  }
  return hash.digest("hex");
}

function refuseNotFile(path: PathFacts): void {
  if (path.kind === "file") return;
  if (path.kind === "folder") throw new ToolError("unsupported", `${path.shown} is a folder.`, "List it instead.");
  if (path.kind === "other") throw new ToolError("unsupported", `${path.shown} is a device, pipe or socket.`);
  const why = path.dangling ? "The link there leads to nothing" : "There is no file";
  throw new ToolError("not_found", `${why} at ${path.shown}.`);
}
