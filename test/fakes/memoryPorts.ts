import { createHash } from "node:crypto";
import type { Digest, Ids, Language, Log, Ports } from "../../src/core/operations/ports";
import { type FakeClock, fakeClock } from "./clock";
import { type MemoryFiles, memoryFiles } from "./memoryFiles";
import { type MemorySpills, memorySpills } from "./memorySpills";
import { type Script, type ScriptedProcesses, scriptedProcesses } from "./processes";

export interface LogEntry {
  readonly level: "info" | "warn" | "error";
  readonly message: string;
  readonly data: unknown;
}

export interface MemoryPorts extends Ports {
  readonly files: MemoryFiles;
  readonly processes: ScriptedProcesses;
  readonly spills: MemorySpills;
  readonly clock: FakeClock;
  readonly log: Log & { readonly entries: readonly LogEntry[] };
}

/** A whole host in memory. */
export function memoryPorts(
  options: {
    readonly files?: MemoryFiles | Readonly<Record<string, string>>;
    readonly commands?: Readonly<Record<string, Script>>;
    readonly clock?: FakeClock;
    readonly language?: Language;
  } = {},
): MemoryPorts {
  const files = isFiles(options.files) ? options.files : memoryFiles(options.files);
  return {
    files,
    processes: scriptedProcesses(options.commands),
    spills: memorySpills(files),
    clock: options.clock ?? fakeClock(),
    ids: countingIds(),
    log: memoryLogPort(),
    digest: sha256,
    ...(options.language && { language: options.language }),
  };
}

function isFiles(files: MemoryFiles | Readonly<Record<string, string>> | undefined): files is MemoryFiles {
  return typeof files?.["inspect"] === "function";
}

/** `prefix-1`, `prefix-2`, ... so that expectations can be written down. */
export function countingIds(): Ids {
  let count = 0;
  return {
    next(prefix) {
      count += 1;
      return `${prefix}-${count}`;
    },
  };
}

export const sha256: Digest = (text) => createHash("sha256").update(text).digest("hex");

export function memoryLogPort(): MemoryPorts["log"] {
  const entries: LogEntry[] = [];
  const at = (level: LogEntry["level"]) => (message: string, data?: unknown) =>
    void entries.push({ level, message, data });
  return { entries, info: at("info"), warn: at("warn"), error: at("error") };
}
