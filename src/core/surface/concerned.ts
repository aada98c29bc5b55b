import { serverPrefix } from "../mcp/names";

/** So many servers are started for one search at most. */
const MAX_SERVERS = 8;

/**
 * Servers that a query is about: all by the word `mcp`; one by its name as a word, or by a name that
 * begins as its tools' names do. The others are left alone.
 */
export function serversConcerned(query: string, servers: readonly string[]): string[] {
  const asked = query.toLowerCase();
  const all = hasWord(asked, "mcp");
  return servers.filter((server) => all || isNamed(asked, server.toLowerCase())).slice(0, MAX_SERVERS);
}

function isNamed(asked: string, server: string): boolean {
  return hasWord(asked, server) || asked.split(/[\s,]+/).some((word) => word.startsWith(serverPrefix(server)));
}

/** Not as a part of a longer word: a server `git` is not meant by "digital". */
function hasWord(text: string, word: string): boolean {
  if (word === "") return false;
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    const end = at + word.length;
    if (isBorder(text.slice(0, at).at(-1), word.at(0)) && isBorder(text.at(end), word.at(-1))) return true;
  }
  return false;
}

/** Scripts without blanks have no borders that could be seen. */
function isBorder(outside: string | undefined, inside: string | undefined): boolean {
  return !/\w/.test(outside ?? "") || !/\w/.test(inside ?? "");
}
