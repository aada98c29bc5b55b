import * as l10n from "@vscode/l10n";
import type { Bounded, Cut, Fact } from "../../src/shared/surface";
import { visible } from "../../src/shared/visible";

/** Foreign text on one line, with nothing hidden in it. */
export const plain = (text: string): string => visible(text, "");

/** To the last digit: what is counted here is compared with logs. */
export const exact = (value: number): string => value.toLocaleString(document.documentElement.lang || "en");

/** A fact that is not known says so, and why. */
export function factWords<T>(fact: Fact<T>, words: (value: T) => string): string {
  return fact.status === "known" ? words(fact.value) : unknownWords(fact.reason);
}

export const unknownWords = (reason: string): string =>
  reason === "" ? l10n.t("unknown") : l10n.t("unknown: {0}", plain(l10n.t(reason)).replaceAll("_", " "));

export const yesNo = (value: boolean): string => (value ? l10n.t("yes") : l10n.t("no"));

/** A text that could not be read says why instead. */
export const boundedWords = ({ text, unknown }: Bounded): string =>
  unknown === undefined ? plain(text) : unknownWords(unknown);

/** What was left out, in words. */
export function cutWords(cut: Cut | undefined): string | undefined {
  if (!cut) return undefined;
  const original = cut.atLeast ? l10n.t("at least {0}", exact(cut.original)) : exact(cut.original);
  const kept = exact(cut.kept);
  switch (cut.unit) {
    case "characters":
      return l10n.t("cut: {0} of {1} characters", kept, original);
    case "bytes":
      return l10n.t("cut: {0} of {1} bytes", kept, original);
    case "entries":
      return l10n.t("cut: {0} of {1} entries", kept, original);
    default:
      return cut.unit satisfies never;
  }
}
