/** What the first bytes of a file say it is, when it is not text. */
export type Sniffed =
  | { readonly kind: "image"; readonly mime: string }
  | { readonly kind: "binary"; readonly type: string };

/** A zero byte within the first of these means binary, as for git. */
const LOOKED_AT = 8192;

const BINARY_MAGIC: readonly (readonly [string, string])[] = [
  ["25504446", "PDF document"],
  ["504b0304", "ZIP archive"],
  ["504b0506", "ZIP archive"],
  ["1f8b08", "gzip archive"],
  ["425a68", "bzip2 archive"],
  ["fd377a585a00", "xz archive"],
  ["28b52ffd", "zstd archive"],
  ["377abcaf271c", "7z archive"],
  ["526172211a07", "RAR archive"],
  ["7f454c46", "ELF program"],
  ["cafebabe", "Java class or Mach-O program"],
  ["cffaedfe", "Mach-O program"],
  ["0061736d", "WebAssembly module"],
  ["53514c69746520666f726d6174203300", "SQLite database"],
  ["4f676753", "Ogg media"],
  ["494433", "MP3 audio"],
  ["774f4632", "WOFF2 font"],
  ["774f4646", "WOFF font"],
];

/**
 * Looks at a file's first bytes. Nothing means text. `marked` says that it is UTF-16
 * or has a byte order mark: then zero bytes are ordinary.
 */
export function sniff(head: Buffer, marked: boolean): Sniffed | undefined {
  const mime = imageType(head);
  if (mime) return { kind: "image", mime };
  if (marked) return undefined;
  const hex = head.toString("hex", 0, 16);
  const magic = BINARY_MAGIC.find(([start]) => hex.startsWith(start));
  if (magic) return { kind: "binary", type: magic[1] };
  return head.subarray(0, LOOKED_AT).includes(0) ? { kind: "binary", type: "binary data" } : undefined;
}

function imageType(head: Buffer): string | undefined {
  const ascii = head.toString("latin1", 0, 12);
  if (head.toString("hex", 0, 8) === "89504e470d0a1a0a") return "image/png";
  if (head.toString("hex", 0, 3) === "ffd8ff") return "image/jpeg";
  if (ascii.startsWith("GIF87a") || ascii.startsWith("GIF89a")) return "image/gif";
  if (ascii.startsWith("RIFF") && ascii.startsWith("WEBP", 8)) return "image/webp";
  return isBmp(head, ascii) ? "image/bmp" : undefined;
}

/** "BM" alone also starts ordinary words: the four reserved bytes of the header must be zero as well. */
function isBmp(head: Buffer, ascii: string): boolean {
  return ascii.startsWith("BM") && head.length >= 26 && head.readUInt32LE(6) === 0;
}
