import { closeSync, fstatSync, openSync, readFileSync, type Stats, statSync } from "node:fs";
import { dirname } from "node:path";
import { brokenPolicy, readPolicy } from "../core/gate/policyFile";
import type { Policy } from "../core/gate/statutes";
import { errnoOf } from "./errors";

const MAX_BYTES = 1024 * 1024;
const OTHERS_WRITE = 0o022;
const ROOT = 0;

/**
 * Where the administrator of a machine puts a policy. Fixed: what a user's environment says plays no
 * part. On Windows the folder's own rights let administrators alone write there.
 */
export function policyPlace(platform: NodeJS.Platform = process.platform): string {
  if (platform === "win32") return "C:\\Program Files\\Gatehouse\\policy.json";
  if (platform === "darwin") return "/Library/Application Support/Gatehouse/policy.json";
  return "/etc/gatehouse/policy.json";
}

export interface PolicyPlace {
  readonly file: string;
  /** Who must own the file and its folder; another one only in tests. */
  readonly owner: number;
}

/**
 * The policy as its file is now; none when there is no file. One that another than root owns or may
 * write is nobody's policy, and that it stands there is a fault: like one that can't be read, it permits
 * nothing.
 */
export function loadPolicy({ file, owner }: PolicyPlace = { file: policyPlace(), owner: ROOT }): Policy | undefined {
  let handle: number | undefined;
  try {
    handle = openSync(file, "r");
    // Of the opened file: nobody can exchange it after it was judged.
    const why =
      whyNotTheirs(fstatSync(handle), "file", owner) ?? whyNotTheirs(statSync(dirname(file)), "folder", owner);
    return why === undefined ? readPolicy(readFileSync(handle, "utf8"), file) : brokenPolicy(file, why);
  } catch (error) {
    const errno = errnoOf(error);
    if (handle === undefined && (errno === "ENOENT" || errno === "ENOTDIR")) return undefined;
    return brokenPolicy(file, error instanceof Error ? error.message : String(error));
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

/** Windows has no such owners and bits. */
function whyNotTheirs(stats: Stats, what: "file" | "folder", owner: number): string | undefined {
  if (what === "file" && !stats.isFile()) return "it is no file";
  if (what === "file" && stats.size > MAX_BYTES) return "it has more than 1 MiB";
  if (process.platform === "win32") return undefined;
  if (stats.uid !== owner) return `the ${what} is not root's own`;
  return (stats.mode & OTHERS_WRITE) === 0 ? undefined : `others than root may write the ${what}`;
}
