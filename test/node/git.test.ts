// Long because each way in which a repository can run a program is one test, with a control that it would.
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { commandEnvironment } from "../../src/node/environment";
import { createGit, findGit } from "../../src/node/git";
import { createProcesses } from "../../src/node/processes";
import { fakePermit } from "../fakes/permit";
import { bundledBroker } from "./support/broker";
import { temporaryFolder } from "./support/folder";

// Nobody's own settings take part, and no commit is signed.
const home = temporaryFolder();
/** Without what keeps git from running programs in commands: here it is shown what would run. */
const env = () => {
  const { GIT_CONFIG_COUNT: _, ...rest } = commandEnvironment(process.env);
  return { ...rest, HOME: home, XDG_CONFIG_HOME: home };
};
const processes = createProcesses({ brokerPath: bundledBroker(), cwd: home, env });
afterAll(() => processes.close());
const program = findGit(env()) ?? "git";

const gitFor = (...roots: string[]) =>
  createGit({
    run: processes.program,
    git: program,
    env,
    roots: () => roots.map((path) => ({ name: basename(path), path })),
  });

function plain(cwd: string, ...args: readonly string[]): string {
  const who = [
    "-c",
    "user.name=a",
    "-c",
    "user.email=a@b",
    "-c",
    "init.defaultBranch=main",
    "-c",
    "protocol.file.allow=always",
  ];
  return execFileSync(program, [...who, ...args], {
    cwd,
    // As a user's own shell would run it.
    env: { ...env(), GIT_CONFIG_COUNT: "0" },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: 10_000,
  }).toString();
}

function put(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

/** A repository with one commit of these files. */
function repository(files: Readonly<Record<string, string>> = { "a.txt": "one\n" }): string {
  const folder = temporaryFolder();
  plain(folder, "init", "-q");
  put(folder, files);
  plain(folder, "add", "-A");
  plain(folder, "commit", "-qm", "first");
  return folder;
}

async function run(folder: string, ...args: readonly string[]) {
  return gitFor(folder).run(fakePermit({ reads: [folder] }), folder, args, new AbortController().signal);
}

const COMMANDS = [
  ["status", "--porcelain=v1", "--branch", "-z", "--untracked-files=normal"],
  ["diff", "--patch-with-stat"],
  ["diff", "--cached"],
  ["diff", "HEAD^{commit}"],
  ["log", "-n5", "--format=%h %s"],
  ["show", "--patch-with-stat", "HEAD^{commit}"],
  ["show", "HEAD^{commit}:a.txt"],
  ["blame", "-L1,+10", "--", "a.txt"],
] as const;

describe("whose repository it is", () => {
  const owner = (root: string, path: string) => gitFor(root).ownRepository(path);

  test("a root's own, for every path in it", async () => {
    const root = repository({ "src/a.txt": "x" });
    expect(await owner(root, root)).toBe(root);
    expect(await owner(root, join(root, "src/a.txt"))).toBe(root);
    expect(await owner(root, join(root, "not/there"))).toBe(root);
    expect((await run(root, "status", "--porcelain=v1")).code).toBe(0);
  });

  test("none where there is none, or above the root", async () => {
    const above = repository({ "sub/a.txt": "x" });
    expect(await owner(join(above, "sub"), join(above, "sub/a.txt"))).toBeUndefined();
    const empty = temporaryFolder();
    expect(await owner(empty, empty)).toBeUndefined();
    expect(await owner(empty, "/")).toBeUndefined();
  });

  test("not one nested in a root, also when it is a file that points elsewhere", async () => {
    const root = repository();
    const nested = join(root, "nested");
    mkdirSync(nested);
    plain(nested, "init", "-q");
    expect(await owner(root, nested)).toBeUndefined();
    rmSync(join(nested, ".git"), { recursive: true });
    writeFileSync(join(nested, ".git"), "gitdir: ../.git");
    expect(await owner(root, join(nested, "x"))).toBeUndefined();
    expect(await owner(root, join(root, "a.txt"))).toBe(root);
  });

  test("not a worktree, nor one whose git folder is a link or points to another store", async () => {
    const main = repository();
    const tree = join(temporaryFolder(), "tree");
    plain(main, "worktree", "add", "-q", tree);
    expect(await owner(tree, tree)).toBeUndefined();
    const linked = temporaryFolder();
    symlinkSync(join(main, ".git"), join(linked, ".git"));
    expect(await owner(linked, linked)).toBeUndefined();
    for (const [path, content] of [
      ["commondir", `${main}/.git\n`],
      ["objects/info/alternates", `${main}/.git/objects\n`],
    ] as const) {
      const root = repository();
      put(join(root, ".git"), { [path]: content });
      expect(await owner(root, root)).toBeUndefined();
    }
    const root = repository();
    rmSync(join(root, ".git/config"));
    symlinkSync(join(main, ".git/config"), join(root, ".git/config"));
    expect(await owner(root, root)).toBeUndefined();
  });

  test("not a bare one that was planted in a folder", async () => {
    const root = temporaryFolder();
    plain(root, "init", "-q", "--bare");
    expect(await owner(root, root)).toBeUndefined();
    await expect(run(root, "log", "-n1")).rejects.toMatchObject({ code: "precondition_failed" });
    // A git folder that is none must not make git look at what lies around it.
    mkdirSync(join(root, ".git"));
    expect(await owner(root, root)).toBeUndefined();
  });
});

describe("a repository's settings", () => {
  /** Plants a program that leaves a mark, and whatever makes git run it. */
  type Plant = (root: string, program: string) => void;
  const config = (root: string, ...pair: readonly [string, string]) => plain(root, "config", "--local", ...pair);
  const attributes = (root: string, line: string) => put(root, { ".git/info/attributes": `${line}\n` });

  const ATTACKS: readonly (readonly [string, Plant, readonly string[]])[] = [
    ["core.fsmonitor", (root, run) => config(root, "core.fsmonitor", run), ["status"]],
    [
      "core.fsmonitor of an included file",
      (root, run) => {
        put(root, { "evil.cfg": `[core]\n\tfsmonitor = ${run}\n` });
        config(root, "include.path", "../evil.cfg");
      },
      ["status"],
    ],
    [
      "a filter's clean",
      (root, run) => {
        config(root, "filter.X y=z.clean", run);
        config(root, "filter.X y=z.required", "true");
        config(root, "filter.evil.clean", run);
        attributes(root, "* filter=evil");
      },
      ["diff"],
    ],
    [
      "a filter's process",
      (root, run) => {
        config(root, "filter.evil.process", run);
        attributes(root, "* filter=evil");
      },
      ["diff"],
    ],
    [
      "a filter of a worktree's settings",
      (root, run) => {
        config(root, "extensions.worktreeConfig", "true");
        plain(root, "config", "--worktree", "filter.evil.clean", run);
        attributes(root, "* filter=evil");
      },
      ["blame", "a.txt"],
    ],
    ["diff.external", (root, run) => config(root, "diff.external", run), ["diff"]],
    [
      "a diff driver's command",
      (root, run) => {
        config(root, "diff.evil.command", run);
        attributes(root, "* diff=evil");
      },
      ["diff"],
    ],
    [
      "a diff driver's textconv",
      (root, run) => {
        config(root, "diff.evil.textconv", run);
        attributes(root, "* diff=evil");
      },
      ["blame", "a.txt"],
    ],
    [
      "gpg.program for signatures in the log",
      (root, run) => {
        config(root, "gpg.program", run);
        config(root, "log.showSignature", "true");
        const tree = plain(root, "rev-parse", "HEAD^{tree}").trim();
        const commit = `tree ${tree}\nauthor a <a@b> 1 +0000\ncommitter a <a@b> 1 +0000\ngpgsig -----BEGIN PGP SIGNATURE-----\n x\n -----END PGP SIGNATURE-----\n\nsigned\n`;
        const id = execFileSync(program, ["hash-object", "-t", "commit", "-w", "--stdin"], {
          cwd: root,
          env: env(),
          input: commit,
        });
        plain(root, "update-ref", "HEAD", id.toString().trim());
      },
      ["log", "-1"],
    ],
    [
      "a submodule's own settings",
      (root, run) => {
        const other = repository();
        plain(root, "submodule", "--quiet", "add", other, "sub");
        plain(root, "commit", "-qm", "sub");
        plain(join(root, "sub"), "config", "core.fsmonitor", run);
      },
      ["status"],
    ],
    [
      "a partial clone that fetches what it lacks",
      (root, run) => {
        const blob = plain(root, "rev-parse", "HEAD:a.txt").trim();
        config(root, "remote.origin.url", `ext::${run}`);
        config(root, "remote.origin.promisor", "true");
        config(root, "protocol.ext.allow", "always");
        config(root, "extensions.partialClone", "origin");
        config(root, "core.repositoryFormatVersion", "1");
        rmSync(join(root, ".git/objects", blob.slice(0, 2), blob.slice(2)), { force: true });
      },
      ["show", "HEAD"],
    ],
  ];

  test.each(ATTACKS)("%s runs nothing", async (name, plant, control) => {
    const root = repository();
    const mark = join(temporaryFolder(), "ran");
    const evil = join(temporaryFolder(), "evil.sh");
    writeFileSync(evil, `#!/bin/sh\ntouch ${mark}\n[ $# -gt 0 ] && cat "$@" 2>/dev/null\nexit 0\n`);
    chmodSync(evil, 0o755);
    plant(root, evil);
    writeFileSync(join(root, "a.txt"), "two\n");
    try {
      plain(root, ...control);
    } catch {
      // Some end badly; what counts is that the program ran.
    }
    expect(existsSync(mark), "the control must run it").toBe(true);
    rmSync(mark);
    for (const command of COMMANDS) {
      const { code } = await run(root, ...command);
      expect(existsSync(mark), command.join(" ")).toBe(false);
      // A command that fails proves nothing; only what is not there can't be shown.
      if (!name.includes("lacks")) expect(code, command.join(" ")).toBe(0);
    }
  });

  test("can't move the working tree elsewhere", async () => {
    const root = repository();
    const away = temporaryFolder();
    put(away, { "a.txt": "secret\n", "other.txt": "x" });
    config(root, "core.worktree", away);
    expect(plain(root, "diff")).toContain("secret");
    expect((await run(root, "diff")).stdout).toBe("");
    expect((await run(root, "status", "--porcelain=v1")).stdout).toBe("");
  });

  test("can't make an error message show a file elsewhere", async () => {
    const root = repository();
    const secret = join(temporaryFolder(), "secret");
    writeFileSync(secret, "password/1\nsome pass/word\n");
    config(root, "core.attributesFile", secret);
    config(root, "blame.ignoreRevsFile", secret);
    config(root, "diff.orderFile", secret);
    for (const command of COMMANDS) {
      const { stdout, stderr, code } = await run(root, ...command);
      expect(stdout + stderr).not.toMatch(/pass|word/);
      expect(code).toBe(command[0] === "blame" ? 128 : 0);
    }
  });

  test("don't change how output looks", async () => {
    const root = repository({ "ü.txt": "one\n" });
    writeFileSync(join(root, "ü.txt"), "two\n");
    for (const key of ["color.diff", "diff.noprefix", "diff.relative"]) {
      config(root, key, key === "color.diff" ? "always" : "true");
    }
    expect((await run(root, "diff")).stdout).toContain("diff --git a/ü.txt b/ü.txt\n");
  });
});

test("the user's own filters run: without them everything looks changed", async () => {
  const root = repository();
  writeFileSync(join(home, ".gitconfig"), '[filter "mine"]\n\tclean = tr x y\n\tsmudge = cat\n');
  put(root, { ".gitattributes": "*.x filter=mine\n", "b.x": "x\n" });
  plain(root, "add", "-A");
  plain(root, "commit", "-qm", "x");
  writeFileSync(join(root, "b.x"), "xx\n");
  const { stdout } = await run(root, "diff");
  rmSync(join(home, ".gitconfig"));
  expect(stdout).toContain("+yy");
});

test("nothing is written, not even the index", async () => {
  const root = repository();
  const index = execFileSync("stat", ["-c", "%y %i", join(root, ".git/index")]).toString();
  execFileSync("touch", ["-d", "2001-01-01", join(root, "a.txt")]);
  await run(root, "status", "--porcelain=v1");
  expect(execFileSync("stat", ["-c", "%y %i", join(root, ".git/index")]).toString()).toBe(index);
});

test("refuses other commands and any option that it does not know", async () => {
  const root = repository();
  for (const args of [
    ["commit", "-m", "x"],
    ["-c", "core.pager=sh", "log"],
    ["diff", "--output=x"],
    ["diff", "--ext-diff"],
    ["log", "--textconv"],
    ["diff", "--no-index", "/etc/passwd", "a.txt"],
    ["blame", "--contents", "/etc/passwd"],
    ["log", "-n5", "-O/etc/passwd"],
  ]) {
    await expect(run(root, ...args)).rejects.toMatchObject({ code: "internal" });
  }
  expect((await run(root, "diff", "--", "--output=x")).code).toBe(0);
  expect(existsSync(join(root, "x"))).toBe(false);
});

test("refuses a repository that its permit does not cover", async () => {
  const root = repository();
  const permit = fakePermit({ reads: [] });
  await expect(gitFor(root).run(permit, root, ["log", "-n1"], new AbortController().signal)).rejects.toMatchObject({
    code: "permission_denied",
  });
});

test("cuts what is too long", async () => {
  const root = repository({ "a.txt": "x".repeat(99).concat("\n").repeat(60_000) });
  const { stdout, cut, code } = await run(root, "show", "HEAD^{commit}:a.txt");
  expect({ bytes: stdout.length, cut, code }).toEqual({ bytes: 4 << 20, cut: true, code: 0 });
});

test("a failure keeps git's words", async () => {
  const { code, stderr } = await run(repository(), "log", "-n1", "nope^{commit}");
  expect(code).toBe(128);
  expect(stderr).toContain("nope");
});

describe("names that git knows", () => {
  const git = (folder: string) => gitFor(folder);

  test("are those of the index, and with the history all that any commit or stash ever held", async () => {
    const folder = repository({ "a.txt": "one\n", "old/key.pem": "k\n", "n\u00e4he.txt": "x\n" });
    plain(folder, "rm", "-q", "old/key.pem");
    plain(folder, "commit", "-qm", "second");
    plain(folder, "checkout", "-q", "-b", "side");
    put(folder, { "side.txt": "x" });
    plain(folder, "add", "-A");
    plain(folder, "commit", "-qm", "side");
    plain(folder, "checkout", "-q", "main");
    put(folder, { "main.txt": "x" });
    plain(folder, "add", "-A");
    plain(folder, "commit", "-qm", "main");
    plain(folder, "merge", "-q", "--no-commit", "side");
    put(folder, { "merged.pem": "only in the merge" });
    plain(folder, "add", "-A");
    plain(folder, "commit", "-qm", "merge");
    plain(folder, "rm", "-q", "merged.pem");
    plain(folder, "commit", "-q", "--amend", "-m", "merge without it");
    for (const name of ["first.stash", "second.stash"]) {
      put(folder, { [name]: "x" });
      plain(folder, "stash", "-q", "-u");
    }
    put(folder, { "reset.txt": "x" });
    plain(folder, "add", "-A");
    plain(folder, "commit", "-qm", "reset");
    plain(folder, "reset", "-q", "--hard", "HEAD~1");
    put(folder, { "staged.txt": "x", "loose.txt": "x" });
    plain(folder, "add", "staged.txt");
    const now = ["a.txt", "main.txt", "n\u00e4he.txt", "side.txt", "staged.txt"];
    expect(await git(folder).trackedNames(folder, false)).toEqual(now);
    expect([...((await git(folder).trackedNames(folder, true)) ?? [])].sort()).toEqual(
      [...now, "first.stash", "merged.pem", "old/key.pem", "reset.txt", "second.stash"].sort(),
    );
  });

  test("no setting of the repository leaves one out or runs a program", async () => {
    const folder = repository({ "a.txt": "one\n", ".env": "k\n" });
    plain(folder, "rm", "-q", "--cached", ".env");
    plain(folder, "config", "log.showRoot", "false");
    plain(folder, "config", "core.fsmonitor", `touch ${folder}/pwned`);
    plain(folder, "config", "core.pager", `touch ${folder}/pwned`);
    expect(await git(folder).trackedNames(folder, false)).toEqual(["a.txt"]);
    expect(await git(folder).trackedNames(folder, true)).toEqual(["a.txt", ".env"]);
    expect(existsSync(join(folder, "pwned"))).toBe(false);
  });

  test("are unknown elsewhere than in a root's own repository, and empty in a new one", async () => {
    const folder = repository();
    put(folder, { "sub/x.txt": "x" });
    expect(await git(folder).trackedNames(join(folder, "sub"), true)).toBeUndefined();
    const fresh = temporaryFolder();
    plain(fresh, "init", "-q");
    expect(await git(fresh).trackedNames(fresh, true)).toEqual([]);
  });
});
