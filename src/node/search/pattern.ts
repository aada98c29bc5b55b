import { createContext, Script } from "node:vm";
import { ToolError } from "../../core/operations/failure";

/** Where a line matches, in UTF-16; nothing when it does not. */
export interface Match {
  readonly index: number;
  readonly from: number;
}

/** A pattern that takes longer for one file is one that would never end. */
const MAX_MS = 250;

/**
 * A pattern in JavaScript's syntax, which is ripgrep's for what is common. It comes from a model and may take for ever:
 * so a file's lines are looked through under a time limit, which ends even the engine of regular expressions.
 */
export function linePattern(pattern: string, ignoreCase: boolean): (lines: readonly string[]) => readonly Match[] {
  const regex = compile(pattern, ignoreCase);
  const context = createContext({ find: () => [] });
  const script = new Script("find()");
  return (lines) => {
    const find = (): Match[] =>
      lines.flatMap((line, index) => {
        const from = line.search(regex);
        return from < 0 ? [] : [{ index, from }];
      });
    context["find"] = find;
    try {
      return script.runInContext(context, { timeout: MAX_MS });
    } catch (error) {
      throw timedOut(error) ? tooSlow() : error;
    }
  };
}

function compile(pattern: string, ignoreCase: boolean): RegExp {
  const [head = "", inline = ""] = /^\(\?([ims]+)\)/.exec(pattern) ?? [];
  const flags = [...new Set(`${inline}${ignoreCase ? "i" : ""}`)].join("");
  const rest = pattern.slice(head.length);
  try {
    return new RegExp(rest, `u${flags}`);
  } catch {
    return lenient(rest, flags);
  }
}

/** Without `u`, more escapes are allowed, as in ripgrep. */
function lenient(pattern: string, flags: string): RegExp {
  try {
    return new RegExp(pattern, flags);
  } catch (error) {
    throw new ToolError("invalid_argument", error instanceof Error ? error.message : String(error));
  }
}

function timedOut(error: unknown): boolean {
  // It may be an `Error` of the script's own world.
  return (error as { code?: unknown } | undefined)?.code === "ERR_SCRIPT_EXECUTION_TIMEOUT";
}

function tooSlow(): ToolError {
  return new ToolError("timeout", "The pattern takes too long.", "Avoid repeated groups that repeat themselves.");
}
