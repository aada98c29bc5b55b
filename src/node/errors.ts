import { ToolError } from "../core/operations/failure";
import type { ErrorCode } from "../shared/results";

const KNOWN: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  ENOENT: ["not_found", "there is nothing at this path"],
  EACCES: ["permission_denied", "the system does not allow it"],
  EPERM: ["permission_denied", "the system does not allow it"],
  EROFS: ["permission_denied", "the file system is read-only"],
  ENOTDIR: ["invalid_argument", "a parent of the path is a file, not a folder"],
  EEXIST: ["invalid_argument", "a parent of the path is a file, not a folder"],
  EISDIR: ["unsupported", "it is a folder"],
  ELOOP: ["invalid_argument", "the symbolic links on the way lead in a circle or changed"],
  ENAMETOOLONG: ["invalid_argument", "the name is too long"],
  ENXIO: ["unsupported", "it is a device or socket"],
  ENOSPC: ["precondition_failed", "the disk is full"],
  EDQUOT: ["precondition_failed", "the disk quota is used up"],
  EFBIG: ["precondition_failed", "the file would be larger than the system allows"],
};

/** Words a failure of the file system for the model; anything unknown stays the bug it may be. */
export function fileError(error: unknown, doing: string, shown: string): unknown {
  const code = errnoOf(error);
  const known = code === undefined ? undefined : KNOWN[code];
  if (!known) return error;
  return new ToolError(known[0], `Can't ${doing} ${shown}: ${known[1]}.`, undefined, { cause: error });
}

export function errnoOf(error: unknown): string | undefined {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : undefined;
}
