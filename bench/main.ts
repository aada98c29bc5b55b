import { parseArgs } from "node:util";
import { BUNDLE_FIGURES } from "./bundle";
import type { Group } from "./figure";
import { START_FIGURE, STEP_FIGURES, STREAM_FIGURE } from "./processes";
import { PROMPT_FIGURES } from "./prompt";
import { VSCODE_FIGURES } from "./vscode";

const GROUPS: readonly Group[] = [
  PROMPT_FIGURES,
  BUNDLE_FIGURES,
  START_FIGURE,
  STEP_FIGURES,
  STREAM_FIGURE,
  ...VSCODE_FIGURES,
];

const USAGE =
  "usage: bench [--only NAME]... [--json] [--cases FILE-or-FOLDER]\nNAME is a figure or the part before its dot.";

async function main(): Promise<number> {
  const only = wanted();
  const groups = GROUPS.filter((group) => group.names.some((name) => isWanted(name, only)));
  if (groups.length === 0)
    return misused(
      `No figure is named ${only.join(" or ")}. There are: ${GROUPS.flatMap(({ names }) => names).join(", ")}.`,
    );
  let met = true;
  for (const group of groups) {
    for (const figure of await group.measure()) {
      if (!isWanted(figure.name, only)) continue;
      met &&= figure.ok;
      process.stdout.write(`${JSON.stringify(figure)}\n`);
    }
  }
  return met ? 0 : 1;
}

/** `--json` and `--cases` are for figures that are measured on cases; those come with their issues. */
function wanted(): readonly string[] {
  try {
    const { values } = parseArgs({
      options: { only: { type: "string", multiple: true }, json: { type: "boolean" }, cases: { type: "string" } },
    });
    return values.only ?? [];
  } catch (error) {
    process.exit(misused(error instanceof Error ? error.message : String(error)));
  }
}

function misused(message: string): number {
  process.stderr.write(`${message}\n${USAGE}\n`);
  return 2;
}

function isWanted(name: string, only: readonly string[]): boolean {
  return only.length === 0 || only.some((each) => name === each || name.startsWith(`${each}.`));
}

process.exit(await main());
