import { type Prepared, prepareProgram } from "../../core/code/prepare";
import type { ProgramLimits } from "../../core/operations/programs";
import { MAX_TEXT } from "../../node/programs/bounds";
import type { FromProgram } from "../../node/programs/messages";
import { sizeWithin } from "./calls";
import type { Globals } from "./globals";
import { describe, isError, jsonOf } from "./worded";

type Program = (lookUp: Globals["lookUp"]) => Promise<unknown>;
type Refused = Extract<Prepared, { readonly refused: string }>;

/** Runs one program and says once how it ended. */
export function runProgram(
  source: string,
  globals: Globals,
  limits: ProgramLimits,
  stackOf: (error: Error) => string,
  send: (message: FromProgram) => void,
): void {
  let isOver = false;
  const end = (message: FromProgram): void => {
    if (!isOver) send(message);
    isOver = true;
  };
  const threw = (thrown: unknown): void => {
    end({ say: "threw", message: describe(thrown), ...lineOf(thrown, stackOf) });
  };
  globals.onThrown(threw);
  const program = compiled(source, globals);
  if ("refused" in program) end({ say: "rejected", message: program.refused, ...lineIn(program.line) });
  else
    program
      .start(globals.lookUp)
      .then((value) => end(returned(value, limits)), threw)
      .catch(threw);
}

function compiled(source: string, globals: Globals): { readonly start: Program } | Refused {
  const prepared = prepareProgram(source, globals.isKnown);
  if ("refused" in prepared) return prepared;
  try {
    return { start: globals.evaluate(`${prepared.text}\n//# sourceURL=${NAME}`) as Program };
  } catch (error) {
    // V8 knows rules that the parser doesn't, and SES refuses some text.
    return { refused: describe(error) };
  }
}

const NAME = "program.js";

function returned(value: unknown, { resultBytes }: ProgramLimits): FromProgram {
  const text = jsonOf(value);
  if (text === undefined) return { say: "returned" };
  const size = sizeWithin(text, Math.min(resultBytes, MAX_TEXT));
  return size === undefined
    ? { say: "returned", value: text }
    : { say: "threw", message: `The return value has ${size}: over the limit. Return less.` };
}

/** Where a line of a stack ends. Before it stands the function's name, which the program may choose. */
const PLACE = /\bprogram\.js:([1-9]\d{0,8}):\d+\)?$/m;

/** The innermost place that is the program's own. */
function lineOf(thrown: unknown, stackOf: (error: Error) => string): { line?: number } {
  try {
    if (!isError(thrown)) return {};
    const found = PLACE.exec(stackOf(thrown).slice(0, 100_000));
    return lineIn(found ? Number(found[1]) : undefined);
  } catch {
    return {};
  }
}

const lineIn = (line: number | undefined): { line?: number } => (line === undefined ? {} : { line });
