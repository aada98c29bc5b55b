/** A glob with more alternatives than this is taken for none: it would take its time. */
export const MAX_ALTERNATIVES = 200;

/** `a.{b,{c,d}}` is `a.b`, `a.c`, `a.d`. Braces that are escaped, not closed, or hold no comma, are themselves. */
export function expandBraces(glob: string): readonly string[] {
  const done: string[] = [];
  const open = [glob];
  for (let next = open.pop(); next !== undefined && done.length < MAX_ALTERNATIVES; next = open.pop()) {
    const found = firstBraces(next);
    if (!found) done.push(next);
    else
      open.push(...found.parts.map((part) => next.slice(0, found.start) + part + next.slice(found.end + 1)).reverse());
  }
  return done;
}

function firstBraces(glob: string): { start: number; end: number; parts: readonly string[] } | undefined {
  for (let start = glob.indexOf("{"); start >= 0; start = glob.indexOf("{", start + 1)) {
    if (glob[start - 1] === "\\") continue;
    const commas: number[] = [];
    const end = closing(glob, start, commas);
    if (end === undefined || commas.length === 0) continue;
    const cuts = [start, ...commas, end];
    return { start, end, parts: cuts.slice(1).map((cut, at) => glob.slice((cuts[at] ?? 0) + 1, cut)) };
  }
  return undefined;
}

function closing(glob: string, start: number, commas: number[]): number | undefined {
  let depth = 0;
  for (let at = start; at < glob.length; at += 1) {
    const char = glob[at];
    if (char === "\\") {
      at += 1;
      continue;
    }
    if (char === "{") depth += 1;
    if (char === "," && depth === 1) commas.push(at);
    if (char === "}") depth -= 1;
    if (depth === 0) return at;
  }
  return undefined;
}
