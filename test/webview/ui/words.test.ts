import * as l10n from "@vscode/l10n";
import { expect, test } from "vitest";
import { LAYERS, REASONS } from "../../../src/shared/reasons";
import { layerWords, reasonWords } from "../../../webview/ui/reasonWords";
import { bytes, count, duration, seconds, worded } from "../../../webview/ui/words";

test("every reason has one sentence of its own", () => {
  const sentences = REASONS.map(reasonWords);
  expect(new Set(sentences).size).toBe(REASONS.length);
  expect(sentences.filter((sentence) => !/^[A-Z].*\.$/.test(sentence))).toEqual([]);
});

test("every layer has a phrase of its own", () => expect(new Set(LAYERS.map(layerWords)).size).toBe(LAYERS.length));

test("a reason from a newer host stays readable", () => expect(reasonWords("brand_new")).toBe("brand new"));

test("a text of the core is translated whole, and what fills its places is plain data", () => {
  l10n.config({ contents: { "{0} refused {1}. {2}": "{1}被 {0} 拒绝。{2}" } });
  expect(worded({ text: "{0} refused {1}. {2}", args: ["a{1}", "k\u202e", ""] })).not.toContain("\u202e");
  expect(worded({ text: "{0} refused {1}. {2}", args: ["a", "{0}", ""] })).toBe("{0}被 a 拒绝。");
  l10n.config({ contents: {} });
  expect(worded({ text: "Of an old log: {0}" })).toBe("Of an old log: {0}");
});

test("times are short", () => {
  expect([3, 99, 400, 7_100, 41_200].map(duration)).toEqual(["3 ms", "99 ms", "0.4 s", "7.1 s", "41 s"]);
  expect([59, 60, 125].map(seconds)).toEqual(["59 s", "1 min", "2 min 5 s"]);
});

test("numbers are short", () => {
  expect([980, 14_200, 1_300_000].map(count)).toEqual(["980", "14.2 k", "1.3 M"]);
  expect([12, 2_048].map(bytes)).toEqual(["12 B", "2 kB"]);
});
