/** The text of a `$'...'` that starts at `at`, and where it ends; nothing when it has no end. */
export function ansiC(text: string, at: number): { readonly value: string; readonly end: number } | undefined {
  let value = "";
  for (let place = at + 2; place < text.length; ) {
    const char = text[place] as string;
    if (char === "'") return { value, end: place + 1 };
    const found = char === "\\" ? ESCAPE.exec(text.slice(place, place + 12)) : null;
    value += found ? decoded(found) : char;
    place += found ? found[0].length : 1;
  }
  return undefined;
}

const ESCAPE =
  /^\\(?:([0-7]{1,3})|x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|c([\s\S])|([abeEfnrtv\\'"?]))/;

const LETTERS: Readonly<Record<string, string>> = {
  a: "\u0007",
  b: "\b",
  e: "\u001b",
  E: "\u001b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
};

function decoded([, octal, hex, short, long, control, letter]: RegExpExecArray): string {
  if (octal) return String.fromCharCode(Number.parseInt(octal, 8) & 0xff);
  if (control) return String.fromCharCode(control.charCodeAt(0) & 0x1f);
  const code = hex ?? short ?? long;
  if (code) {
    const point = Number.parseInt(code, 16);
    return point > 0x10ffff ? "\u0000" : String.fromCodePoint(point);
  }
  return LETTERS[letter ?? ""] ?? letter ?? "";
}
