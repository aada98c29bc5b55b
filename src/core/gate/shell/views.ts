import { looseProgram } from "./command";
import { isAssignmentText, literalStart, plainWord, type Word } from "./word";
import { FIND_RUNS, OTHER_SHELLS, SHELLS, WRAPPERS, type Wrapper } from "./wrapperTable";

/** Everything that one simple command may run: itself, what its wrappers run, and texts that a shell would read. */
export interface Views {
  readonly commands: readonly (readonly Word[])[];
  readonly payloads: readonly string[];
  /** More than anybody nests on purpose: what is deeper was not looked at. */
  readonly tooDeep: boolean;
}

const MAX_VIEWS = 64;

/** Looks through wrappers at any depth. Where an option might have a value both readings are taken. */
export function viewsOf(words: readonly Word[]): Views {
  const commands: (readonly Word[])[] = [];
  const payloads: string[] = [];
  const seen = new Map<Word, readonly number[]>();
  const waiting: (readonly Word[])[] = [words];
  for (let view = waiting.shift(); view; view = waiting.shift()) {
    const [program] = view;
    if (!program) continue;
    const lengths = seen.get(program) ?? [];
    if (lengths.includes(view.length)) continue;
    if (commands.length >= MAX_VIEWS) return { commands, payloads, tooDeep: true };
    seen.set(program, [...lengths, view.length]);
    commands.push(view);
    const inner = lookThrough(view);
    waiting.push(...inner.commands);
    payloads.push(...inner.payloads);
  }
  return { commands, payloads, tooDeep: false };
}

interface Inner {
  readonly commands: readonly (readonly Word[])[];
  readonly payloads: readonly string[];
}

const NOTHING: Inner = { commands: [], payloads: [] };

function lookThrough(words: readonly Word[]): Inner {
  const [program] = words;
  if (!program?.resolved) return NOTHING;
  const name = looseProgram(program.value);
  if (name === "find") return { commands: runByFind(words), payloads: [] };
  if (SHELLS.has(name)) return { commands: [], payloads: known(shellText(words)) };
  if (name === "cmd") return { commands: runByCmd(words), payloads: [] };
  if (name === "trap") return { commands: [], payloads: known(words.find((word, at) => at > 0 && !isOption(word))) };
  const wrapper = WRAPPERS.get(name);
  return wrapper ? behindWrapper(words, wrapper) : NOTHING;
}

/** The `-c` text of a shell: the first word behind its options. */
export function shellText(words: readonly Word[]): Word | undefined {
  let asked = false;
  for (let at = 1; at < words.length; at += 1) {
    const word = words[at] as Word;
    const option = literalStart(word);
    if (!/^[-+]/.test(option) || option === "-") return asked ? word : undefined;
    if (option === "--") return asked ? words[at + 1] : undefined;
    if (/^-[A-Za-z]*c/.test(option) || option === "--command") asked = true;
    if (/^[-+][A-Za-z]*[oO]$/.test(option) || option === "--rcfile" || option === "--init-file") at += 1;
  }
  return undefined;
}

function known(word: Word | undefined): string[] {
  return word?.resolved ? [word.value] : [];
}

function runByFind(words: readonly Word[]): (readonly Word[])[] {
  const runs: (readonly Word[])[] = [];
  words.forEach((word, at) => {
    if (!FIND_RUNS.has(word.value)) return;
    const rest = words.slice(at + 1);
    const stop = rest.findIndex(({ value }) => value === ";" || value === "+");
    runs.push(stop < 0 ? rest : rest.slice(0, stop));
  });
  return runs;
}

/** `cmd /c ...`: its own language, read only as words between its operators. */
function runByCmd(words: readonly Word[]): (readonly Word[])[] {
  const from = words.findIndex(({ value }) => /^\/[ck]$/i.test(value));
  if (from < 0) return [];
  const text = words.slice(from + 1).map(({ value }) => value);
  return text
    .join(" ")
    .split(/[&|]+/)
    .map((piece) => (piece.match(/"[^"]*"|[^\s"]+/g) ?? []).map((word) => plainWord(word.replaceAll('"', ""))))
    .filter((piece) => piece.length > 0);
}

function behindWrapper(words: readonly Word[], wrapper: Wrapper): Inner {
  const payloads: string[] = [];
  const starts = new Set<number>();
  let operands = wrapper.operands ?? 0;
  let at = 1;
  for (; at < words.length; at += 1) {
    const word = words[at] as Word;
    if (wrapper.payload && isPayloadOption(word, wrapper.payload)) {
      payloads.push(...payloadAt(words, at));
      at += word.value.startsWith("--") ? (word.value.includes("=") ? 0 : 1) : word.value.length > 2 ? 0 : 1;
    } else if (word.value === "--") {
      at += 1 + operands;
      break;
    } else if (isOption(word)) {
      if (hasValue(word, wrapper)) at += 1;
      // Nobody knows all options: this one might take the next word, and the one after would be the program.
      else if (!word.value.includes("=")) starts.add(at + 2 + operands);
    } else if (wrapper.assigns && isAssignmentText(literalStart(word))) {
      // Goes before the command.
    } else if (operands > 0) {
      operands -= 1;
    } else {
      break;
    }
  }
  starts.add(at);
  // Some take them behind the user's name as well.
  if (wrapper.payload) {
    for (let late = at; late < words.length; late += 1) {
      if (isPayloadOption(words[late] as Word, wrapper.payload)) payloads.push(...payloadAt(words, late));
    }
  }
  const commands = [...starts].filter((start) => start < words.length).map((start) => words.slice(start));
  if (wrapper.joined) payloads.push(...commands.flatMap((view) => joinedText(view)));
  return { commands, payloads };
}

function isPayloadOption({ value }: Word, options: readonly string[]): boolean {
  return options.some(
    (option) => value === option || value.startsWith(option.startsWith("--") ? `${option}=` : option),
  );
}

/** The value of the option at this place; `env -S` adds the words behind it. */
function payloadAt(words: readonly Word[], at: number): string[] {
  const { value } = words[at] as Word;
  const attached = value.startsWith("--") ? /=([\s\S]*)/.exec(value)?.[1] : value.slice(2);
  const text = attached ? [words[at] as Word] : words.slice(at + 1, at + 2);
  if (!text.every(({ resolved }) => resolved)) return [];
  const first = attached || text[0]?.value;
  return first ? [first] : [];
}

function joinedText(words: readonly Word[]): string[] {
  if (!words.every(({ resolved }) => resolved)) return [];
  return words.length === 0 ? [] : [words.map(({ value }) => value).join(" ")];
}

function hasValue({ value }: Word, { short = "", long = [] }: Wrapper): boolean {
  if (value.startsWith("--")) return long.includes(value.slice(2));
  // In a bundle the first letter with a value takes the rest, or the next word when nothing is left.
  const first = [...value.slice(1)].findIndex((letter) => short.includes(letter));
  return first >= 0 && first === value.length - 2;
}

export const isOption = (word: Word): boolean => /^[-]./.test(literalStart(word));

/** Whether a command is a shell that would read its program from somewhere else than a text that we see. */
export function readsItsProgram(words: readonly Word[]): boolean {
  const [program] = words;
  if (!program) return false;
  const name = looseProgram(program.value);
  const rest = words.slice(1);
  if (rest.length === 1 && /^--?(?:version|help)$|^-v$/i.test(rest[0]?.value ?? "")) return false;
  if (SHELLS.has(name)) return shellText(words)?.resolved !== true;
  return OTHER_SHELLS.has(name) && !rest.some(({ value }) => /^[-/](?:c|k|com.*|e.*)$/i.test(value));
}
