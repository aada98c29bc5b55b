import { appendFileSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import type { AuditRecord } from "../shared/approval";

/**
 * Appends one JSON line a decision. Each is with the system before the next thing happens, so that no call
 * runs whose decision a killed host forgot. A failure is told and stops nothing: the decision was made.
 */
export function createAudit(path: string, onError: (error: unknown) => void): (record: AuditRecord) => void {
  return (record) => {
    const line = `${JSON.stringify(record)}\n`;
    try {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      appendFileSync(path, line, { mode: 0o600 });
    } catch (error) {
      onError(error);
    }
  };
}
