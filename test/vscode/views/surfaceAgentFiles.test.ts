import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import type { Assets } from "../../../src/core/operations/assets";
import type { ProfileDraft, SurfaceAnswer } from "../../../src/shared/messages/surface";

const files = new Map<string, string>();
const dirty = new Set<string>();
/** What is watched, and whom to tell of changes there. */
const watchers = new Map<string, () => void>();
/** Paths that lead elsewhere. */
const links = new Map<string, string>();

vi.mock("vscode", () => {
  class FileSystemError extends Error {
    code = "FileNotFound";
  }
  class EventEmitter {
    listeners = new Set<() => void>();
    event = (listener: () => void) => {
      this.listeners.add(listener);
      return { dispose: () => this.listeners.delete(listener) };
    };
    fire = () => {
      for (const listener of this.listeners) listener();
    };
    dispose = () => this.listeners.clear();
  }
  const uri = (path: string) => ({ scheme: "file", fsPath: path, path, toString: () => `file://${path}` });
  return {
    EventEmitter,
    FileSystemError,
    // A language of which each text can be told from English.
    l10n: { t: (words: string, ...places: unknown[]) => `«${words}» ${places.join(" ")}`.trim() },
    RelativePattern: class {
      constructor(
        readonly base: { readonly path: string },
        readonly pattern: string,
      ) {}
    },
    Uri: { file: uri },
    workspace: {
      workspaceFolders: undefined,
      get textDocuments() {
        return [...dirty].map((path) => ({ isDirty: true, uri: uri(path) }));
      },
      createFileSystemWatcher({ base, pattern }: { base: { path: string }; pattern: string }) {
        const listen = (listener: () => void) => {
          watchers.set(`${base.path}/${pattern}`, listener);
          return { dispose: () => undefined };
        };
        return { dispose: () => undefined, onDidCreate: listen, onDidChange: listen, onDidDelete: listen };
      },
      asRelativePath: ({ path }: { path: string }) => path.replace(/^\/w\//, ""),
      fs: {
        writeFile: async ({ path }: { path: string }, bytes: Uint8Array) => {
          if (path.includes("readonly")) throw new Error("EACCES");
          files.set(path, new TextDecoder().decode(bytes));
        },
        stat: async ({ path }: { path: string }) => {
          if (!files.has(path)) throw new FileSystemError();
        },
      },
    },
  };
});

const { AgentFiles } = await import("../../../src/vscode/views/agentFiles");

const assets: Assets = {
  async list(folder) {
    const names = [...files.keys()].filter((path) => path.startsWith(`${folder}/`));
    return names.map((path) => ({ name: path.slice(folder.length + 1), kind: "file" as const })).toSorted();
  },
  readText: async (path) => files.get(path),
  real: async (path) => links.get(path) ?? path,
  join: (folder, ...names) => [folder, ...names].join("/"),
};

const PATH = "/w/.gatehouse/agents/reviewer.md";
const SHOWN = ".gatehouse/agents/reviewer.md";
const TEXT = `---
# Kept by hand.
name: reviewer
description: Reads a change
tools: [read, grep]
color: green
---
You review changes.
`;
const NEW: ProfileDraft = {
  name: "Scout 1",
  description: "Looks",
  tools: [],
  model: "",
  mode: "plan",
  prompt: "Look.",
};

beforeEach(() => {
  files.clear();
  dirty.clear();
  links.clear();
  watchers.clear();
  files.set(PATH, TEXT);
});

async function opened(roots: readonly string[] = ["/w"]) {
  const log = { error: () => undefined };
  const agents = new AgentFiles({ assets, roots: () => roots, home: "/home/me", log: log as never });
  await agents.refresh();
  return agents;
}

async function editing(agents: InstanceType<typeof AgentFiles>, shown = SHOWN) {
  const answer = await agents.open(shown);
  if (answer.type !== "profile") throw new Error(JSON.stringify(answer));
  return answer;
}

const why = (answer: SurfaceAnswer) => (answer.type === "refused" ? answer.why : answer.type);

test("a profile is opened as its file is now", async () => {
  const { profile, source } = await editing(await opened());
  expect(source).toBe("workspace");
  expect(profile).toEqual({
    name: "reviewer",
    description: "Reads a change",
    tools: ["read", "grep"],
    model: "",
    mode: "",
    prompt: "You review changes.\n",
  });
});

test("rows name the file for people, and what an agent would get", async () => {
  files.set("/home/me/.claude/agents/mine.md", "---\nname: mine\nmodel: local/small\n---\n");
  const rows = (await opened()).rows(({ name }) => [{ name, state: "worker-local", route: "worker-local" }]);
  expect(rows.map(({ name, file, model, effective }) => [name, file, model, effective[0]?.name])).toEqual([
    ["reviewer", SHOWN, undefined, "reviewer"],
    ["mine", "~/.claude/agents/mine.md", "local/small", "mine"],
  ]);
});

test("saving changes what was changed and leaves the rest of the file", async () => {
  const agents = await opened();
  let told = 0;
  agents.onDidChange(() => told++);
  const { base, profile } = await editing(agents);
  const answer = await agents.save(SHOWN, base, { ...profile, tools: null, mode: "plan", prompt: "Be kind.\n" });
  expect(answer).toEqual({ type: "saved", file: SHOWN });
  expect(files.get(PATH)).toBe(
    "---\n# Kept by hand.\nname: reviewer\ndescription: Reads a change\ncolor: green\nmode: plan\n---\nBe kind.\n",
  );
  expect(told).toBe(1);
  expect(agents.profiles[0]?.profile.mode).toBe("plan");
});

test("saved as it was opened, the file keeps its bytes", async () => {
  const agents = await opened();
  const { base, profile } = await editing(agents);
  await agents.save(SHOWN, base, profile);
  expect(files.get(PATH)).toBe(TEXT);
});

test("a file that has changed since is not overwritten", async () => {
  const agents = await opened();
  const { base, profile } = await editing(agents);
  files.set(PATH, `${TEXT}More.\n`);
  expect(why(await agents.save(SHOWN, base, profile))).toBe("changed_on_disk");
  expect(files.get(PATH)).toBe(`${TEXT}More.\n`);
});

test("unsaved changes in an editor are not written under", async () => {
  const agents = await opened();
  const { base, profile } = await editing(agents);
  dirty.add(PATH);
  expect(why(await agents.save(SHOWN, base, profile))).toBe("unsaved");
});

test("what would not be read back as wished is not written", async () => {
  const agents = await opened();
  const { base, profile } = await editing(agents);
  const answer = await agents.save(SHOWN, base, { ...profile, name: "a\u202eb" });
  expect(answer).toMatchObject({ type: "refused", why: "invalid", problems: [{ line: 3 }] });
  expect(files.get(PATH)).toBe(TEXT);
});

test("a workspace's profile gets no model, whatever the page sends", async () => {
  const agents = await opened();
  const { base, profile } = await editing(agents);
  expect(why(await agents.save(SHOWN, base, { ...profile, model: "evil/one" }))).toBe("invalid");
});

test("a link never leads a save out of its folder", async () => {
  const agents = await opened();
  const { base, profile } = await editing(agents);
  links.set(PATH, "/etc/profile");
  expect(why(await agents.save(SHOWN, base, { ...profile, description: "x" }))).toBe("unwritable");
  expect(files.get(PATH)).toBe(TEXT);
});

test("only listed profiles are opened or saved", async () => {
  const agents = await opened();
  files.set("/w/.env", "KEY=1");
  expect(why(await agents.open(".env"))).toBe("unknown");
  expect(why(await agents.save("../x.md", "", NEW))).toBe("unknown");
});

test("a new one becomes a file named after it", async () => {
  const agents = await opened();
  expect(await agents.create(NEW)).toEqual({ type: "saved", file: ".gatehouse/agents/scout-1.md" });
  expect(files.get("/w/.gatehouse/agents/scout-1.md")).toBe(
    "---\nname: Scout 1\ndescription: Looks\ntools: []\nmode: plan\n---\nLook.",
  );
  expect(agents.profiles.map(({ profile }) => profile.name)).toContain("Scout 1");
});

test("a new one never replaces a file or a profile of its name", async () => {
  const agents = await opened();
  expect(why(await agents.create({ ...NEW, name: "reviewer" }))).toBe("exists");
  files.set("/w/.github/agents/looks.agent.md", "---\nname: Scout 1\n---\n");
  await agents.refresh();
  expect(why(await agents.create(NEW))).toBe("exists");
  files.delete("/w/.github/agents/looks.agent.md");
  await agents.refresh();
  files.set("/w/.gatehouse/agents/scout-1.md", "someone's notes");
  expect(why(await agents.create(NEW))).toBe("exists");
  expect(why(await agents.create({ ...NEW, name: "../.." }))).toBe("invalid");
});

test("without a trusted folder there is no place for a new one", async () => {
  expect(why(await (await opened([])).create(NEW))).toBe("no_folder");
});

test("what the system refuses to write is said", async () => {
  const agents = await opened(["/w/readonly"]);
  expect(why(await agents.create(NEW))).toBe("unwritable");
});

test("what is wrong with a file is said in the person's language, in the list and when a draft is refused", async () => {
  files.set(PATH, "---\nname: reviewer\nmode: yolo\n---\n");
  const agents = await opened();
  expect(agents.rows(() => [])[0]?.problems).toEqual([
    { line: 3, text: "«The mode must be one of {0}; taken as plan.» plan, work, operate" },
  ]);
  const { base, profile } = await editing(agents);
  const answer = await agents.save(SHOWN, base, { ...profile, name: "a\u202eb" });
  const problems = answer.type === "refused" ? answer.problems : [];
  expect(problems[0]).toEqual({ line: 2, text: "«The name must be one line of at most 64 characters.»" });
});

test("the home folder's profiles are watched folder by folder, and one that is written there is told of", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const agents = await opened();
  expect([...watchers.keys()]).toEqual([
    "/home/me/.gatehouse/agents/*.md",
    "/home/me/.github/agents/*.md",
    "/home/me/.claude/agents/*.md",
  ]);
  const told = new Promise<void>((resolve) => void agents.onDidChange(resolve));
  files.set("/home/me/.claude/agents/mine.md", "---\nname: mine\n---\n");
  watchers.get("/home/me/.claude/agents/*.md")?.();
  vi.advanceTimersByTime(200);
  await told;
  expect(agents.profiles.map(({ profile }) => profile.name)).toEqual(["reviewer", "mine"]);
});

test("with the panel's watchers gone nothing is read any more", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const agents = await opened();
  watchers.get("/home/me/.claude/agents/*.md")?.();
  agents.dispose();
  expect(vi.getTimerCount()).toBe(0);
});
