import { stem } from "./stem";

/** Longer texts are cut here: what a tool does stands at the beginning. */
const MAX_TEXT = 8_000;
/** More than a word takes, with the blank and the stop words around it. */
const LONG_WORD = 20;

/**
 * Words that say nothing of what is looked for. No list of a package: those take "get" and "make" out,
 * which are what tools are called by, and leave "within" and "please" in.
 */
const STOP_WORDS = new Set(
  `a an the this that these those some any each every all both either neither no not nor only own other another such
  same so too very just also even still yet i me my mine we us our ours you your yours he him his he she her hers it its
  they them their theirs one ones who whom whose which what when where why how am is are was were be been being do does
  did done doing have has had having can could may might must shall should will would and or but if then else than
  because as while until of at by for with without about against between among into through during before after above
  below to from in out on off over under again further once here there via per within upon onto across along around
  toward towards whether etc please let lets want wants need needs needed like use uses used using given give gives
  based related relevant respective respectively specific specified certain various several possible able s t
  的 了 和 与 或 在 是 有 把 被 对 从 到 为 我 你 他 她 它 这 那 个 中 请 吗 呢 を が は に の で と も する です ます`.split(
    /\s+/,
  ),
);

const ASCII = /^[\s!-~]*$/;
const ASCII_RUNS = /[A-Za-z0-9]+/g;
/** Letters and digits in a row, as far as any script has them. */
const RUNS = /[\p{L}\p{M}\p{N}]+/gu;
const HAN = /\p{Script=Han}{2,}/gu;
/** A name that is written as one word as often as with a capital inside: GitHub, YouTube. */
const TWO_HUMPS = /^\p{Lu}\p{Ll}+\p{Lu}\p{Ll}+$/u;
const HUMPS = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/gu;

/**
 * Words of a text or identifier as they are indexed and looked up, in their order, at most `limit`: parts of
 * identifiers, lower case, English ones stemmed, stop words left out. Scripts without blanks are cut by
 * `Intl.Segmenter`; Han characters give their pairs too, since where it cuts depends on what stands around.
 */
export function wordsOf(text: string, limit = MAX_TEXT): string[] {
  const head = text.slice(0, Math.min(MAX_TEXT, limit * LONG_WORD));
  const runs = ASCII.test(head) ? head.match(ASCII_RUNS) : head.normalize("NFKC").match(RUNS);
  const words: string[] = [];
  for (const run of runs ?? []) {
    for (const word of wordsOfRun(run)) words.push(word);
    if (words.length >= limit) return words.slice(0, limit);
  }
  return words;
}

const MAX_KEPT = 20_000;
const MAX_KEPT_LENGTH = 24;
const kept = new Map<string, readonly string[]>();

/** Texts are made of the same words again and again. */
function wordsOfRun(run: string): readonly string[] {
  if (run.length > MAX_KEPT_LENGTH) return makeWords(run);
  const known = kept.get(run);
  if (known) return known;
  if (kept.size >= MAX_KEPT) kept.clear();
  const words = makeWords(run);
  kept.set(run, words);
  return words;
}

function makeWords(run: string): readonly string[] {
  const parts = run.split(HUMPS).flatMap((part) => segmentsOf(part.toLowerCase()));
  if (TWO_HUMPS.test(run)) parts.push(run.toLowerCase());
  for (const [han] of run.matchAll(HAN)) parts.push(...pairsOf(han).filter((pair) => !parts.includes(pair)));
  return parts.filter((part) => !STOP_WORDS.has(part)).map(stem);
}

/** Of these scripts one run of letters is many words. */
const UNCUT =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
let segmenter: Intl.Segmenter | undefined;

function segmentsOf(part: string): string[] {
  if (!UNCUT.test(part)) return [part];
  segmenter ??= new Intl.Segmenter("en", { granularity: "word" });
  return [...segmenter.segment(part)].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment);
}

function pairsOf(han: string): string[] {
  const characters = [...han];
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}
