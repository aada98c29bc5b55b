import type { SourceFile, Violation } from "./source";

type Texts = Readonly<Record<string, string>>;

/** Every text that is looked up has its entry, and every entry is looked up. */
export function sameWords(used: readonly string[], bundle: Texts, name: string): Violation[] {
  const known = Object.keys(bundle);
  return [
    ...used.filter((word) => !known.includes(word)).map((word) => `${name}: "${word}" is missing`),
    ...known.filter((word) => !used.includes(word)).map((word) => `${name}: "${word}" is not used`),
  ];
}

/** The `%keys%` of a manifest. */
export function manifestKeys(manifest: string): string[] {
  return [...new Set([...manifest.matchAll(/"%([^%"]+)%"/g)].map(([, key]) => key ?? ""))];
}

/** A translation keeps the places for values: `{0}`. */
function samePlaces(bundle: Texts, translation: Texts, name: string): Violation[] {
  const places = (text = "") => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort().join();
  return Object.entries(translation)
    .filter(([key, text]) => places(text) !== places(bundle[key]))
    .map(([key]) => `${name}: "${key}" has other places for values`);
}

const TRANSLATED = ["l10n/bundle.l10n", "package.nls"];
const TRANSLATION = /^(l10n\/bundle\.l10n|package\.nls)\.[\w-]+\.json$/;

/** Each of these languages is there, and every translation has exactly the English keys and their places for values. */
export function translated(files: readonly SourceFile[], languages: readonly string[]): Violation[] {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const wanted = TRANSLATED.flatMap((base) => languages.map((language) => `${base}.${language}.json`));
  const paths = new Set([...wanted, ...[...texts.keys()].filter((path) => TRANSLATION.test(path))]);
  return [...paths].flatMap((path) => {
    const translation = texts.get(path);
    if (translation === undefined) return [`${path}: is missing`];
    const english: Texts = JSON.parse(texts.get(path.replace(/\.[\w-]+\.json$/, ".json")) ?? "{}");
    return sameTexts(english, JSON.parse(translation), path);
  });
}

function sameTexts(english: Texts, translation: Texts, name: string): Violation[] {
  return [...sameWords(Object.keys(english), translation, name), ...samePlaces(english, translation, name)];
}
