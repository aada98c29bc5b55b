interface Headers {
  get(name: string): string | null;
}

/** How long the endpoint asks to wait, in ms, from its headers or from its words; nothing when it does not say. */
export function askedWait(headers: Headers | undefined, words: string, now: number): number | undefined {
  return fromHeaders(headers, now) ?? fromWords(words);
}

function fromHeaders(headers: Headers | undefined, now: number): number | undefined {
  if (!headers) return undefined;
  return (
    positive(Number.parseFloat(headers.get("retry-after-ms") ?? "")) ??
    retryAfter(headers.get("retry-after"), now) ??
    reset(headers)
  );
}

/** Seconds or an HTTP date. */
function retryAfter(value: string | null, now: number): number | undefined {
  if (value === null || value.trim() === "") return undefined;
  return /^[\d.]+$/.test(value.trim()) ? Number.parseFloat(value) * 1000 : positive(Date.parse(value) - now);
}

/** OpenAI's limits: the one that is used up says when it is refilled. */
function reset(headers: Headers): number | undefined {
  const kinds = ["requests", "tokens"].filter((kind) => headers.get(`x-ratelimit-remaining-${kind}`)?.trim() === "0");
  const waits = kinds.map((kind) => duration(headers.get(`x-ratelimit-reset-${kind}`) ?? "") ?? 0);
  return positive(Math.max(0, ...waits));
}

/** "Please try again in 6.5s", and Google's `"retryDelay": "23s"`. */
function fromWords(words: string): number | undefined {
  const found = /(?:try again in |retryDelay"?:\s*"?)((?:\d[\d.]*(?:ms|s|m|h))+)/i.exec(words)?.[1];
  return found === undefined ? undefined : duration(found);
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** "6m0s", "20ms", "1.5s". */
function duration(text: string): number | undefined {
  let total = 0;
  for (const [, count, unit] of text.matchAll(/(\d[\d.]*)(ms|s|m|h)/gi)) {
    total += Number.parseFloat(count ?? "0") * (UNITS[(unit ?? "").toLowerCase()] ?? 0);
  }
  return positive(total);
}

function positive(value: number): number | undefined {
  return Number.isFinite(value) && value > 0 ? value : undefined;
}
