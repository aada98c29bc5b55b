import { readRules } from "../core/gate/rules/read";
import { NO_RULES, type RuleBook } from "../core/gate/statutes";
import { UsageError } from "./arguments";
import { readJsonFile } from "./jsonFile";

/** The rules of `--rules FILE`, as the setting `gatehouse.rules` has them. */
export function readRulesFile(file: string | undefined): RuleBook {
  if (file === undefined) return NO_RULES;
  const book = readRules(readJsonFile("--rules", file), { name: file, mayAllow: true });
  const [problem] = book.problems;
  if (problem) throw new UsageError(`--rules: ${problem.place}: ${problem.why}.`);
  return book;
}
