import { appendFileSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import type { AuditRecord } from "../shared/approval";
import { errnoOf } from "./errors";

/**
 * Appends one JSON line a decision. Each is with the system before the next thing happens, so that no call
 * runs whose decision a killed host forgot. A failure is told and stops nothing: the decision was made.
 */
export function createAudit(path: string, onError: (error: unknown) => void): (record: AuditRecord) => void {
  return (record) => {
    const line = `${JSON.stringify(record)}\n`;
    try {
      append(path, line);
    } catch (error) {
      onError(error);
    }
  };
}

/** The folder is there but for the first time: to make sure of it each time would double the work. */
function append(path: string, line: string): void {
  try {
    appendFileSync(path, line, { mode: 0o600 });
  } catch (error) {
    if (errnoOf(error) !== "ENOENT") throw error;
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    appendFileSync(path, line, { mode: 0o600 });
  }
}
