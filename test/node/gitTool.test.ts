import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { git } from "../../src/core/tools/git";
import type { RunContext } from "../../src/core/tools/tool";
import { commandEnvironment } from "../../src/node/environment";
import { createNodeFiles } from "../../src/node/files";
import { createGit, findGit } from "../../src/node/git";
import { createProcesses } from "../../src/node/processes";
import { fakePermit } from "../fakes/permit";
import { bundledBroker } from "./support/broker";
import { temporaryFolder } from "./support/folder";

const root = temporaryFolder();
const env = () => ({ ...commandEnvironment(process.env), HOME: root, XDG_CONFIG_HOME: root });
const processes = createProcesses({ brokerPath: bundledBroker(), cwd: root, env });
afterAll(() => processes.close());

const roots = [{ name: "root", path: root }];
const files = createNodeFiles({ roots });
const port = createGit({ run: processes.program, git: findGit(env()) ?? "git", env, roots: () => roots });

function put(content: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(content)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

function plain(...args: readonly string[]): void {
  execFileSync("git", ["-c", "user.name=ada", "-c", "user.email=a@b", ...args], { cwd: root, env: env() });
}

plain("init", "-q", "-b", "main");
put({ "src/a.ts": "one\ntwo\n", "we*ird:[1].txt": "x\n", ".env": "KEY=old\n", README: "r\n" });
plain("add", "-A");
plain("commit", "-qm", "first");
put({ "src/a.ts": "one\nTWO\n", ".env": "KEY=new\n" });
plain("commit", "-qam", "second");
put({ "src/a.ts": "one\nthree\n", ".env": "KEY=newest\n", "we*ird:[1].txt": "y\n" });

/** The tool on a real repository, as dispatch would run it. */
async function text(args: object): Promise<string> {
  const signal = new AbortController().signal;
  const context = { files, git: port, signal, mayRead: (path: string) => !path.endsWith("/.env") };
  const asked = git.input.parse(args);
  const prepared = await git.prepare?.(asked, context as unknown as RunContext);
  const reads = await Promise.all(
    (prepared?.effects.reads ?? []).map(async (path) => (await files.inspect(path)).real),
  );
  const powers = { ...context, permit: fakePermit({ reads }), plan: prepared?.plan };
  return (await git.run(asked, powers as never)).text;
}

test("status", async () => {
  expect(await text({ action: "status" })).toBe("On main\n M src/a.ts\n M we*ird:[1].txt");
});

test("diff, without secrets, and of one file with a name full of signs", async () => {
  const all = await text({ action: "diff" });
  expect(all).toContain("-TWO\n+three");
  expect(all).toContain("[1 file that must not be read");
  expect(all).not.toContain("KEY");
  const one = await text({ action: "diff", paths: ["we*ird:[1].txt"] });
  expect(one).toContain("+y");
  expect(one).not.toContain("three");
  expect(await text({ action: "diff", ref: "HEAD~1..HEAD" })).toContain("-two\n+TWO");
  expect(await text({ action: "diff", staged: true })).toBe("No differences.");
});

test("log, of all and of a path", async () => {
  expect(await text({ action: "log" })).toMatch(/^[0-9a-f]+ \d{4}-\d\d-\d\d ada: second \(HEAD -> main\)\n.* first$/);
  expect(await text({ action: "log", paths: ["README"] })).toMatch(/^\S+ \S+ ada: first$/);
});

test("show, of a commit without secrets, and of a file as it was", async () => {
  const commit = await text({ action: "show" });
  expect(commit).toMatch(/^commit [0-9a-f]{40}\nauthor ada <a@b>\n/);
  expect(commit).toContain("+TWO");
  expect(commit).not.toContain("KEY");
  expect(await text({ action: "show", path: "src/a.ts", ref: "HEAD~1" })).toBe("one\ntwo");
});

test("a name of a file's content is not a commit", async () => {
  const blob = execFileSync("git", ["rev-parse", "HEAD:.env"], { cwd: root, env: env() }).toString().trim();
  await expect(text({ action: "show", ref: blob })).rejects.toMatchObject({ code: "invalid_argument" });
});

test("blame, from a line on", async () => {
  expect(await text({ action: "blame", path: "src/a.ts", ref: "HEAD", line: 2 })).toMatch(/^\S+ \(ada \S+ 2\) TWO$/);
  await expect(text({ action: "blame", path: "src/a.ts", line: 99 })).rejects.toMatchObject({
    message: "Git says: file src/a.ts has only 2 lines",
  });
});
