import { type Expansions, readWord } from "./lexer";
import type { Word } from "./word";

/** Whether `[[ ]]` or `[ ]` at this place is harmless: some operators evaluate text as arithmetic, and run what it holds. */
export function isHarmlessTest(text: string, start: number, end: number, expansions: Expansions): boolean {
  const double = text.startsWith("[[", start);
  const [open, close] = double ? ["[[", "]]"] : ["[", "]"];
  if (!text.startsWith(open, start) || !text.slice(0, end).endsWith(close)) return false;
  const words = wordsOf(text, start + open.length, end - close.length, double, expansions);
  if (!words) return false;
  return double ? isHarmlessDouble(words) : isHarmlessSingle(words);
}

/** Nothing when something stands there that is no word and no operator. */
function wordsOf(
  text: string,
  start: number,
  end: number,
  double: boolean,
  expansions: Expansions,
): readonly Word[] | undefined {
  const words: Word[] = [];
  for (let at = start; at < end; ) {
    const blank = /[ \t\n]/.test(text[at] as string);
    const operator = double ? /^(?:&&|\|\||[()<>])/.exec(text.slice(at, at + 2))?.[0] : undefined;
    if (blank || operator) {
      at += operator?.length ?? 1;
      continue;
    }
    const word = readWord(text, at, undefined, expansions);
    if (word.problem || word.end > end || word.end === at) return undefined;
    words.push(word);
    at = word.end;
  }
  return words;
}

function isHarmlessDouble(words: readonly Word[]): boolean {
  return words.every(({ value }, at) => {
    if (EVALUATES.has(value) || value === "=~") return false;
    if (!NUMERIC.has(value)) return true;
    return [words[at - 1], words[at + 1]].every((side) => side !== undefined && /^-?\d+$/.test(side.value));
  });
}

/** The words of `[ ]` or `test`, without the brackets. */
export function isHarmlessSingle(words: readonly Word[]): boolean {
  return words.every((word, at) => {
    if (word.problem || EVALUATES.has(word.value)) return false;
    if (word.resolved) return !word.pattern;
    // Else its value could be an operator.
    return word.quoted && !word.splits && [words[at - 1], words[at + 1]].some((next) => next && isOperator(next));
  });
}

const EVALUATES: ReadonlySet<string> = new Set(["-v", "-R"]);
const NUMERIC: ReadonlySet<string> = new Set(["-eq", "-ne", "-lt", "-le", "-gt", "-ge"]);
// Without `-a` and `-o`: between two of those, a value could be an operator of its own.
const OPERATORS: ReadonlySet<string> = new Set([
  ...NUMERIC,
  ...["=", "==", "!=", "<", ">", "-ef", "-nt", "-ot"],
  ..."bcdefghknprstuwxzGLNOS".split("").map((letter) => `-${letter}`),
]);

const isOperator = ({ resolved, value }: Word): boolean => resolved && OPERATORS.has(value);
