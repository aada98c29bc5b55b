import { NO_RULES, type RuleBook } from "../core/gate/statutes";
import { UsageError } from "./arguments";
import { readJsonFile } from "./jsonFile";

/** The rules of `--rules FILE`, as the setting `gatehouse.rules` has them. */
export async function readRulesFile(file: string | undefined): Promise<RuleBook> {
  if (file === undefined) return NO_RULES;
  const { readRules } = await import("../core/gate/rules/read");
  const book = readRules(readJsonFile("--rules", file), { name: file, mayAllow: true });
  const [problem] = book.problems;
  if (problem) throw new UsageError(`--rules: ${problem.place}: ${problem.why}.`);
  return book;
}
