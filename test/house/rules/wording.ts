import type { Violation } from "./source";

type Texts = Readonly<Record<string, string>>;

/** Every text that is looked up has its entry, and every entry is looked up. */
export function sameWords(used: readonly string[], bundle: Texts, name: string): Violation[] {
  const known = Object.keys(bundle);
  return [
    ...used.filter((word) => !known.includes(word)).map((word) => `${name}: "${word}" is missing (npm run l10n)`),
    ...known.filter((word) => !used.includes(word)).map((word) => `${name}: "${word}" is not used (npm run l10n)`),
  ];
}

/** The `%keys%` of a manifest. */
export function manifestKeys(manifest: string): string[] {
  return [...new Set([...manifest.matchAll(/"%([^%"]+)%"/g)].map(([, key]) => key ?? ""))];
}

/** A translation keeps the places for values: `{0}`. */
export function samePlaces(bundle: Texts, translation: Texts, name: string): Violation[] {
  const places = (text = "") => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort().join();
  return Object.entries(translation)
    .filter(([key, text]) => places(text) !== places(bundle[key]))
    .map(([key]) => `${name}: "${key}" has other places for values`);
}
