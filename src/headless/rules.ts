import { readFileSync } from "node:fs";
import { NO_RULES, type RuleBook } from "../core/gate/statutes";
import { UsageError } from "./arguments";

/** The rules of `--rules FILE`, as the setting `gatehouse.rules` has them. Nobody is there to be told of a broken one. */
export async function readRulesFile(file: string | undefined): Promise<RuleBook> {
  if (file === undefined) return NO_RULES;
  const { readRules } = await import("../core/gate/rules/read");
  const book = readRules(parsed(file), { name: file, mayAllow: true });
  const [problem] = book.problems;
  if (problem) throw new UsageError(`--rules: ${problem.place}: ${problem.why}.`);
  return book;
}

function parsed(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw new UsageError(`--rules: ${file} can't be used. ${error instanceof Error ? error.message : String(error)}`);
  }
}
