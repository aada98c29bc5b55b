import { describe, expect, test } from "vitest";
import type { Assets } from "../../../src/core/operations/assets";
import { ToolError } from "../../../src/core/operations/failure";
import { buildCatalog } from "../../../src/core/surface/catalog";
import { PLANNED_TOOLS } from "../../../src/core/surface/contract";
import { govern, NO_GOVERNANCE } from "../../../src/core/surface/governance";
import { parseProfile } from "../../../src/core/surface/profileFile";
import {
  effectiveProfile,
  findProfiles,
  profileRow,
  READ_ONLY_TOOLS,
  selectedTools,
} from "../../../src/core/surface/profiles";
import { nativeTools } from "../../../src/core/tools";
import { child, fakeTool, ROOT_FACTS } from "./probe";

/** Files by path; a text of "too big" is one. */
function memoryAssets(files: Record<string, string>): Assets {
  return {
    list: async (folder) =>
      Object.keys(files)
        .filter((path) => path.slice(0, path.lastIndexOf("/")) === folder)
        .map((path) => ({ name: path.slice(folder.length + 1), kind: "file" as const })),
    readText: async (path) => {
      if (files[path] === "too big") throw new ToolError("unsupported", "The file is too large.");
      return files[path];
    },
    real: async (path) => path,
    join: (...names) => names.join("/"),
  };
}

const profile = (head: string) => parseProfile("/h/a.md", `---\n${head}\n---\nBe kind.\n`, "home").profile;

describe("finding profiles", () => {
  const found = async (files: Record<string, string>, roots = ["/w"]) =>
    (await findProfiles(memoryAssets(files), roots, "/home/ann")).map(({ profile }) => profile.file);

  test("looks in three folders of each root and of the home folder, in this order", async () => {
    const files = [
      "/w/.gatehouse/agents/a.md",
      "/w/.github/agents/b.agent.md",
      "/w/.claude/agents/c.md",
      "/x/.gatehouse/agents/d.md",
      "/home/ann/.gatehouse/agents/e.md",
      "/home/ann/.claude/agents/f.md",
    ];
    expect(await found(Object.fromEntries(files.toReversed().map((path) => [path, ""])), ["/w", "/x"])).toEqual(files);
  });

  test("takes the first of a name", async () => {
    const named = "---\nname: review\n---\n";
    const files = { "/w/.claude/agents/a.md": named, "/home/ann/.gatehouse/agents/b.md": named };
    expect(await found(files)).toEqual(["/w/.claude/agents/a.md"]);
    expect(await found(files, [])).toEqual(["/home/ann/.gatehouse/agents/b.md"]);
  });

  test("leaves other files alone", async () => {
    expect(await found({ "/w/.github/agents/notes.md": "", "/w/.gatehouse/agents/a.txt": "" })).toEqual([]);
  });

  test("gives nothing to a profile that can't be read, and says why", async () => {
    const files = {
      "/w/.gatehouse/agents/a.md": "too big",
      "/home/ann/.gatehouse/agents/a.md": "---\ntools: bash\n---",
    };
    const [only, ...more] = await findProfiles(memoryAssets(files), ["/w"], "/home/ann");
    expect(more).toEqual([]);
    expect(only).toMatchObject({ profile: { tools: [] }, problems: [{ line: 1, args: ["The file is too large."] }] });
  });
});

const read = fakeTool("read", { core: true });
const write = fakeTool("write", { capabilities: ["write"], worker: "main-process-proxy" });
const bash = fakeTool("bash", { capabilities: ["shell"] });
const catalog = buildCatalog([
  [
    read,
    write,
    bash,
    fakeTool("grep"),
    fakeTool("mcp_a_go", { origin: "mcp", offer: "deferred", worker: "main-process-proxy" }),
  ],
  [fakeTool("File", { offer: "hidden", standsFor: ["read", "write"] })],
]);

describe("what a profile selects", () => {
  const selected = (head: string) => selectedTools(catalog, profile(head));

  test("is the read-only set when it names none, and nothing that starts agents (F93)", () => {
    expect(selected("name: a")).toEqual(READ_ONLY_TOOLS);
    const all = buildCatalog([nativeTools("bash")], PLANNED_TOOLS);
    const able = READ_ONLY_TOOLS.flatMap((name): readonly string[] => all.find(name)?.capabilities ?? ["unknown"]);
    expect([...new Set(able)].toSorted()).toEqual(["network", "read", "state"]);
  });
  test("is nothing when its list is empty", () => expect(selected("tools: []")).toEqual([]));
  test("is what it names, old names as the tools they stand for", () => {
    expect(selected("tools: [mcp_a_go, File, read]")).toEqual(["mcp_a_go", "read", "write"]);
  });
  test("is what Claude Code's and Copilot's names come to", () => {
    expect(selected("tools: Read, Glob, Bash, WebFetch")).toEqual(["read", "find_files", "bash", "Web"]);
    expect(selected("tools: [search, execute]")).toEqual(["grep", "find_files", "list_dir", "bash"]);
  });
  test("keeps an unknown name, to be told of", () => expect(selected("tools: read, nope")).toEqual(["read", "nope"]));
});

describe("what a profile comes to", () => {
  const effective = (head: string, governance = NO_GOVERNANCE, facts = ROOT_FACTS) =>
    effectiveProfile(catalog, governance, profile(head), facts).map(
      ({ name, state, reason }) => `${name} ${reason ?? state}`,
    );

  test("is the route of each of its tools, or the reason", () => {
    expect(effective("tools: read, write, bash, nope")).toEqual([
      "read worker-local",
      "write main-process-proxied",
      "bash worker-local",
      "nope unknown_tool",
    ]);
  });
  test("has servers' tools when it names them, deferred or not (F79)", () => {
    expect(effective("tools: [mcp_a_go, tool_search]")[0]).toBe("mcp_a_go main-process-proxied");
  });
  test("heeds what governance says", () => {
    const rules = govern([{ source: "user", tools: { bash: { enabled: false }, grep: { subagentAllowed: false } } }]);
    expect(effective("tools: bash, grep", rules)).toEqual(["bash tool_disabled", "grep not_selected_for_subagent"]);
  });
  test("is within what a child that starts it has itself", () => {
    const parent = { ...ROOT_FACTS, agent: child(["read", "write"], { allowWrite: false }) };
    expect(effective("tools: read, write, bash", NO_GOVERNANCE, parent)).toEqual([
      "read worker-local",
      "write write_blocked_by_readonly_policy",
      "bash not_selected_for_subagent",
    ]);
  });
});

test("a row leaves out what the file leaves out", () => {
  const { profile } = parseProfile("/w/.gatehouse/agents/a.md", "Be kind.");
  expect(profileRow(profile, { file: "agents/a.md", problems: [], effective: [] })).toEqual({
    name: "a",
    description: "",
    file: "agents/a.md",
    problems: [],
    effective: [],
  });
});
