const ESCAPE = /\\([\\nrt"'`/])/g;

const CHARACTERS: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t" };

/** One level of escaping taken off, as a model adds when it escapes twice. */
export function unescapeOnce(text: string): string {
  return text.replace(ESCAPE, (_, escaped: string) => CHARACTERS[escaped] ?? escaped);
}

/**
 * `newText` as it was meant beside an `oldText` that was escaped once too often: the same, unless it
 * holds bare what `oldText` had escaped. Then it was written plainly, and stays.
 */
export function unescapeLike(oldText: string, newText: string): string {
  const escaped = new Set([...oldText.matchAll(ESCAPE)].map(([, char = ""]) => CHARACTERS[char] ?? char));
  escaped.delete("\\");
  const bare = newText.replace(ESCAPE, "");
  return [...escaped].some((char) => bare.includes(char)) ? newText : unescapeOnce(newText);
}
