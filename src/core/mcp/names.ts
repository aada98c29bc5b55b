const MAX_NAME = 64;
const HASH_LENGTH = 8;

/**
 * What models, the gate and views call a server's tool: `mcp_<server>_<tool>`. One that had to be
 * shortened ends in a hash of the full name, so that it is the same after every start.
 */
export function modelName(server: string, tool: string): string {
  const whole = wholeName(server, tool);
  return whole.length <= MAX_NAME ? whole : hashedName(server, tool);
}

/** What all model names of a server start with, as far as they are not shortened. */
export function serverPrefix(server: string): string {
  return `mcp_${sanitised(server)}_`;
}

export interface NamedTools {
  /** Model name of each tool that has one. */
  readonly names: ReadonlyMap<string, string>;
  /** Tools that even a hash does not tell from another one: they get no name. */
  readonly clashing: readonly string[];
}

/**
 * Names all tools of one server. Where several would share a name, the one that is written just so
 * keeps it and each other gets a hash: `a_b` stays, `a.b` and `a b` become `a_b_<hash>`.
 */
export function nameTools(server: string, tools: readonly string[]): NamedTools {
  const distinct = [...new Set(tools)];
  const plain = groupBy(distinct, (tool) => modelName(server, tool));
  const named = distinct.map((tool) => [tool, nameWithin(server, tool, plain)] as const);
  const final = groupBy(named, ([, name]) => name);
  const isAlone = ([, name]: readonly [string, string]): boolean => final.get(name)?.length === 1;
  return {
    names: new Map(named.filter(isAlone)),
    clashing: named.filter((each) => !isAlone(each)).map(([tool]) => tool),
  };
}

function nameWithin(server: string, tool: string, plain: ReadonlyMap<string, readonly string[]>): string {
  const name = modelName(server, tool);
  const isShared = (plain.get(name)?.length ?? 0) > 1;
  return isShared && sanitised(tool) !== tool ? hashedName(server, tool) : name;
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

function wholeName(server: string, tool: string): string {
  return `${serverPrefix(server)}${sanitised(tool)}`;
}

function hashedName(server: string, tool: string): string {
  return `${wholeName(server, tool).slice(0, MAX_NAME - HASH_LENGTH - 1)}_${hash(`${server}\0${tool}`)}`;
}

function sanitised(text: string): string {
  return text.replace(/[^A-Za-z0-9_-]/gu, "_");
}

/**
 * Two 32-bit multiplicative hashes. Not meant to withstand an attacker: a server can only make its own
 * tools clash, and those of two servers that do are called by nobody.
 */
function hash(text: string): string {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    high = Math.imul(high ^ unit, 2654435761);
    low = Math.imul(low ^ unit, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  const value = 4294967296 * (2097151 & low) + (high >>> 0);
  return value.toString(36).padStart(HASH_LENGTH, "0").slice(-HASH_LENGTH);
}
