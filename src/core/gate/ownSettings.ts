import type { Preview } from "../../shared/approval";
import { namesOf } from "./pathNames";
import type { GateFacts, PlannedCall } from "./verdict";

/**
 * The call writes a settings file of the workspace and a `gatehouse.*` setting is not the same
 * after it. A change that nobody can see before it is made counts as one.
 */
export function changesOwnSettings(call: PlannedCall, facts: Pick<GateFacts, "foldsCase" | "windows">): boolean {
  const touched = call.writes.some((path) => isSettingsFile(namesOf(path.real, facts)));
  if (!touched) return false;
  const { preview } = call.prepared;
  return preview === undefined || call.writes.length > 1 || differ(preview);
}

function isSettingsFile(names: readonly string[]): boolean {
  const name = names.at(-1) ?? "";
  return (name === "settings.json" && names.at(-2) === ".vscode") || name.endsWith(".code-workspace");
}

/** Where a side does not parse, VS Code still reads what it can of it: then any mention counts. */
function differ({ before, after }: Preview): boolean {
  const settings = [before, after].map(ownSettings);
  if (settings.includes(undefined)) return before !== after && /gatehouse|\\u/i.test(before + after);
  return settings[0] !== settings[1];
}

/** Every `gatehouse.*` entry at any depth, in order, as one text. Nothing when the text is not JSON with comments. */
function ownSettings(text: string): string | undefined {
  if (text.trim() === "") return "[]";
  const found: [string, unknown][] = [];
  try {
    JSON.parse(withoutComments(text), (key, value: unknown) => {
      if (key === "gatehouse" || key.startsWith("gatehouse.")) found.push([key, value]);
      return value;
    });
  } catch {
    return undefined;
  }
  return JSON.stringify(found);
}

const STRING_OR_COMMENT = /("(?:\\.|[^"\\])*")|\/\/[^\r\n]*|\/\*[\s\S]*?\*\//g;
const STRING_OR_LAST_COMMA = /("(?:\\.|[^"\\])*")|,(?=\s*[}\]])/g;

const withoutComments = (text: string): string =>
  text
    .replace(/^\uFEFF/, "")
    .replace(STRING_OR_COMMENT, "$1")
    .replace(STRING_OR_LAST_COMMA, "$1");
