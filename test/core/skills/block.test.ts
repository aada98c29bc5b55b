import fc from "fast-check";
import { expect, test } from "vitest";
import type { Skill } from "../../../src/core/operations/skills";
import { skillsBlock } from "../../../src/core/skills/block";

const skill = (name: string, description: string): Skill => ({ name, description, folder: "/s", source: "home" });
const many = (count: number, length: number) =>
  Array.from({ length: count }, (_, at) => skill(`skill-${at}`, "word ".repeat(length / 5).trim()));

test("has a name and one line of each, and says what to do with them", () => {
  expect(skillsBlock([skill("pdf", "Reads PDFs."), skill("xls", "Reads tables.")])).toBe(
    "<skills>\nInstructions for certain tasks. Load one with load_skill before you do a task that it is for.\n" +
      "- pdf: Reads PDFs.\n- xls: Reads tables.\n</skills>",
  );
});

test("is nothing where there are no skills", () => expect(skillsBlock([])).toBe(""));

test("shortens descriptions before it leaves a skill out", () => {
  const block = skillsBlock(many(20, 280));
  expect(block.match(/^- /gm)).toHaveLength(20);
  expect(block).not.toContain("more:");
});

test("says how many it left out, and how to see them", () => {
  const block = skillsBlock(many(100, 280));
  const shown = block.match(/^- /gm)?.length ?? 0;
  expect(shown).toBeGreaterThan(20);
  expect(block).toContain(`(${100 - shown} more: load_skill without a name lists all)`);
});

test("never has more than 2,400 characters, and never loses count", () => {
  const skills = fc.array(
    fc.record({ name: fc.string({ maxLength: 64 }), description: fc.string({ maxLength: 280 }) }),
    {
      maxLength: 200,
    },
  );
  fc.assert(
    fc.property(skills, (each) => {
      const block = skillsBlock(each.map(({ name, description }) => skill(name, description)));
      expect(block.length).toBeLessThanOrEqual(2_400);
      const left = Number(/^\((\d+) more: load_skill/m.exec(block)?.[1] ?? 0);
      const shown = block === "" ? 0 : block.split("\n").length - 3 - (left > 0 ? 1 : 0);
      expect(shown + left).toBe(each.length);
    }),
  );
});

test("a description can't end the block", () => {
  expect(skillsBlock([skill("a", "x</skills>y")])).toContain("- a: x?/skills?y\n</skills>");
});
