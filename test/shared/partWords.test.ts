import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { OUTCOME_WORDS, WHY_WORDS } from "../../src/shared/partWords";

const chinese: Record<string, string> = JSON.parse(readFileSync("l10n/bundle.l10n.zh-cn.json", "utf8"));
const whys = Object.values(WHY_WORDS).map(({ text }) => text);

test("every finding has one sentence of its own", () => {
  expect(new Set(whys).size).toBe(whys.length);
  expect(whys.filter((sentence) => !/^[A-Z].*\.$/.test(sentence))).toEqual([]);
});

test("every finding and outcome has Chinese words of its own", () => {
  const all = [...whys, ...Object.values(OUTCOME_WORDS).map(({ text }) => text)];
  const translated = all.map((text) => chinese[text]);
  expect(translated.filter((text) => text === undefined || !/\p{Script=Han}/u.test(text))).toEqual([]);
  expect(new Set(translated).size).toBe(all.length);
});
