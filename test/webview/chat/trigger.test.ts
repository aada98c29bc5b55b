import { expect, test } from "vitest";
import { triggerAt } from "../../../webview/chat/composer/trigger";

const at = (text: string) => triggerAt(text, text.length);

test("a slash begins a command at the very start of a message only", () => {
  expect(at("/to")).toEqual({ trigger: "/", query: "to", start: 0 });
  expect(at("/goal pa")).toEqual({ trigger: "/", query: "goal pa", start: 0 });
  expect(at("see /to")).toBeUndefined();
  expect(at("/tools\nand")).toBeUndefined();
});

test("a mention begins after a blank, and is what stands before the cursor", () => {
  expect(at("@sr")).toEqual({ trigger: "@", query: "sr", start: 0 });
  expect(at("look at @src/a")).toEqual({ trigger: "@", query: "src/a", start: 8 });
  expect(triggerAt("look at @src/a and more", 11)).toEqual({ trigger: "@", query: "sr", start: 8 });
  expect(at("me@example")).toBeUndefined();
  expect(at("@a b")).toBeUndefined();
});

test("a mention in quotes may hold blanks", () => {
  expect(at('in @"my fi')).toEqual({ trigger: "@", query: "my fi", start: 3 });
  expect(at('in @"my file.txt" ')).toBeUndefined();
});
