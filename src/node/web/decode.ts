import iconv from "iconv-lite";

/** Where a page may say its charset itself. */
const HEAD = 2_048;

/** Text of an answer: by its mark, its header, what a page says of itself, else UTF-8, else as old pages of the west are. */
export function decodeText(bytes: Buffer, header: string | undefined): string {
  const mark = markOf(bytes);
  const names = [mark, header, declared(bytes.toString("latin1", 0, HEAD)), isUtf8SoFar(bytes) ? "utf8" : undefined];
  const charset = names.find((name) => name !== undefined && iconv.encodingExists(name)) ?? "windows1252";
  return iconv.decode(bytes, /^(iso-?8859-?1|latin-?1|us-ascii|ascii)$/i.test(charset) ? "windows1252" : charset);
}

function markOf(bytes: Buffer): string | undefined {
  const hex = bytes.toString("hex", 0, 3);
  if (hex === "efbbbf") return "utf8";
  if (hex.startsWith("fffe")) return "utf16le";
  return hex.startsWith("feff") ? "utf16be" : undefined;
}

/** `<meta charset=…>`, `<meta … content="text/html; charset=…">`, `<?xml … encoding=…>`. */
function declared(head: string): string | undefined {
  const said = /<meta\s[^>]*charset\s*=\s*["']?\s*([\w:-]+)|<\?xml\s[^>]*encoding\s*=\s*["']([\w:-]+)/i.exec(head);
  const name = said?.[1] ?? said?.[2];
  // Who can read this in bytes did not write it in UTF-16.
  return name !== undefined && /^utf-?16/i.test(name) ? "utf8" : name;
}

/** A cut answer may end within a character. */
function isUtf8SoFar(bytes: Buffer): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
