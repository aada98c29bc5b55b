import type { Node } from "./tree";

/**
 * Whether the parser ended a here-document where the shell does: its delimiter is a plain word, stands alone at the
 * end, and on no line before. A document that goes on would hide commands, one that stops early would make some up.
 */
export function isSureDocument(redirect: Node, text: string): boolean {
  const [start, body, end] = ["heredoc_start", "heredoc_body", "heredoc_end"].map((type) =>
    redirect.children.find((child) => child.type === type),
  );
  if (!start || !end) return false;
  const delimiter = text.slice(start.start, start.end).replace(/^(['"])(.*)\1$|^\\/, "$2");
  if (!/^[A-Za-z0-9_.-]+$/.test(delimiter)) return false;
  const tabs = redirect.children.some(({ type }) => type === "<<-");
  const bare = (line: string): string => (tabs ? line.replace(/^\t+/, "") : line);
  const lineStart = text.lastIndexOf("\n", end.start) + 1;
  const lineEnd = text.indexOf("\n", end.start);
  if (bare(text.slice(lineStart, lineEnd < 0 ? text.length : lineEnd)) !== delimiter) return false;
  const firstLine = text.indexOf("\n", start.end) + 1;
  // Several documents on one line follow each other: then the first line is another's, and nothing is sure.
  if (body && body.start !== firstLine && text.slice(firstLine, body.start).trim() !== "") return false;
  return !text
    .slice(firstLine, lineStart)
    .split("\n")
    .slice(0, -1)
    .some((line) => bare(line) === delimiter);
}
