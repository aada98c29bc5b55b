import { expect, test } from "vitest";
import { CONCEPTS, conceptsOf } from "../../../src/core/surface/concepts";
import { stem } from "../../../src/core/surface/stem";
import { wordsOf } from "../../../src/core/surface/words";

test.each([
  ["getStoryWithComments", ["get", "stori", "comment"]],
  ["HTTPServer_v2.list-items", ["http", "server", "v", "2", "list", "item"]],
  ["base64", ["base", "64"]],
  ["GitHub", ["git", "hub", "github"]],
  ["The cafés are not for you", ["cafés"]],
  ["查询12306余票", ["查询", "12306", "余", "票", "余票"]],
  ["ファイルを検索する", ["ファイル", "検索"]],
  ["", []],
])("%j has the words %j", (text, words) => expect(wordsOf(text)).toEqual(words));

test("the same word gives the same words each time", () => expect(wordsOf("readFiles")).toEqual(wordsOf("readFiles")));

test("a very long text is cut and costs no more", () => {
  expect(wordsOf("word ".repeat(1_000_000)).length).toBeLessThan(2_000);
});

test("every word of a concept is one that texts can have", () => {
  const lost = CONCEPTS.flat().filter((word) => !wordsOf(word).includes(stem(word)));
  expect(lost).toEqual([]);
});

test("two words of one concept share it; others share nothing", () => {
  expect(conceptsOf(stem("delete"))).toEqual(conceptsOf("删除"));
  expect(conceptsOf("zyxwv")).toEqual([]);
});
