import { expect, test } from "vitest";
import { diffLines } from "../../../webview/ui/diffLines";

const drawn = (unified: string) => diffLines(unified).map(({ kind, number, text }) => `${kind} ${number} ${text}`);

test("numbers the lines of the new text, hunk by hunk", () =>
  expect(drawn("@@ -1,2 +1,2 @@\n a\n-b\n+c\n@@ -9 +9 @@\n d\n")).toEqual([
    "same 1 a",
    "removed  b",
    "added 2 c",
    "gap ⋯ ",
    "same 9 d",
  ]));

test("shows what hides in a line", () =>
  expect(drawn("@@ -1 +1 @@\n+a\u202eb\tc\n")).toEqual(["added 1 a\\u{202E}b\tc"]));

test("a carriage return is shown only when it is not at every line", () => {
  expect(drawn("@@ -1 +1 @@\n-a\r\n+b\r\n")).toEqual(["removed  a", "added 1 b"]);
  expect(drawn("@@ -1 +1 @@\n-a\r\n+a\n")).toEqual(["removed  a\\u{D}", "added 1 a"]);
});

test("notes of the diff are no lines of the text", () =>
  expect(drawn("@@ -1 +1 @@\n+a\n\\ No newline at end of file\n")[1]).toBe("note  \\ No newline at end of file"));
