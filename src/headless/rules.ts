import { readFileSync } from "node:fs";
import { readRules } from "../core/gate/rules/read";
import { NO_RULES, type RuleBook } from "../core/gate/statutes";
import { parseJsonc } from "../core/results/jsonc";
import { UsageError } from "./arguments";

/** The rules of `--rules FILE`, as the setting `gatehouse.rules` has them. Nobody is there to be told of a broken one. */
export function readRulesFile(file: string | undefined): RuleBook {
  if (file === undefined) return NO_RULES;
  const book = readRules(parsed(file), { name: file, mayAllow: true });
  const [problem] = book.problems;
  if (problem) throw new UsageError(`--rules: ${problem.place}: ${problem.why}.`);
  return book;
}

function parsed(file: string): unknown {
  const { value, errors } = parseJsonc(textOf(file));
  const [error] = errors;
  if (error) throw new UsageError(`--rules: ${file}:${error.line}: ${error.text}`);
  return value;
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new UsageError(`--rules: ${file} can't be used. ${error instanceof Error ? error.message : String(error)}`);
  }
}
