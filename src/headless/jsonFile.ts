import { readFileSync } from "node:fs";
import { parseJsonc } from "../core/results/jsonc";
import { UsageError } from "./arguments";

/** What stands in the file of an option. Nobody is there to be told of a broken one, so nothing starts. */
export function readJsonFile(option: string, file: string): unknown {
  const { value, errors } = parseJsonc(textOf(option, file));
  const [error] = errors;
  if (error) throw new UsageError(`${option}: ${file}:${error.line}: ${error.text}`);
  return value;
}

function textOf(option: string, file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${option}: ${file} can't be used. ${why}`);
  }
}
