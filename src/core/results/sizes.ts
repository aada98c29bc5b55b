const encoder = new TextEncoder();

/** Size of a text in UTF-8. */
export function utf8Bytes(text: string): number {
  return encoder.encode(text).length;
}

/** As many whole characters as fit. */
export function headOf(text: string, maxBytes: number): string {
  // A character has at least one byte, so the rest needs no look.
  const bytes = encoder.encode(text.slice(0, maxBytes + 1));
  if (bytes.length <= maxBytes) return text;
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(0, maxBytes), { stream: true });
}

/** `12,345`: the same in every locale, since the model reads it. */
export function figure(count: number): string {
  // By hand: the first use of a locale costs a process 10 ms and more.
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ",");
}

/** `1 line`, `3 lines`. */
export function counted(count: number, thing: string): string {
  return `${figure(count)} ${thing}${count === 1 ? "" : "s"}`;
}

/** Number of line feeds in `text.slice(from, to)`. */
export function lineFeeds(text: string, from = 0, to = text.length): number {
  let count = 0;
  for (let at = text.indexOf("\n", from); at !== -1 && at < to; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}

/** Replaces halves of surrogate pairs: they can't be written as UTF-8 and break stored sessions. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\uFFFD");
}
