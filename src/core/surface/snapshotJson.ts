import type { Snapshot } from "../../shared/surface";

/**
 * `/tools json`: the snapshot for a program, and for a person who reads it. What can't be seen is written as
 * JSON may write it, so that the value stays the same and nothing hides in it.
 */
export function snapshotJson(snapshot: Snapshot): string {
  const json = JSON.stringify(snapshot, null, 2);
  return `${json.replace(/(?![ \n])[\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}]/gu, escaped)}\n`;
}

const escaped = (hidden: string): string =>
  hidden
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
