import { diffChars } from "diff";

const MAX_SUGGESTIONS = 3;
/** Share of characters that two names must have in common. */
const ALIKE = 0.6;

/** Offered names that a wrong name may have meant, nearest first. */
export function suggestNames(wrong: string, offered: readonly string[]): string[] {
  const asked = plain(wrong.slice(0, 64));
  return offered
    .map((name) => ({ name, alike: likeness(asked, plain(name)) }))
    .filter(({ alike }) => alike >= ALIKE)
    .sort((a, b) => b.alike - a.alike)
    .slice(0, MAX_SUGGESTIONS)
    .map(({ name }) => name);
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, "");
}

/** 1 for equal names, 0 for names without a common character; a contained name counts as near. */
function likeness(a: string, b: string): number {
  if (a === "" || b === "") return 0;
  const common = diffChars(a, b)
    .filter((part) => !part.added && !part.removed)
    .reduce((sum, part) => sum + part.value.length, 0);
  const whole = (2 * common) / (a.length + b.length);
  return a.includes(b) || b.includes(a) ? Math.max(whole, common / Math.min(a.length, b.length) - 0.1) : whole;
}
