import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { commandEnvironment } from "../../../src/node/environment";
import { createNodeFiles } from "../../../src/node/files";
import { createGit } from "../../../src/node/git";
import { createProcesses } from "../../../src/node/processes";
import type { Mode, Posture } from "../../../src/shared/modes";
import { rig } from "../../core/engine/scripted";
import { type MemoryPorts, memoryPorts } from "../../fakes/memoryPorts";
import { realAnalyser } from "../../support/shellAnalyser";
import { bundledBroker } from "../support/broker";
import { temporaryFolder } from "../support/folder";

const SECRET = "SECRET-d41d8cd98f";
const brokerPath = bundledBroker();
const analyser = realAnalyser();
const open: (() => void)[] = [];
afterAll(() => {
  for (const close of open) close();
});

/** What the editor was started with: secrets, a function for `ls`, a folder of the workspace on PATH. */
const around = (root: string): Record<string, string | undefined> => ({
  ...process.env,
  ...{ API_TOKEN: SECRET, DB_PASSWORD: SECRET, "BASH_FUNC_ls%%": `() { touch ${root}/pwned; }` },
  PATH: `${root}/bin:bin:.:${process.env["PATH"]}`,
});

interface Host {
  readonly root: string;
  readonly ports: MemoryPorts;
  put(path: string, text: string): void;
  link(path: string, target: string): void;
  git(...args: string[]): void;
  has(path: string): boolean;
}

/** A real repository with real ports; only the model is scripted. */
function host(): Host {
  const root = join(temporaryFolder(), "app");
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text, { mode: 0o755 });
  };
  put("a.txt", "plain\nline/p;x\n");
  put("src/a.ts", "plain\n");
  put(".env", `KEY=${SECRET}\n`);
  put("../outside.txt", `${SECRET}\n`);
  const git = (...args: string[]): void =>
    void execFileSync("git", ["-c", "user.name=ada", "-c", "user.email=a@b", ...args], { cwd: root, stdio: "ignore" });
  git("init", "-q", "-b", "main");
  git("add", "-A", "-f");
  git("commit", "-qm", "first");
  const env = (): Record<string, string> => commandEnvironment(around(root), { roots: [root] });
  const processes = createProcesses({ brokerPath, env, cwd: root });
  open.push(() => processes.close());
  const files = createNodeFiles({ roots: [{ name: "app", path: root }] });
  const port = createGit({ run: processes.program, git: "/usr/bin/git", env, roots: () => files.roots() });
  const ports = { ...memoryPorts(), files, processes, git: port } as unknown as MemoryPorts;
  const link = (path: string, target: string): void => symlinkSync(target, join(root, path));
  return { root, ports, put, link, git, has: (path) => existsSync(join(root, path)) };
}

interface End {
  /** Cards that were shown; each was refused. */
  readonly cards: number;
  readonly text: string;
}

interface Stance {
  readonly mode?: Mode;
  readonly posture?: Posture;
  /** Done while the first card is open, which then gets a yes. */
  readonly meanwhile?: () => void;
}

async function run(at: Host, command: string, { meanwhile, ...stance }: Stance = {}): Promise<End> {
  const session = rig({
    ...stance,
    ports: at.ports,
    analyser: () => analyser,
    settings: { home: join(dirname(at.root), "home"), exemptReads: [] },
    replies: [{ calls: [["bash", { command }, "c1"]] }],
    ...(meanwhile ? {} : { answer: "deny" as const }),
  });
  const ended = session.session.send("go");
  if (meanwhile) {
    const { request } = await session.next("approval_requested");
    meanwhile();
    const next = session.next("approval_requested");
    session.session.answer(request.id, { answer: "once" });
    void next.then(({ request: { id } }) => session.session.answer(id, { answer: "deny" }));
  }
  await ended;
  return { cards: session.all("approval_requested").length, text: session.told().join("\n") };
}

interface Attempt {
  readonly title: string;
  readonly command: string;
  readonly plant?: (at: Host) => void;
  /** It may run, and must do no harm. */
  readonly runs?: true;
}

/** The same repository, as if nothing secret had ever been in it. */
const WITHOUT = (at: Host): void => {
  for (const path of [".env", ".git"]) rmSync(join(at.root, path), { recursive: true });
  at.git("init", "-q", "-b", "main");
  at.git("add", "-A");
  at.git("commit", "-qm", "first");
};

const BARE = (at: Host, code: string): void => {
  at.put("pkg/HEAD", "ref: refs/heads/main\n");
  at.put("pkg/config", `[core]\n\tbare = false\n\tworktree = .\n\tfsmonitor = ${code}\n`);
  at.put("pkg/objects/info/x", "");
  at.put("pkg/refs/heads/x/y", "");
};
const other = (at: Host): void => {
  at.put("../other/x.txt", "x");
  at.link("l", "../other");
};
const nested = (at: Host): void => {
  at.put("pkg/x.txt", "x");
  at.git("init", "-q", "pkg");
  at.git("-C", "pkg", "add", "x.txt");
  at.git("-C", "pkg", "commit", "-qm", "x");
  at.put("pkg/.git/config", `[core]\n\trepositoryformatversion = 0\n\tfsmonitor = touch ${at.root}/pwned\n`);
};

const ATTEMPTS: readonly Attempt[] = [
  { title: "a link that poses as a text", command: "cat a.md", plant: (at) => at.link("a.md", ".env") },
  { title: "a link among what a pattern matches", command: "cat *.md", plant: (at) => at.link("a.md", ".env") },
  {
    title: "a link to a link out of the workspace",
    command: "cat b.md",
    plant: (at) => (at.link("a.md", "../outside.txt"), at.link("b.md", "a.md")),
  },
  { title: "a link to a folder inside a pattern", command: "cat */outside.txt", plant: (at) => at.link("up", "..") },
  {
    title: "a link to a folder of the workspace inside a pattern",
    command: "cat l*/k?y.pem",
    plant: (at) => (at.put("deep/key.pem", SECRET), at.link("link", "deep")),
  },
  { title: "links that grep -R follows", command: "grep -R SECRET src", plant: (at) => at.link("src/up", "../..") },
  {
    title: "links that diff follows",
    command: "diff -N src empty",
    plant: (at) => (at.put("empty/x", ""), at.link("src/z", "../.env")),
  },
  { title: "folders without -r", command: "diff -N . src" },
  { title: "two dots behind a link", command: "cat l/../outside.txt", plant: other },
  { title: "two dots behind a link, by a redirection", command: "cat < l/../outside.txt", plant: other },
  { title: "two dots behind cd through a link", command: "cd l && cat ../outside.txt", plant: other },
  { title: "two dots behind a link, by a pattern", command: "cat l/../out*.txt", plant: other },
  { title: "cd that fails", command: "cd missing; cat .env" },
  { title: "cd to a file", command: "cd a.txt; cat .env" },
  { title: "cd in the background", command: "cd src & cat .env" },
  { title: "cd in a pipeline", command: "cd src | cat .env" },
  { title: "cd that is not reached", command: "false && cd src; cat .env" },
  { title: "cd that fails before a payload", command: "cd missing; bash -c 'cat .env'" },
  { title: "git show of a tracked secret", command: "git show HEAD:.env" },
  { title: "git log of a tracked secret", command: "git log -p -- .env" },
  { title: "git log by a pattern of git's own", command: "git log -p -- '.e*'" },
  { title: "git log of a range of lines", command: "git log -L1,1:.env" },
  { title: "git grep", command: "git grep SECRET" },
  { title: "git log of all patches", command: "git log -p" },
  { title: "git show of the newest commit", command: "git show" },
  {
    title: "git diff of a secret that changed",
    command: "git diff",
    plant: (at) => at.put(".env", `KEY=${SECRET}2\n`),
  },
  {
    title: "git diff of a secret that is not tracked any more",
    command: "git diff --cached",
    plant: (at) => at.git("rm", "-q", "--cached", ".env"),
  },
  {
    title: "git status of what is staged",
    command: "git status -v",
    plant: (at) => (at.put(".env", `KEY=${SECRET}2\n`), at.git("add", "-f", ".env")),
  },
  {
    title: "git stash show of a secret that was not tracked",
    command: "git stash show -p -u",
    plant: (at) => (WITHOUT(at), at.put("key.pem", SECRET), at.git("stash", "-q", "-u")),
  },
  { title: "git cat-file of what a name leads to", command: "git cat-file -p HEAD^{tree}" },
  {
    title: "git log of patches where no secret ever was",
    command: "git log -p; git show; git diff; git status -v",
    plant: (at) => WITHOUT(at),
    runs: true,
  },
  {
    title: "git show of a secret that is gone",
    command: "git show HEAD:.env",
    plant: (at) => rmSync(join(at.root, ".env")),
  },
  {
    title: "sed that runs a program",
    command: "sed -n '/\\/p;/e touch pwned/p' a.txt",
    plant: (at) => at.put("pwned/x", ""),
  },
  {
    title: "sed that writes",
    command: "sed -n '/\\/p;/w src/pwned/p' a.txt",
    plant: (at) => at.put("src/pwned/x", ""),
  },
  { title: "sh that takes [[ for a program", command: "sh -c '[[ a || touch pwned ]]'" },
  { title: "sh that takes > in [[ for a write", command: "sh -c '[[ a > pwned ]]'" },
  { title: "sh that ends a string earlier", command: `sh -c "echo \\$'\\\\'; touch pwned; echo '"` },
  {
    title: "a repository without a git folder",
    command: "git -C pkg status",
    plant: (at) => BARE(at, `touch ${at.root}/pwned`),
  },
  {
    title: "a repository without a git folder, by cd",
    command: "cd pkg && git status",
    plant: (at) => BARE(at, `touch ${at.root}/pwned`),
  },
  { title: "a nested repository", command: "git -C pkg status", plant: nested },
  { title: "a nested repository, by cd", command: "cd pkg; git status", plant: nested },
  {
    title: "a nested repository as a part of the own",
    command: "git status",
    plant: (at) => (nested(at), at.git("-c", "core.fsmonitor=false", "add", "pkg")),
    runs: true,
  },
  {
    title: "a watcher in the own settings",
    command: "git status",
    plant: (at) => at.git("config", "core.fsmonitor", `touch ${at.root}/pwned`),
    runs: true,
  },
  {
    title: "an alias that is called as a verb is",
    command: "git status",
    plant: (at) => at.git("config", "alias.status", "!touch pwned"),
    runs: true,
  },
  { title: "an alias", command: "git st", plant: (at) => at.git("config", "alias.st", "!touch pwned") },
  {
    title: "a pager in the own settings",
    command: "git log",
    plant: (at) => at.git("config", "core.pager", "touch pwned; cat"),
    runs: true,
  },
  {
    title: "settings that the workspace's folder includes",
    command: "git -C pkg status",
    plant: (at) => (
      at.put("pkg/.git", "gitdir: ../planted\n"),
      at.put("planted/HEAD", "ref: refs/heads/x\n"),
      at.put("planted/config", `[core]\n\tfsmonitor = touch ${at.root}/pwned\n`)
    ),
  },
  { title: "a secret in the environment", command: "echo $API_TOKEN $DB_PASSWORD", runs: true },
  { title: "a function in the environment", command: "ls", runs: true },
  {
    title: "a program of the workspace on PATH",
    command: "ls; git --version",
    plant: (at) => (at.put("bin/ls", "#!/bin/sh\ntouch pwned\n"), at.put("bin/git", "#!/bin/sh\ntouch pwned\n")),
    runs: true,
  },
  { title: "a hook that would be written", command: "echo 'touch pwned' > .git/hooks/pre-commit" },
  { title: "start-up files that would be written", command: "echo x >> ~/.bashrc" },
  { title: "settings of the editor that would be written", command: "echo {} > .vscode/pwned" },
  { title: "a line that ends as Windows's do", command: "ls\r\ntouch pwned" },
];

const isHarmed = (at: Host, before: readonly string[]): boolean => {
  const now = [at.has("pwned"), at.has("src/pwned/p"), at.has(".git/hooks/pre-commit"), at.has(".vscode/pwned")];
  return now.some((each, index) => each && !before[index]);
};

describe("nothing gets past a real gate without a card", () => {
  test.each(ATTEMPTS.map((each) => [each.title, each] as const))("%s", async (_, { command, plant, runs }) => {
    const at = host();
    plant?.(at);
    const before = [at.has("pwned"), false, false, false].map((each) => (each ? "x" : ""));
    const asked = await run(at, command);
    const reviewed = await run(at, command, { posture: "auto-review" });
    const inPlan = await run(at, command, { mode: "plan" });
    expect([asked.cards > 0, reviewed.cards, inPlan.cards]).toEqual([!runs, 0, 0]);
    expect(asked.text + reviewed.text + inPlan.text).not.toContain(SECRET);
    expect(isHarmed(at, before)).toBe(false);
  });
});

interface Swap {
  readonly title: string;
  readonly command: string;
  readonly plant?: (at: Host) => void;
  readonly meanwhile: (at: Host) => void;
}

const relink = (at: Host, path: string, target: string): void => {
  rmSync(join(at.root, path), { force: true });
  at.link(path, target);
};

const SWAPS: readonly Swap[] = [
  {
    title: "a text that becomes a link to a secret",
    command: "cat n.md; touch done",
    plant: (at) => at.put("n.md", "x"),
    meanwhile: (at) => relink(at, "n.md", ".env"),
  },
  {
    title: "a link that leads elsewhere",
    command: "cat n.md; touch done",
    plant: (at) => at.link("n.md", "a.txt"),
    meanwhile: (at) => relink(at, "n.md", "../outside.txt"),
  },
  { title: "what was not there", command: "cat n.md; touch done", meanwhile: (at) => at.link("n.md", ".env") },
  {
    title: "what a pattern did not match",
    command: "cat *.md; touch done",
    plant: (at) => at.put("n.md", "x"),
    meanwhile: (at) => at.link("o.md", ".env"),
  },
  {
    title: "a folder that becomes a link",
    command: "cat d/outside.txt; touch done",
    plant: (at) => at.put("d/outside.txt", "x"),
    meanwhile: (at) => (rmSync(join(at.root, "d"), { recursive: true }), at.link("d", "..")),
  },
  {
    title: "a folder that becomes a repository",
    command: "git -C pkg status; touch done",
    plant: (at) => at.put("pkg/x.txt", "x"),
    meanwhile: nested,
  },
  {
    title: "a file to write that becomes a link",
    command: "echo x > n.txt; touch done",
    plant: (at) => at.put("n.txt", "x"),
    meanwhile: (at) => relink(at, "n.txt", "../outside.txt"),
  },
];

describe("what changes while a card is open is asked about again", () => {
  test.each(SWAPS.map((each) => [each.title, each] as const))("%s", async (_, { command, plant, meanwhile }) => {
    const at = host();
    plant?.(at);
    const { cards, text } = await run(at, command, { meanwhile: () => meanwhile(at) });
    expect(cards).toBe(2);
    expect(text).not.toContain(SECRET);
    expect(at.has("done")).toBe(false);
    expect(at.has("pwned")).toBe(false);
    expect(readFileSync(join(at.root, "../outside.txt"), "utf8")).toBe(`${SECRET}\n`);
  });
});
