import { expect, test } from "vitest";
import { english, words } from "../../src/shared/words";

test("a text without places carries none", () => expect(words("Stopped.")).toEqual({ text: "Stopped." }));

test("in English each place holds what belongs there, once, and an empty end leaves no blank", () => {
  expect(english(words("{1} refused {0}. {2}", "{1}", 7, ""))).toBe("7 refused {1}.");
});

test("a place that nothing fills stays as it is", () =>
  expect(english({ text: "Of an old log: {0}" })).toContain("{0}"));
