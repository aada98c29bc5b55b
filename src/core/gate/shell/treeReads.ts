import { isOption } from "./views";
import { literalStart, type Word } from "./word";

/** A program that reads the files of a whole tree. */
export interface TreeRead {
  /** It is given no folder: it reads the one that it runs in. */
  readonly here: boolean;
  readonly follows: boolean;
}

interface Searcher {
  /** Options whose value may be the next word. */
  readonly letters: RegExp;
  readonly long: readonly string[];
  /** Options after which no operand is what is looked for. */
  readonly given: RegExp;
  readonly enters: (words: readonly string[]) => boolean;
  readonly follows: RegExp;
}

const GREP: Searcher = {
  letters: /^-[^-ABCDdefm]*[ABCDdefm]$/,
  long: `--after-context --before-context --context --max-count --regexp --file --devices --directories --binary-files
    --label --include --exclude --exclude-from --exclude-dir --group-separator`.split(/\s+/),
  given: /^-[^-]*[ef]|^--(?:reg|fi)/,
  // Shortened names of options too.
  enters: (words) => words.some((word) => /^-[^-]*[rRd]|^--(?:rec|de|di)/.test(word)),
  follows: /^-[^-]*[Rd]|^--(?:de|di)/,
};

const RG: Searcher = {
  letters: /^-[^-ABCEMTdefgjmrt]*[ABCEMTdefgjmrt]$/,
  long: `--after-context --before-context --color --colors --context --glob --iglob --max-columns --max-count --max-depth
    --max-filesize --regexp --replace --sort --sortr --threads --type --type-not`.split(/\s+/),
  given: /^-[^-]*[ef]|^--(?:regexp|file|files)(?:=|$)/,
  enters: () => true,
  follows: /^-[^-]*L|^--follow/,
};

/** Nothing where only the files that are named are read. */
export function treeRead(name: string, words: readonly Word[]): TreeRead | undefined {
  // It compares what is in two folders, and follows links in them, whatever its options are.
  if (name === "diff") return { here: false, follows: true };
  const searcher = name === "rg" ? RG : /^[ef]?grep$/.test(name) ? GREP : undefined;
  if (!searcher) return undefined;
  const options = words.filter(isOption).map(literalStart);
  if (!searcher.enters(options) && words.every(({ resolved }) => resolved)) return undefined;
  const isGiven = options.some((option) => searcher.given.test(option));
  const here = operands(words, searcher) < (isGiven ? 1 : 2);
  return { here, follows: options.some((option) => searcher.follows.test(option)) };
}

function operands(words: readonly Word[], { letters, long }: Searcher): number {
  let count = 0;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] as Word;
    if (word.value === "--") return count + words.length - at - 1;
    const isLong = word.value.startsWith("--") && long.some((name) => name.startsWith(word.value));
    if (isLong || letters.test(word.value)) at += 1;
    else if (!isOption(word)) count += 1;
  }
  return count;
}
