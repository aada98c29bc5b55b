import { ToolError } from "../core/operations/failure";
import type { FileSnapshot, PathFacts } from "../core/operations/files";
import { type Codec, decodeExactly, markLength } from "./charset";
import { hashOf, readWhole } from "./open";
import { sniff } from "./sniff";

/** Finds the charset of a file from its real path and first bytes. */
export type FindCodec = (real: string, head: Buffer) => Promise<Codec>;

export async function takeSnapshot(
  path: PathFacts,
  codecOf: FindCodec,
  eolOfNew: () => "\n" | "\r\n",
  signal: AbortSignal,
): Promise<FileSnapshot> {
  // New files are UTF-8 without a mark, whatever the settings say of files that exist.
  if (path.kind === "missing") {
    return { path, exists: false, text: "", hash: "absent", charset: "utf8", eol: eolOfNew(), source: "disk" };
  }
  const bytes = await readWhole(path, signal);
  const codec = await codecOf(path.real, bytes);
  if (sniff(bytes, codec.mark.length > 0)) {
    throw new ToolError("unsupported", `${path.shown} is not a text file.`);
  }
  const text = decodeExactly(bytes.subarray(markLength(bytes, codec)), codec);
  if (text === undefined) throw lossy(path, codec);
  const hash = await hashOf(bytes);
  return { path, exists: true, text, hash, charset: codec.charset, eol: commonEol(text, eolOfNew), source: "disk" };
}

function lossy(path: PathFacts, codec: Codec): ToolError {
  return new ToolError(
    "unsupported",
    `${path.shown} holds bytes that are not ${codec.charset}; changing it would damage them. It was left alone.`,
    "Ask the user to choose the file's encoding in the editor or in files.encoding.",
  );
}

function commonEol(text: string, otherwise: () => "\n" | "\r\n"): "\n" | "\r\n" {
  let all = 0;
  let crlf = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) {
    all += 1;
    if (text[at - 1] === "\r") crlf += 1;
  }
  if (all === 0) return otherwise();
  return crlf * 2 > all ? "\r\n" : "\n";
}
