import { parseArgs } from "node:util";
import { BUNDLE_FIGURES } from "./bundle";
import { COMMAND_FIGURES, FUZZ_FIGURES } from "./commands";
import type { Figure, Group } from "./figure";
import { GATE_FIGURES } from "./gate";
import { GREP_FIGURE } from "./grep";
import { START_FIGURE, STEP_FIGURES, STREAM_FIGURE } from "./processes";
import { PROGRAM_CALL_FIGURES } from "./programCalls";
import { PROGRAM_FIGURES } from "./programs";
import { PROMPT_FIGURES } from "./prompt";
import { SEARCH_FIGURES } from "./search";
import { VSCODE_FIGURES } from "./vscode";

const GROUPS: readonly Group[] = [
  PROMPT_FIGURES,
  BUNDLE_FIGURES,
  START_FIGURE,
  STEP_FIGURES,
  STREAM_FIGURE,
  GREP_FIGURE,
  SEARCH_FIGURES,
  COMMAND_FIGURES,
  FUZZ_FIGURES,
  GATE_FIGURES,
  PROGRAM_FIGURES,
  PROGRAM_CALL_FIGURES,
  ...VSCODE_FIGURES,
];

const USAGE =
  "usage: bench [--only NAME]... [--json] [--cases FILE-or-FOLDER]\nNAME is a figure or the part before its dot.";

async function main(): Promise<number> {
  const { only, json, cases } = wanted();
  const groups = GROUPS.filter((group) => group.names.some((name) => isWanted(name, only)));
  if (groups.length === 0)
    return misused(
      `No figure is named ${only.join(" or ")}. There are: ${GROUPS.flatMap(({ names }) => names).join(", ")}.`,
    );
  const figures: Figure[] = [];
  for (const group of groups) {
    for (const figure of await group.measure(cases, json ? print : undefined)) {
      if (!isWanted(figure.name, only)) continue;
      figures.push(figure);
      print(figure);
    }
  }
  if (figures.length === 0) return misused(`${only.join(" and ")} is measured on cases: say where, by --cases.`);
  return figures.every(({ ok }) => ok) ? 0 : 1;
}

function print(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

function wanted(): { readonly only: readonly string[]; readonly json: boolean; readonly cases: string | undefined } {
  try {
    const { values } = parseArgs({
      options: { only: { type: "string", multiple: true }, json: { type: "boolean" }, cases: { type: "string" } },
    });
    return { only: values.only ?? [], json: values.json ?? false, cases: values.cases };
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
