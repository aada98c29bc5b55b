import { expect, test } from "vitest";
import { textWindow } from "../../src/vscode/textWindow";

const all = { offset: 1, limit: 100, maxBytes: 10_000 };

test("gives whole lines with their ends", () => {
  expect(textWindow("a\r\nb\nc", { ...all, offset: 2, limit: 1 })).toEqual({
    text: "b\n",
    lines: 1,
    totalLines: 3,
    totalBytes: 6,
  });
});

test("a text that ends in a line feed has no line after it", () => {
  expect(textWindow("a\nb\n", all)).toMatchObject({ text: "a\nb\n", lines: 2, totalLines: 2 });
});

test("nothing is there past the end, and in an empty text", () => {
  expect(textWindow("a\n", { ...all, offset: 5 })).toMatchObject({ text: "", lines: 0, totalLines: 1 });
  expect(textWindow("", all)).toMatchObject({ text: "", lines: 0, totalLines: 0 });
});

test("only lines that fit are given, counted in bytes", () => {
  expect(textWindow("éé\néé\n", { ...all, maxBytes: 6 })).toMatchObject({ text: "éé\n", lines: 1, totalBytes: 10 });
});

test("a first line over the bound gives its head, on a whole character, and its size", () => {
  expect(textWindow("ééé\n", { ...all, maxBytes: 3 }).longLine).toEqual({ head: "é", bytes: 7 });
});
