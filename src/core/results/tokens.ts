/**
 * Estimated tokens without a tokenizer: a sum over characters, so that a part never counts more
 * than the whole and two parts never less than both together. English and code come out near what
 * current tokenizers say, other scripts rather too high.
 */
export function estimateTokens(text: string): number {
  // Rounded to a thousandth first: sums of fractions drift in their last bits.
  return Math.ceil(Math.round(weigh(text) * 1000) / 1000);
}

/** The same without rounding, to be added up. */
export function weigh(text: string): number {
  let sum = 0;
  for (let at = 0; at < text.length; at += 1) sum += weight(text.charCodeAt(at));
  return sum;
}

/** Length of the longest head of `text` that weighs at most `tokens`; no pair is halved. */
export function headWithin(text: string, tokens: number): number {
  let at = 0;
  for (let room = tokens; at < text.length; at += 1) {
    room -= weight(text.charCodeAt(at));
    if (room < 0) break;
  }
  return isLow(text.charCodeAt(at)) ? Math.max(0, at - 1) : at;
}

/** Start of the longest tail of `text` that weighs at most `tokens`; no pair is halved. */
export function tailWithin(text: string, tokens: number): number {
  let at = text.length;
  for (let room = tokens; at > 0; at -= 1) {
    room -= weight(text.charCodeAt(at - 1));
    if (room < 0) break;
  }
  return isLow(text.charCodeAt(at)) ? at + 1 : at;
}

function isLow(code: number): boolean {
  return code >= 0xdc00 && code < 0xe000;
}

const LETTER = 0.22;
const DIGIT = 0.5;
const BLANK = 0.08;
const LINE_END = 0.3;
const PUNCTUATION = 0.45;
const OTHER_SCRIPT = 0.5;
/** CJK, Hangul, kana, private use, and each half of a pair. */
const IDEOGRAPH = 1;

const ASCII = Float64Array.from({ length: 128 }, (_, code) => asciiWeight(String.fromCharCode(code)));

function asciiWeight(char: string): number {
  if (/[a-z]/i.test(char)) return LETTER;
  if (/[0-9]/.test(char)) return DIGIT;
  if (char === "\n") return LINE_END;
  if (/\s/.test(char)) return BLANK;
  return PUNCTUATION;
}

function weight(code: number): number {
  if (code < 128) return ASCII[code] ?? PUNCTUATION;
  if (code < 0x1100) return OTHER_SCRIPT;
  if (code < 0x2e80) return code < 0x1200 ? IDEOGRAPH : OTHER_SCRIPT;
  return IDEOGRAPH;
}
