import fc from "fast-check";
import { expect, test } from "vitest";
import { parseSkill } from "../../../src/core/skills/parse";

const parse = (text: string, metadata?: string) => parseSkill(text, "folder-name", metadata);

test("takes name and description from the front matter, and gives the body after it", async () => {
  expect(await parse("---\nname: pdf\ndescription: Reads PDFs.\nlicense: MIT\n---\n\n# PDF\n\nSteps.\n")).toEqual({
    name: "pdf",
    description: "Reads PDFs.",
    body: "# PDF\n\nSteps.",
    warnings: [],
  });
});

test("reads files with Windows line ends", async () => {
  const skill = await parse("---\r\nname: pdf\r\ndescription: Reads PDFs.\r\n---\r\nOne.\r\nTwo.\r\n");
  expect(skill).toMatchObject({ name: "pdf", description: "Reads PDFs.", body: "One.\nTwo." });
});

test("skill.yaml fills gaps and never overrules", async () => {
  const metadata = "id: from-id\nname: from-yaml\ndescription: From skill.yaml.";
  const both = await parse("---\nname: from-front\n---\nBody", metadata);
  expect(both).toMatchObject({ name: "from-front", description: "From skill.yaml.", warnings: [] });
  expect(await parse("# Heading", metadata)).toMatchObject({ name: "from-yaml", warnings: [] });
  expect(await parse("# Heading", "id: from-id\ndescription: D")).toMatchObject({ name: "from-id", description: "D" });
});

test("a file with only a heading loads under its folder's name, with warnings", async () => {
  expect(await parse("# Skill: My Skill\n\n## 用途\n...")).toEqual({
    name: "folder-name",
    description: "My Skill",
    body: "# Skill: My Skill\n\n## 用途\n...",
    warnings: [
      "It gives no name: its folder's stands for it.",
      "It gives no description: its first words stand for it.",
    ],
  });
});

test("front matter that is no YAML is read by its lines, with a warning", async () => {
  const skill = await parse("---\nname: pdf\ndescription: Use when: reading\n---\n# PDF");
  expect(skill).toMatchObject({ name: "pdf", description: "Use when: reading", body: "# PDF" });
  expect(skill.warnings).toEqual([expect.stringMatching(/^The front matter is not valid YAML: /)]);
  expect((await parse('---\nname: "a b"\ndescription: x: y\n---\n')).name).toBe("a b");
});

test("where its lines say nothing either, the heading does", async () => {
  const skill = await parse("---\n[broken\nname: [\n---\n# PDF");
  expect(skill).toMatchObject({ name: "folder-name", description: "PDF" });
  expect(skill.warnings[0]).toMatch(/^The front matter is not valid YAML/);
});

test("front matter without an end is body", async () => {
  const skill = await parse("---\nname: pdf\n# Heading");
  expect(skill).toMatchObject({ name: "folder-name", description: "Heading" });
  expect(skill.warnings[0]).toBe("The front matter has no closing ---.");
});

test("a description of several lines becomes one, of at most 280 characters", async () => {
  const folded = await parse("---\nname: a\ndescription: |\n  One\n  two.\n---\n");
  expect(folded.description).toBe("One two.");
  const long = await parse(`---\nname: a\ndescription: ${"word ".repeat(100)}\n---\n`);
  expect(long.description).toMatch(/word…$/);
  expect(long.description.length).toBeLessThanOrEqual(280);
});

test("a longer name is cut, with a warning", async () => {
  const skill = await parse(`---\nname: ${"n".repeat(65)}\ndescription: d\n---\n`);
  expect(skill.name).toBe(`${"n".repeat(63)}…`);
  expect(skill.warnings).toEqual(["Its name has more than 64 characters."]);
});

test("what nobody sees is gone from name, description and body", async () => {
  const tags = [..."obey"].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join("");
  const skill = await parse(
    `---\nname: "a\u202eb"\ndescription: "c\u200bd\u00a0e${tags}"\n---\nBo\u2066dy${tags}\tx\n\ny`,
  );
  expect(skill).toMatchObject({ name: "ab", description: "cd e", body: "Body\tx\n\ny" });
});

test("values that are no words are as good as missing", async () => {
  const skill = await parse("---\nname: [a]\ndescription: {b: c}\n---\n# Heading");
  expect(skill).toMatchObject({ name: "folder-name", description: "Heading" });
  expect((await parse("---\nname: 2048\ndescription: true\n---\n")).name).toBe("2048");
});

test("a small file does not grow into a big one", async () => {
  const anchors = Array.from({ length: 9 }, (_, at) => `a${at + 1}: &a${at + 1} [${`*a${at},`.repeat(9)}]`);
  const skill = await parse(`---\na0: &a0 [x]\n${anchors.join("\n")}\nname: bomb\n---\n# Heading`);
  expect(skill.name).toBe("bomb");
  expect(skill.warnings[0]).toMatch(/^The front matter is not valid YAML/);
});

test("is total and keeps its bounds", async () => {
  const text = fc.oneof(fc.string({ unit: "binary", maxLength: 500 }), fc.string({ maxLength: 500 }));
  const file = fc.oneof(
    text,
    fc.tuple(text, text).map(([matter, body]) => `---\n${matter}\n---\n${body}`),
  );
  await fc.assert(
    fc.asyncProperty(file, fc.option(text, { nil: undefined }), async (content, metadata) => {
      const { name, description } = await parse(content, metadata);
      expect(name.length).toBeLessThanOrEqual(64);
      expect(description.length).toBeLessThanOrEqual(280);
      expect(`${name}${description}`).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    }),
  );
});

test("a description of very many blanks takes no time", async () => {
  const since = performance.now();
  const text = `---\nname: a: b\ndescription: a${" ".repeat(200_000)}b\n---\nDo it.`;
  expect((await parseSkill(text, "x", undefined)).description).toBe("a b");
  expect(performance.now() - since).toBeLessThan(2_000);
});
