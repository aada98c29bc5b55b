import { expect, test } from "vitest";
import type { GitEnd } from "../../../src/core/operations/git";
import { git } from "../../../src/core/tools/git";
import { memoryFiles } from "../../fakes/memoryFiles";
import { memoryPorts } from "../../fakes/memoryPorts";
import { call } from "./calls";

const files = { "src/a.ts": "", "b.md": "", ".env": "" };

/** Calls the tool with a Git that answers from a list, and gives what Git was asked as well. */
async function run(args: object, answers: readonly (string | Partial<GitEnd>)[] = [], owner = "/workspace") {
  const asked: (readonly string[])[] = [];
  const port = {
    ownRepository: async () => owner || undefined,
    trackedNames: async () => undefined,
    run: async (_: unknown, repository: string, argv: readonly string[]): Promise<GitEnd> => {
      expect(repository).toBe("/workspace");
      const answer = answers[asked.length] ?? "";
      asked.push(argv);
      return {
        code: 0,
        stdout: "",
        stderr: "",
        cut: false,
        ...(typeof answer === "string" ? { stdout: answer } : answer),
      };
    },
  };
  const mayRead = (path: string) => !path.endsWith("/.env");
  const ports = memoryPorts({ files: memoryFiles(files) });
  const { text, prepared } = await call(git, args, { ports, powers: { git: port, mayRead } });
  return { text, asked, effects: prepared.effects };
}

test("shows what changed, without what the model may not see", async () => {
  const { text } = await run({ action: "status" }, ["## main...origin/main\0 M src/a.ts\0?? .env\0?? new/\0"]);
  expect(text).toBe("On main...origin/main\n M src/a.ts\n?? new/");
  expect((await run({ action: "status" }, ["## main\0?? .env\0"])).text).toBe("On main\nNothing has changed.");
});

test("leaves files that the model may not see out of a patch, and says only how many", async () => {
  const { text, asked } = await run({ action: "diff" }, ["src/a.ts\0.env\0", "the patch\n"]);
  expect(asked[0]).toEqual(["diff", "--name-only", "-z", "--no-renames", "--"]);
  expect(asked[1]).toEqual(["diff", "--patch-with-stat", "--", ":(top,exclude,literal).env"]);
  expect(text).toBe("the patch\n[1 file that must not be read without asking left out.]");
});

test("shows a file that the call names: it was judged with the call", async () => {
  const { asked, effects } = await run({ action: "diff", paths: [".env"] }, [".env\0", "x"]);
  expect(effects.reads).toEqual(["/workspace", ".env"]);
  expect(asked[1]?.at(-1)).toBe(":(top,literal).env");
});

test.each([
  [{ action: "diff", staged: true, ref: "main" }, ["diff", "--patch-with-stat", "--cached", "main^{commit}", "--"]],
  [{ action: "diff", ref: "a..b" }, ["diff", "--patch-with-stat", "a^{commit}..b^{commit}", "--"]],
  [
    { action: "log", ref: "main...", limit: 3 },
    ["log", "--format=%h %ad %an: %s%d", "--date=short", "-n3", "main^{commit}...HEAD^{commit}", "--"],
  ],
  [
    { action: "log", paths: ["src"] },
    ["log", "--format=%h %ad %an: %s%d", "--date=short", "-n20", "--", ":(top,literal)src"],
  ],
  [{ action: "show", path: "b.md", ref: "v1~2" }, ["show", "v1~2^{commit}:b.md"]],
  [{ action: "blame", path: "src/a.ts", line: 7 }, ["blame", "--date=short", "-L7,+100", "--", "src/a.ts"]],
  [
    { action: "blame", path: "src/a.ts", ref: "分支/x", limit: 5 },
    ["blame", "--date=short", "-L1,+5", "分支/x^{commit}", "--", "src/a.ts"],
  ],
])("asks git for %j", async (args, argv) => {
  expect((await run(args, ["", "x"])).asked.at(-1)).toEqual(argv);
});

test.each([
  "--output=x",
  "-O/etc/passwd",
  "HEAD:.env",
  ":/secret",
  "a b",
  "a\nb",
  "$(x)",
  ".env",
  "^main",
  "main..--output=x",
  "a..b..c",
  "",
])("a ref like %j reaches no command line", async (ref) => {
  await expect(run({ action: "log", ref })).rejects.toMatchObject({ code: "invalid_argument" });
});

test.each([
  [{ action: "blame" }, "blame needs a path"],
  [{ action: "log", path: "b.md" }, "path does not go with log"],
  [{ action: "show", ref: "a..b" }, "goes with diff and log"],
  [{ action: "show", path: "b.md", paths: ["b.md"] }, "Give path for a file"],
  [{ action: "log", staged: true }, "staged does not go"],
  [{ action: "diff", line: 3 }, "line does not go"],
])("says what is wrong with %j", async (args, message) => {
  await expect(run(args)).rejects.toMatchObject({
    code: "invalid_argument",
    message: expect.stringContaining(message),
  });
});

test("refuses where the repository is not the folder's own, and says what to do", async () => {
  const refused = run({ action: "log" }, [], "");
  await expect(refused).rejects.toMatchObject({ code: "precondition_failed", hint: expect.stringContaining("bash") });
});

test("git's own complaint is the model's to fix", async () => {
  await expect(
    run({ action: "log", ref: "x" }, [{ code: 128, stderr: "fatal: bad revision 'x'\n" }]),
  ).rejects.toMatchObject({
    code: "invalid_argument",
    message: "Git says: bad revision 'x'",
  });
});

test("says so when there is nothing, and when there is more", async () => {
  expect((await run({ action: "diff" })).text).toBe("No differences.");
  expect((await run({ action: "log" })).text).toBe("No commits.");
  expect((await run({ action: "log" }, [{ stdout: "x\n", cut: true }])).text).toBe(
    "x\n[There is more. Name paths, or a smaller range.]",
  );
});

test("a file that is no text is not shown", async () => {
  const shown = run({ action: "show", path: "b.md" }, ["\0\u0001"]);
  await expect(shown).rejects.toMatchObject({ code: "unsupported" });
});

test("too many hidden files are not left out one by one", async () => {
  const names = Array.from({ length: 300 }, (_, at) => `d${at}/.env\0`).join("");
  await expect(run({ action: "diff" }, [names])).rejects.toMatchObject({ code: "unsupported", hint: "Name paths." });
});
