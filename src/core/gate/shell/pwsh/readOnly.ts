import type { Why } from "../analysis";
import { readOnly as readOnlyInBash } from "../readOnly";
import { literalStart, plainWord, type Word } from "../word";
import {
  ACTION_PARAMETERS,
  ACTION_SHORT,
  BARRED_DRIVE,
  BARRED_PARAMETERS,
  BARRED_SHORT,
  fullName,
  HARMLESS_ACTIONS,
  NATIVE,
  NETWORK_PATH,
  READ_ONLY_CMDLETS,
} from "./table";
import type { PwshCommand } from "./walk";

/** `read_only` where a PowerShell command is proven to be, else why not. */
export function readOnlyPwsh({ command, elements }: PwshCommand, away: boolean, texts: readonly string[]): Why {
  const [program, ...rest] = command.words;
  if (!program?.resolved) return "unresolved_program";
  const name = program.value.toLowerCase();
  const native = name.replace(/\.exe$/, "");
  if (NATIVE.has(native)) return readOnlyInBash([], [plainWord(native), ...rest], { away, isAuto: () => false });
  const full = fullName(name);
  if (!READ_ONLY_CMDLETS.has(full)) return "not_listed";
  if (texts.some((text) => NETWORK_PATH.test(text) || BARRED_DRIVE.test(text))) return "option_not_listed";
  if (full === "foreach-object") return isOnlyBlocks(elements, rest) ? "read_only" : "construct";
  return rest.every((word, at) => isHarmless(word, rest[at + 1])) ? "read_only" : "option_not_listed";
}

function isHarmless(word: Word, next: Word | undefined): boolean {
  const [, name, value] = /^-([A-Za-z]+)(?::([\s\S]*))?$/.exec(literalStart(word)) ?? [];
  if (name === undefined) return word.problem === undefined;
  const parameter = name.toLowerCase();
  if (BARRED_SHORT.has(parameter) || BARRED_PARAMETERS.some((barred) => barred.startsWith(parameter))) return false;
  const isAction = ACTION_SHORT.has(parameter) || ACTION_PARAMETERS.some((action) => action.startsWith(parameter));
  return !isAction || HARMLESS_ACTIONS.has((value ?? (next?.resolved ? next.value : "")).toLowerCase());
}

/** Any other argument names a method or a property. */
function isOnlyBlocks(elements: PwshCommand["elements"], words: readonly Word[]): boolean {
  const isBlock = (at: number): boolean => words[at]?.source.startsWith("{") ?? false;
  return (
    elements.some((_, at) => isBlock(at)) &&
    words.every(({ value }, at) => isBlock(at) || /^-(?:begin|process|end)$/i.test(value))
  );
}
