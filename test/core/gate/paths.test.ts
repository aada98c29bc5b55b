import { expect, test } from "vitest";
import { judgeRead, judgeSpelling, judgeWrite, pathFactsOf, paths } from "../../../src/core/gate/paths";
import type { GateFacts } from "../../../src/core/gate/verdict";
import type { PathFacts } from "../../../src/core/operations/files";
import { facts, HOME, planned, ROOT, workspace } from "./calls";

/** What the path stage says of a path: its reason, or nothing when it is ordinary. */
async function check(use: "read" | "write", path: string, more: Partial<GateFacts> = {}): Promise<string | undefined> {
  const where = await workspace().inspect(path);
  return (use === "read" ? judgeRead : judgeWrite)(where, facts(more))?.reason;
}

const at = (real: string, root: PathFacts["root"], more: Partial<PathFacts> = {}): PathFacts => ({
  shown: real,
  real,
  root,
  kind: "file",
  size: 1,
  dangling: false,
  ...more,
});

test.each([
  "src/a.ts",
  "README.md",
  ".gitignore",
  "docs/environment.md",
  "src/git/config.ts",
  "src/.github.md",
  "keys.ts",
  "src/auth/credentials.ts",
  "new/folder/file.ts",
])("has no opinion about writing or reading %s", async (path) => {
  expect([await check("write", path), await check("read", path)]).toEqual([undefined, undefined]);
});

test.each([
  ".git/config",
  ".git",
  "nested/.git/hooks/pre-commit",
  "sub/.git",
  ".vscode/tasks.json",
  "packages/a/.vscode/settings.json",
  "app.code-workspace",
  ".gatehouse/law.json",
  ".gatehouseignore",
  ".github/workflows/ci.yml",
  ".claude/agents/x.md",
  ".agents/skills/x/SKILL.md",
  ".cursor/rules/a.mdc",
  ".devcontainer/devcontainer.json",
  ".husky/pre-commit",
  ".mcp.json",
  ".envrc",
  ".npmrc",
  ".gitattributes",
  ".gitmodules",
  "AGENTS.md",
  "packages/a/CLAUDE.md",
  "tools/skill/SKILL.md",
  ".env",
  ".env.production",
  "certs/server.pem",
  "id_rsa",
  ".bashrc",
  ".zshenv",
])("F55: writing %s always needs a person", async (path) => {
  expect(await check("write", path)).toBe("sensitive_write");
});

test.each([
  ".env",
  ".env.local",
  "deploy/.envs/prod",
  "server.key",
  "id_ed25519",
  "config/credentials.json",
  "/home/ann/.config/gh/hosts.yml",
  "/home/ann/.bash_history",
])("reading %s needs a person", async (path) => {
  expect(await check("read", path)).toBe("sensitive_read");
});

test.each([".git/config", "AGENTS.md", ".vscode/settings.json", ".github/workflows/ci.yml"])(
  "reading %s is ordinary",
  async (path) => {
    expect(await check("read", path)).toBeUndefined();
  },
);

test("judges `.git` by its real place, whatever the link to it is called", async () => {
  expect(await check("write", "git-link")).toBe("sensitive_write");
});

test("F58: a link in the workspace that leads out is judged outside, for reading and for writing", async () => {
  expect([await check("read", "out.md"), await check("write", "out.md")]).toEqual([
    "outside_workspace",
    "outside_workspace",
  ]);
});

test("F59: writing through a dangling link is refused", async () => {
  const verdict = judgeWrite(await workspace().inspect("gone.md"), facts());
  expect(verdict).toMatchObject({ outcome: "deny", reason: "dangling_link" });
});

test("leaving the workspace by `..` is judged outside", async () => {
  expect(await check("read", "../notes.md")).toBe("outside_workspace");
  expect(await check("write", "src/../../notes.md")).toBe("outside_workspace");
});

test("a folder whose name only begins like the root is outside", () => {
  expect(judgeWrite(at("/home/ann/app-2/a.ts", undefined), facts())?.reason).toBe("outside_workspace");
  expect(judgeRead(at("/data/s1/spill-2/1.txt", undefined), facts())?.reason).toBe("outside_workspace");
});

test("folds case only where the volume does", () => {
  const path = at(`${ROOT.path}/.GIT/config`, ROOT);
  expect(judgeWrite(path, facts({ foldsCase: true }))?.reason).toBe("sensitive_write");
  expect(judgeWrite(path, facts({ foldsCase: false }))).toBeUndefined();
});

test("knows the spellings that a case-folding volume takes for the same name", () => {
  for (const name of [".g\u200Cit", ".GI\u0054", "agents.MD", "clau\u200Bde.md", "\u017Fkill.md"]) {
    expect(judgeWrite(at(`${ROOT.path}/${name}`, ROOT), facts({ foldsCase: true }))?.reason).toBe("sensitive_write");
  }
});

test("takes a root below a home dot folder for an ordinary workspace", () => {
  const root = { name: "nvim", path: "/home/ann/.config/nvim" };
  const more = { roots: [root] };
  expect(judgeWrite(at(`${root.path}/init.lua`, root), facts(more))).toBeUndefined();
  expect(judgeWrite(at("/home/ann/.config/git/config", undefined), facts(more))?.reason).toBe("sensitive_write");
});

test("keeps home dot folders sensitive when the home folder itself is open", () => {
  const root = { name: "ann", path: "/home/ann" };
  expect(judgeRead(at("/home/ann/.mozilla/cookies", root), facts({ roots: [root] }))?.reason).toBe("sensitive_read");
  expect(judgeRead(at("/home/ann/notes.md", root), facts({ roots: [root] }))).toBeUndefined();
});

test("guards files that an approved hook, server or skill runs", async () => {
  expect(await check("write", "scripts/hook.sh", { guardedWrites: [`${ROOT.path}/scripts/hook.sh`] })).toBe(
    "sensitive_write",
  );
  expect(await check("read", "scripts/hook.sh", { guardedWrites: [`${ROOT.path}/scripts/hook.sh`] })).toBeUndefined();
});

test("exempts this session's own spill files from asking, for reading alone", async () => {
  expect(await check("read", "/data/s1/spill/1.txt")).toBeUndefined();
  expect(await check("write", "/data/s1/spill/1.txt")).toBe("outside_workspace");
});

test.each([
  ["private/", "private/plan.md", true],
  ["/private", "private/plan.md", true],
  ["*.md", "private/plan.md", true],
  ["/plan.md", "private/plan.md", false],
  ["private/*\n!private/plan.md", "private/plan.md", false],
  ["# private/", "private/plan.md", false],
  ["", "private/plan.md", false],
])("reads .gatehouseignore %j as Git would for %s", async (text, path, isIgnored) => {
  const reason = await check("read", path, { ignoreFiles: [{ root: ROOT.path, text }] });
  expect(reason).toBe(isIgnored ? "ignored_path" : undefined);
});

test("applies a .gatehouseignore to its own root alone, and an ignored folder as such", async () => {
  const other = { name: "lib", path: "/srv/lib" };
  const more = { roots: [ROOT, other], ignoreFiles: [{ root: ROOT.path, text: "private/" }] };
  expect(judgeRead(at("/srv/lib/private/plan.md", other), facts(more))).toBeUndefined();
  expect(judgeRead(at(`${ROOT.path}/private`, ROOT, { kind: "folder" }), facts(more))?.reason).toBe("ignored_path");
  expect(judgeRead(at(ROOT.path, ROOT, { kind: "folder" }), facts(more))).toBeUndefined();
});

test("gives the strictest of all paths of a call", async () => {
  const call = await planned({ reads: ["src/a.ts", "private/plan.md"], writes: ["src/a.ts", ".git/config"] });
  expect(paths(call, facts())).toMatchObject({ outcome: "deny", reason: "ignored_path" });
  expect(paths(await planned({ reads: ["/etc/hosts"], writes: ["src/a.ts"] }), facts())).toMatchObject({
    subject: "/etc/hosts",
  });
});

const WINDOWS = { windows: true, foldsCase: true, home: "C:\\Users\\Ann" };
const root = { name: "app", path: "C:\\Users\\Ann\\app" };

test("F60: both slashes and any case mean the same path on Windows", () => {
  const more = facts({ ...WINDOWS, roots: [root], ignoreFiles: [{ root: root.path, text: "private/" }] });
  for (const real of ["C:\\Users\\Ann\\app\\.GIT\\config", "c:/users/ann/app/.git/config"]) {
    expect(judgeWrite(at(real, root), more)?.reason).toBe("sensitive_write");
  }
  expect(judgeRead(at("C:\\Users\\Ann\\app\\Private\\plan.md", root), more)?.reason).toBe("ignored_path");
  expect(judgeRead(at("C:\\Users\\Ann\\.ssh\\id", undefined), more)?.reason).toBe("sensitive_read");
});

test("a backslash is part of a name where paths are not Windows paths", () => {
  expect(judgeWrite(at(`${ROOT.path}/a\\.git\\b`, ROOT), facts())).toBeUndefined();
});

test("F61: a link that leads to a device or a server is refused on Windows, not asked about", () => {
  const more = facts({ ...WINDOWS, roots: [root] });
  expect(judgeRead(at("\\\\evil\\share\\x", undefined), more)).toMatchObject({ outcome: "deny", reason: "path_form" });
  expect(judgeWrite(at("\\\\.\\PhysicalDrive0", undefined), more)).toMatchObject({ outcome: "deny" });
});

test("refuses a spelling before anything is looked at, but not below a network root that the user opened", () => {
  const share = { name: "share", path: "\\\\server\\share\\app" };
  const more = { ...WINDOWS, roots: [share] };
  expect(judgeSpelling("\\\\server\\other\\a.ts", more)?.reason).toBe("path_form");
  expect(judgeSpelling("\\\\server\\share\\app\\a.ts", more)).toBeUndefined();
  expect(judgeSpelling("\\\\server\\share\\app\\a.ts:hidden", more)?.reason).toBe("path_form");
  expect(judgeSpelling("//server/other", { ...more, windows: false })).toBeUndefined();
});

test("a folder that may be read although it is outside still asks for what is named like a secret", async () => {
  const skill = (path: string) =>
    judgeRead(at(path, undefined), facts({ exemptReads: [`${HOME}/.claude/skills/pdf`] }));
  expect(skill(`${HOME}/.claude/skills/pdf/forms.md`)).toBeUndefined();
  expect(skill(`${HOME}/.claude/skills/pdf/.env`)?.reason).toBe("sensitive_read");
  const own = facts({ exemptReads: [`${ROOT.path}/app`] });
  expect(judgeRead(at(`${ROOT.path}/app/notes.md`, ROOT), own)).toBeUndefined();
  expect(judgeRead(at(`${ROOT.path}/app/.env.local`, ROOT), own)?.reason).toBe("sensitive_read");
});

test("a folder that a search comes across is judged as one", () => {
  const ignoring = facts({ ignoreFiles: [{ root: ROOT.path, text: "secret/" }] });
  expect(judgeRead(pathFactsOf(`${ROOT.path}/secret/`, ignoring), ignoring)?.reason).toBe("ignored_path");
  expect(judgeRead(pathFactsOf(`${ROOT.path}/src/`, ignoring), ignoring)).toBeUndefined();
});
