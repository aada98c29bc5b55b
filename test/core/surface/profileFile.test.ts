import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Profile, parseProfile, writeProfile } from "../../../src/core/surface/profileFile";

const FILE = "/home/ann/.gatehouse/agents/review.agent.md";
const parse = (text: string) => parseProfile(FILE, text, "home");
const ofHead = (...lines: string[]) => parse(`---\n${lines.join("\n")}\n---\nBe kind.\n`);

describe("reading", () => {
  test("takes all that the front matter says, and the body as the prompt", () => {
    const head = ["name: Reviewer", "description: Looks twice.", "tools: [read, grep]", "model: m1", "mode: plan"];
    expect(ofHead(...head)).toEqual({
      profile: {
        file: FILE,
        source: "home",
        name: "Reviewer",
        description: "Looks twice.",
        tools: ["read", "grep"],
        model: "m1",
        mode: "plan",
        prompt: "Be kind.\n",
        frontMatter: `${head.join("\n")}\n`,
      },
      problems: [],
    });
  });

  test("takes tools by commas too", () => {
    expect(ofHead("tools: read, Grep ,").profile.tools).toEqual(["read", "Grep"]);
  });

  test("a file without front matter is all prompt, and named as the file is", () => {
    const { profile, problems } = parse("Be kind.");
    expect(profile).toEqual({ file: FILE, source: "home", name: "review", description: "", prompt: "Be kind." });
    expect(problems).toEqual([]);
  });

  test("takes a mark at the start and Windows line ends", () => {
    const { profile } = parse("\uFEFF---\r\nname: a\r\ntools:\r\n  - read\r\n---\r\nBe kind.\r\n");
    expect(profile).toMatchObject({ name: "a", tools: ["read"], prompt: "Be kind.\r\n" });
  });

  test("a workspace's profile names no model", () => {
    const { profile, problems } = parseProfile("/w/.gatehouse/agents/a.md", "---\nname: a\nmodel: m1\n---\n");
    expect(profile.model).toBeUndefined();
    expect(problems).toEqual([{ line: 3, text: "A workspace's profile can't name a model; it is not used." }]);
  });
});

/** Lists of nine, each of the one before. */
const multiplying = (levels: number) => [
  "k0: &k0 x",
  ...Array.from({ length: levels }, (_, at) => `k${at + 1}: &k${at + 1} [${Array(9).fill(`*k${at}`).join(", ")}]`),
  `tools: [*k${levels}]`,
];

describe("what is wrong is told with its line and read the stricter way", () => {
  test.each([
    ["tools: 5", {}],
    ["tools:", {}],
    ["tools: [read, 5]", {}],
    ["tools: {read: true}", {}],
    ["mode: yolo", { mode: "plan" }],
    ["name: [a]", { name: "review" }],
    ["name: 'a\u202eb'", { name: "review" }],
    ["description: 5", { description: "" }],
    ["model: [a, b]", {}],
  ])("%s", (line, expected) => {
    const { profile, problems } = ofHead("other: 1", line);
    expect(problems).toMatchObject([{ line: 3, text: expect.stringMatching(/\.$/) }]);
    const { file, source, prompt, frontMatter, ...fields } = profile;
    expect(fields).toEqual({ name: "review", description: "", ...expected });
  });

  test("a colon in the description costs the tools, not the name", () => {
    const { profile, problems } = ofHead("name: a", "description: Use it: often", "tools: bash");
    expect(profile).toMatchObject({ name: "a", description: "Use it: often" });
    expect(profile.tools).toBeUndefined();
    expect(problems[0]?.line).toBe(3);
  });

  test.each([
    ["a key that stands twice", ["tools: []", "tools: [bash]"]],
    ["no keys at all", ["- bash"]],
    ["a second document", ["name: a", "...", "tools: [bash]"]],
    ["a document that says where it starts", ["--- {tools: [bash]}"]],
    ["brackets without end", [`tools: ${"[".repeat(10_000)}`]],
    ["front matter without end", Array.from({ length: 3_000 }, (_, at) => `key${at}: 1`).concat("tools: [bash]")],
    ["aliases that multiply", multiplying(9)],
  ])("%s", (_what, lines) => {
    const { profile, problems } = ofHead(...lines);
    expect(problems.length).toBeGreaterThan(0);
    expect(profile.tools).toBeUndefined();
  });

  test("front matter that is not closed", () => {
    const { profile, problems } = parse("---\ntools: bash\n");
    expect(problems).toEqual([{ line: 1, text: "The front matter has no closing ---." }]);
    expect(profile.tools).toBeUndefined();
  });

  test("any text is read without a throw", () => {
    const pieces = fc.constantFrom(
      "---",
      "\n",
      "tools:",
      "name:",
      " ",
      "[",
      "]",
      "- ",
      "a",
      "&a",
      "*a",
      "...",
      "\r\n",
      "%",
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(pieces, { maxLength: 30 }).map((all) => all.join("")),
        ),
        (text) => {
          const { profile } = parse(text);
          expect(profile.name).not.toBe("");
        },
      ),
      { numRuns: 1_000 },
    );
  });
});

const line = fc.stringMatching(/^[a-z][a-z :#'"-]{0,20}[a-z]$/);
const edits = fc.record(
  {
    name: line,
    description: fc.oneof(
      fc.string(),
      fc.array(line).map((lines) => lines.join("\n")),
    ),
    tools: fc.array(fc.oneof(line, fc.string()), { maxLength: 5 }),
    model: line,
    mode: fc.constantFrom("plan" as const, "work" as const, "operate" as const),
    prompt: fc.oneof(fc.string(), fc.constant("---\nname: x\n---\nHi.\n")),
  },
  { requiredKeys: ["name", "description", "prompt"] },
);
const WRITTEN = `---
# Keep this.
name: a
color: red # as it is
hooks:
  - one
tools: Read, Grep
---
Be kind.
`;

describe("writing", () => {
  test.each([
    ["as it is", WRITTEN],
    ["with Windows line ends", WRITTEN.replaceAll("\n", "\r\n")],
    ["without front matter", "Be kind."],
    ["that is not closed", "---\ntools: bash\n"],
    ["that is no YAML", "---\nname: a: b\n---\nBe kind.\n"],
    ["with an invalid value", "---\nmode: yolo\n---\nBe kind.\n"],
  ])("what nobody changed gives the same text: %s", (_what, text) => {
    expect(writeProfile(parse(text).profile)).toBe(text);
  });

  test("changes the keys that were changed, and keeps all else", () => {
    const profile: Profile = { ...parse(WRITTEN).profile, tools: ["read"], mode: "plan", prompt: "Be kinder.\n" };
    expect(writeProfile(profile)).toBe(
      WRITTEN.replace("Read, Grep", "[read]").replace("---\nBe kind.", "mode: plan\n---\nBe kinder."),
    );
  });

  test("keeps Windows line ends when a key changes", () => {
    const windows = (text: string) => text.replaceAll("\n", "\r\n");
    const { profile } = parse(windows(WRITTEN));
    expect(writeProfile({ ...profile, tools: ["read"] })).toBe(windows(WRITTEN.replace("Read, Grep", "[read]")));
  });

  test("fences a prompt that looks like front matter itself", () => {
    const prompt = "---\ntools: bash\n---\n";
    const { profile } = parse(writeProfile({ ...parse("Be kind.").profile, prompt }));
    expect(profile).toMatchObject({ name: "review", prompt });
    expect(profile.tools).toBeUndefined();
  });

  test("takes a key away", () => {
    const { tools: _, ...profile } = parse(WRITTEN).profile;
    expect(writeProfile(profile)).toBe(WRITTEN.replace("tools: Read, Grep\n", ""));
  });

  test("leaves a workspace's model where it stands", () => {
    const text = "---\nmodel: m1\n---\nBe kind.\n";
    const { profile } = parseProfile("/w/.github/agents/a.agent.md", text);
    expect(writeProfile({ ...profile, description: "D" })).toBe(text.replace("m1\n", "m1\ndescription: D\n"));
  });

  test("keeps broken front matter as a comment", () => {
    const { profile } = parse("---\nname: a\ndescription: b: c\n---\nBe kind.\n");
    const text = writeProfile({ ...profile, tools: ["read"] });
    expect(text).toContain("# description: b: c\n");
    expect(parse(text)).toMatchObject({ profile: { name: "a", description: "b: c", tools: ["read"] }, problems: [] });
  });

  test.each([
    ["a full file", WRITTEN],
    ["Windows line ends", WRITTEN.replaceAll("\n", "\r\n")],
    ["no front matter", "Be kind."],
    ["broken front matter", "---\nname: a: b\n---\nBe kind.\n"],
    ["an empty one", "---\n---\n"],
  ])("what is written over %s reads as what was meant, unknown keys kept", (_what, text) => {
    fc.assert(
      fc.property(edits, (edit) => {
        const { file, source, frontMatter } = parse(text).profile;
        const written = writeProfile({ file, source, ...(frontMatter !== undefined && { frontMatter }), ...edit });
        const { profile, problems } = parse(written);
        expect(problems).toEqual([]);
        expect(profile).toMatchObject({ ...edit });
        for (const key of ["tools", "model", "mode"] as const) expect(profile[key]).toEqual(edit[key]);
        if (text.includes("color"))
          expect(profile.frontMatter).toMatch(/# Keep this\.[\s\S]*color: red # as it is[\s\S]*hooks:\s+- one/);
      }),
    );
  });
});
