import type { Part } from "./analysis";
import { isBlockDevice } from "./criticalPaths";
import { type Expansions, readWord } from "./lexer";
import type { Node } from "./tree";
import type { Word } from "./word";

/** One redirection, and the file that it opens. */
export interface Redirect {
  readonly part?: Part;
  readonly reads?: string;
  readonly writes?: string;
}

const COPIES: ReadonlySet<string> = new Set([">&", "<&"]);
const CLOSES: ReadonlySet<string> = new Set([">&-", "<&-"]);
const WRITES: ReadonlySet<string> = new Set([">", ">>", ">|", "&>", "&>>", "<>", ">&"]);

/** Writing asks, and no rule covers it; reading from a known place and copies of descriptors are fine. */
export function judgeRedirect(node: Node, text: string, expansions: Expansions): Redirect {
  const operator = node.children.find(({ named }) => !named)?.type ?? "";
  const target = node.children.find(({ field }) => field === "destination");
  const shown = text.slice(node.start, target?.end ?? node.end);
  const ask = (why: Part["why"]): Redirect => ({ part: { text: shown, outcome: "ask", why } });
  const descriptor = node.children.find(({ field }) => field === "descriptor");
  if (descriptor && !/^\d+$/.test(text.slice(descriptor.start, descriptor.end))) return ask("redirect_target");
  if (!target) return CLOSES.has(operator) ? {} : ask("unparsed");
  const word = readWord(text, target.start, target.end, expansions);
  if (COPIES.has(operator) && /^\d+-?$|^-$/.test(word.source)) return {};
  if (word.problem) return ask(word.problem);
  if (!word.resolved || word.pattern) return ask("redirect_target");
  return WRITES.has(operator) ? writing(word, shown) : operator === "<" ? reading(word, shown) : ask("redirect_target");
}

function writing({ value }: Word, text: string): Redirect {
  if (isBlockDevice(value)) return { part: { text, outcome: "deny", why: "floor" } };
  if (value === "/dev/null") return {};
  const part: Part = { text, outcome: "ask", why: isNetwork(value) ? "redirect_target" : "writes" };
  return { part, writes: value };
}

function reading({ value }: Word, text: string): Redirect {
  if (isNetwork(value)) return { part: { text, outcome: "ask", why: "redirect_target" } };
  return { reads: value };
}

const isNetwork = (path: string): boolean => /^\/+dev\/+(?:tcp|udp)(?:\/|$)/.test(path);
