import { expect, test } from "vitest";
import type { Skill, Skills } from "../../../src/core/operations/skills";
import { loadSkill } from "../../../src/core/tools/loadSkill";
import { toolSchema } from "../../../src/core/tools/schema";
import { call, textOf } from "./calls";

const skill = (name: string): Skill => ({ name, description: `About ${name}.`, folder: `/s/${name}`, source: "home" });

function skillsOf(names: readonly string[], files: readonly string[] = []): { powers: { skills: Skills } } {
  const all = names.map(skill);
  const skills: Skills = {
    list: async () => all,
    async load(name) {
      const found = all.find((each) => each.name === name);
      return found && { skill: found, body: `Do ${name}.`, files };
    },
  };
  return { powers: { skills } };
}

test.each([[{}], [{ name: "" }], [{ name: " * " }]])("lists all skills for %j", async (args) =>
  expect(await textOf(loadSkill, args, skillsOf(["pdf", "xls"]))).toBe("pdf: About pdf.\nxls: About xls."),
);

test("says so when there are none", async () =>
  expect(await textOf(loadSkill, {}, skillsOf([]))).toBe("There are no skills."));

test("gives the body and the paths of the files", async () => {
  const text = await textOf(loadSkill, { name: "pdf" }, skillsOf(["pdf"], ["/s/pdf/run.py", "/s/pdf/a.txt"]));
  expect(text).toBe("Skill pdf, in /s/pdf:\n\nDo pdf.\n\nFiles of this skill:\n/s/pdf/run.py\n/s/pdf/a.txt");
});

test("names no files where there are none, and says when there may be more", async () => {
  expect(await textOf(loadSkill, { name: "pdf" }, skillsOf(["pdf"]))).toBe("Skill pdf, in /s/pdf:\n\nDo pdf.");
  const many = Array.from({ length: 100 }, (_, at) => `/s/pdf/${at}`);
  expect(await textOf(loadSkill, { name: "pdf" }, skillsOf(["pdf"], many))).toContain("skill (the first 100):");
});

test("an unknown name is the model's to mend, with up to three near ones", async () => {
  const names = ["pdf-read", "pdf-write", "pdf-merge", "pdf-split", "spreadsheet"];
  const failure = call(loadSkill, { name: "pdf" }, skillsOf(names));
  await expect(failure).rejects.toMatchObject({ code: "not_found", message: "There is no skill named pdf." });
  await expect(failure).rejects.toMatchObject({
    hint: expect.stringMatching(/^Did you mean (pdf-\w+, ){2}pdf-\w+\?$/),
  });
});

test("without a near name it says how to see all", async () =>
  expect(call(loadSkill, { name: "zzz" }, skillsOf(["pdf"]))).rejects.toMatchObject({
    hint: "load_skill without a name lists all.",
  }));

test("a session without skills, as a child has it, can load none", async () =>
  expect(call(loadSkill, { name: "pdf" }, skillsOf([]))).rejects.toMatchObject({ code: "not_found" }));

test("asks for nothing that the gate would have to judge", async () => {
  const { prepared } = await call(loadSkill, { name: "pdf" }, skillsOf(["pdf"]));
  expect(prepared.effects).toEqual({ reads: [], writes: [], commands: [] });
  expect(loadSkill.capabilities).toEqual(["read"]);
});

test("its card says which skill", () => {
  expect(loadSkill.subject({ name: "pdf" })).toBe("pdf");
  expect(loadSkill.subject({})).toBe("all");
});

test("costs a request at most 330 bytes", () =>
  expect(JSON.stringify(toolSchema(loadSkill)).length).toBeLessThanOrEqual(330));
