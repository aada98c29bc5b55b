/** Limits of one conversation's cache. */
export const MAX_ACTIVATED = 8;
export const MAX_ACTIVATED_BYTES = 16 * 1024;

/** The deferred tools of one conversation's requests: names only, never what they named. A value; nothing changes it. */
export interface Activation {
  /** As requests carry them: in the order in which they came, so that a request's head never moves. */
  readonly order: readonly string[];
  /** The same names, least recently used first. */
  readonly recent: readonly string[];
}

export const EMPTY_ACTIVATION: Activation = { order: [], recent: [] };

/** Bytes of a tool's schema as a request carries it; infinite for one that is not there. */
export type BytesOf = (name: string) => number;

export interface Activated {
  readonly activation: Activation;
  /** Names that are in now and were not before, best first. */
  readonly activated: readonly string[];
  /** Names that were in and had to go. */
  readonly evicted: readonly string[];
}

/**
 * Takes one search's hits in, best first. Where the bounds bite, a hit gives way to better ones only,
 * and what was there before gives way to hits, the least recently used first.
 */
export function activate(before: Activation, hits: readonly string[], bytesOf: BytesOf): Activated {
  const taken = fitting([...new Set(hits)], bytesOf);
  const others = before.recent.filter((name) => !taken.includes(name) && Number.isFinite(bytesOf(name)));
  const stay = new Set(fitting([...taken, ...others.toReversed()], bytesOf, "stop"));
  const order = [...new Set([...before.order, ...taken])].filter((name) => stay.has(name));
  const recent = [...others, ...taken.toReversed()].filter((name) => stay.has(name));
  return {
    activation: { order, recent },
    activated: taken.filter((name) => !before.order.includes(name)),
    evicted: before.order.filter((name) => !stay.has(name)),
  };
}

/** Of names in order of worth those that fit; one that does not is passed over, or ends it. */
function fitting(names: readonly string[], bytesOf: BytesOf, otherwise: "pass" | "stop" = "pass"): readonly string[] {
  const kept: string[] = [];
  let bytes = 0;
  for (const name of names) {
    const more = bytesOf(name);
    if (kept.length < MAX_ACTIVATED && bytes + more <= MAX_ACTIVATED_BYTES) {
      kept.push(name);
      bytes += more;
    } else if (otherwise === "stop") break;
  }
  return kept;
}

/** It ran: the most recently used one, at its old place in the requests. Never adds a name. */
export function touch(activation: Activation, name: string): Activation {
  const { order, recent } = activation;
  if (!recent.includes(name) || recent.at(-1) === name) return activation;
  return { order, recent: [...recent.filter((each) => each !== name), name] };
}

/** Drops names that are gone, denied or eager by now. The same value when nothing is dropped. */
export function revalidate(activation: Activation, isAllowed: (name: string) => boolean): Activation {
  if (activation.order.every(isAllowed)) return activation;
  return { order: activation.order.filter(isAllowed), recent: activation.recent.filter(isAllowed) };
}
