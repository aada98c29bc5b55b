import { isAscii, isUtf8 } from "node:buffer";
import { ToolError } from "../core/operations/failure";
import type { Charset } from "../core/operations/files";

/** Turns bytes without marks into text and back. Never fails: what does not fit is found by `decodeExactly` and `encodeExactly`. */
export interface Codec {
  readonly charset: Charset;
  /** One byte order mark; empty when the charset has none. */
  readonly mark: Buffer;
  decode(bytes: Buffer): string;
  encode(text: string): Buffer;
}

/** VS Code's names besides the Unicode ones. All are supersets of ASCII without states, which `window.ts` and `splice.ts` rely on. */
const ICONV_NAMES = new Set(
  `windows1250 windows1251 windows1252 windows1253 windows1254 windows1255 windows1256 windows1257 windows1258
  windows874 iso88591 iso88592 iso88593 iso88594 iso88595 iso88596 iso88597 iso88598 iso88599 iso885910 iso885911
  iso885913 iso885914 iso885915 iso885916 macroman cp437 cp850 cp852 cp865 cp866 cp1125 cp950 koi8r koi8u koi8ru
  koi8t gbk gb2312 gb18030 big5hkscs shiftjis eucjp euckr`.split(/\s+/),
);

const NO_MARK = Buffer.alloc(0);

const UNICODE: Readonly<Record<string, Codec>> = {
  utf8: { charset: "utf8", mark: NO_MARK, decode: decodeUtf8, encode: (text) => Buffer.from(text, "utf8") },
  utf8bom: {
    charset: "utf8bom",
    mark: Buffer.from([0xef, 0xbb, 0xbf]),
    decode: decodeUtf8,
    encode: (text) => Buffer.from(text, "utf8"),
  },
  utf16le: {
    charset: "utf16le",
    mark: Buffer.from([0xff, 0xfe]),
    decode: (bytes) => bytes.toString("utf16le"),
    encode: (text) => Buffer.from(text, "utf16le"),
  },
  utf16be: {
    charset: "utf16be",
    mark: Buffer.from([0xfe, 0xff]),
    decode: (bytes) => swapped(bytes).toString("utf16le"),
    encode: (text) => swapped(Buffer.from(text, "utf16le")),
  },
};

/** Throws `unsupported` for a name that VS Code does not have. */
export async function codecFor(name: string): Promise<Codec> {
  const charset = name.toLowerCase().replace(/[^a-z0-9]/g, "");
  const unicode = UNICODE[charset];
  if (unicode) return unicode;
  if (!ICONV_NAMES.has(charset)) throw new ToolError("unsupported", `The charset ${name} is not known here.`);
  // Loaded on first use: hardly any workspace needs its tables.
  const iconv = (await import("iconv-lite")).default;
  return {
    charset,
    mark: NO_MARK,
    decode: (bytes) => iconv.decode(bytes, charset, { stripBOM: false }),
    encode: (text) => iconv.encode(text, charset),
  };
}

/** What VS Code would take a file for: its mark, else zero bytes where UTF-16 has them, else what the host says, else UTF-8. */
export function detectCharset(head: Buffer, hint: string | undefined): string {
  const marked = ["utf8bom", "utf16le", "utf16be"].find((name) => startsWith(head, UNICODE[name]?.mark ?? NO_MARK));
  if (marked) return marked;
  // The setting `utf8bom` asks for a mark; a file that has none is plain UTF-8.
  const named = hint?.toLowerCase() === "utf8bom" ? "utf8" : hint;
  if (named?.toLowerCase().startsWith("utf16")) return named;
  return utf16ByZeros(head.subarray(0, 512)) ?? named ?? "utf8";
}

/** Bytes taken by marks at the head; broken tools leave several (F2). */
export function markLength(bytes: Buffer, codec: Codec): number {
  const size = codec.mark.length;
  let length = 0;
  while (size > 0 && startsWith(bytes.subarray(length), codec.mark)) length += size;
  return length;
}

/** Nothing when the bytes would not come back as they are: then they are not text in this charset. */
export function decodeExactly(bytes: Buffer, codec: Codec): string | undefined {
  if (codec.charset.startsWith("utf8")) return isUtf8(bytes) ? codec.decode(bytes) : undefined;
  if (codec.charset.startsWith("utf16")) return bytes.length % 2 === 0 ? codec.decode(bytes) : undefined;
  const text = codec.decode(bytes);
  return codec.encode(text).equals(bytes) ? text : undefined;
}

/** Throws when the text holds half a surrogate pair or something that the charset lacks. */
export function encodeExactly(text: string, codec: Codec): Buffer {
  if (/\p{Surrogate}/u.test(text)) {
    throw new ToolError("invalid_argument", "The text holds half of a surrogate pair.", "Send the whole character.");
  }
  const bytes = codec.encode(text);
  if (codec.charset.startsWith("utf") || codec.decode(bytes) === text) return bytes;
  const lost = [...text].find((char) => codec.decode(codec.encode(char)) !== char) ?? "?";
  throw new ToolError(
    "unsupported",
    `The file's charset is ${codec.charset}, which can't hold the character ${lost}.`,
    "Use other characters, or ask the user to save the file in another charset first.",
  );
}

/** Both are several times faster than `toString("utf8")`. */
function decodeUtf8(bytes: Buffer): string {
  return isAscii(bytes) ? bytes.toString("latin1") : utf8.decode(bytes);
}
const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });

function utf16ByZeros(head: Buffer): "utf16le" | "utf16be" | undefined {
  if (!head.includes(0)) return undefined;
  const zeroExactlyAt = (parity: number): boolean =>
    head.every((byte, index) => (byte === 0) === (index % 2 === parity));
  if (zeroExactlyAt(1)) return "utf16le";
  return zeroExactlyAt(0) ? "utf16be" : undefined;
}

function startsWith(bytes: Buffer, mark: Buffer): boolean {
  return mark.length > 0 && bytes.subarray(0, mark.length).equals(mark);
}

function swapped(bytes: Buffer): Buffer {
  const even = bytes.length - (bytes.length % 2);
  return Buffer.from(bytes.subarray(0, even)).swap16();
}
