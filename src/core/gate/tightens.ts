import { isSameRule } from "../../shared/rules";
import type { Invariant, Law, PlacedRule } from "./statutes";

/** What rules and laws say together. */
export interface Statutes {
  readonly rules: readonly PlacedRule[];
  readonly laws: readonly Law[];
}

const STRICTNESS = { allow: 0, ask: 1, deny: 2, block: 2 } as const;

/**
 * With `after` in the place of `before` no call gets a looser answer: all that asked or denied does so
 * still, or denies, and nothing is allowed that was not. It may say so of a change less often than it is
 * true, never more often: globs are compared as texts.
 */
export function tightens(before: Statutes, after: Statutes): boolean {
  return rulesTighten(before.rules, after.rules) && lawsTighten(before.laws, after.laws);
}

/** Rules that stood in for what could not be read go when it can: what was read before stands beside them. */
export function rulesTighten(before: readonly PlacedRule[], after: readonly PlacedRule[]): boolean {
  const keeps = before
    .filter((rule) => isStrict(rule) && !rule.unread)
    .every((rule) => after.some((other) => isAtLeast(other, rule)));
  return keeps && after.every((rule) => isStrict(rule) || before.some((other) => isOne(other, rule)));
}

/** Of a law that is broken now its invariants are those that were last read. */
export function lawsTighten(before: readonly Law[], after: readonly Law[]): boolean {
  return before.every(({ root, invariants }) => {
    const now = after.find((each) => each.root === root)?.invariants ?? [];
    return invariants.every((invariant) => now.some((other) => asksAtLeast(other, invariant)));
  });
}

/** The tightest of both: what asks or denies in either, what is allowed in both. */
export function together(before: Statutes, after: Statutes): Statutes {
  const strict = [...before.rules.filter(({ unread }) => !unread), ...after.rules].filter(isStrict);
  const allowed = after.rules.filter((rule) => !isStrict(rule) && before.rules.some((other) => isOne(other, rule)));
  return { rules: once([...strict, ...allowed], isOne), laws: lawsOfBoth(before.laws, after.laws) };
}

function lawsOfBoth(before: readonly Law[], after: readonly Law[]): readonly Law[] {
  const roots = [...new Set([...before, ...after].map(({ root }) => root))];
  return roots.map((root) => {
    const of = (laws: readonly Law[]) => laws.find((each) => each.root === root);
    const invariants = once([...(of(before)?.invariants ?? []), ...(of(after)?.invariants ?? [])], isSameInvariant);
    const broken = of(after)?.broken;
    return { root, invariants, ...(broken === undefined ? {} : { broken }) };
  });
}

const isStrict = ({ action }: PlacedRule): boolean => action !== "allow";

export const isOne = (a: PlacedRule, b: PlacedRule): boolean =>
  a.root === b.root && a.unread === b.unread && isSameRule(a, b);

const isAtLeast = (a: PlacedRule, b: PlacedRule): boolean =>
  isOne({ ...a, action: b.action }, b) && STRICTNESS[a.action] >= STRICTNESS[b.action];

const pathsOf = ({ paths }: Invariant): string => JSON.stringify([...paths].sort());

/** Whatever it is called. */
const asksAtLeast = (a: Invariant, b: Invariant): boolean =>
  b.paths.every((path) => a.paths.includes(path)) && STRICTNESS[a.action] >= STRICTNESS[b.action];

const isSameInvariant = (a: Invariant, b: Invariant): boolean => a.action === b.action && pathsOf(a) === pathsOf(b);

function once<T>(items: readonly T[], isSame: (a: T, b: T) => boolean): readonly T[] {
  return items.filter((item, at) => items.findIndex((other) => isSame(other, item)) === at);
}
