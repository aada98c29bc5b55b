import fc from "fast-check";
import { expect, test } from "vitest";
import { decide } from "../../../../src/core/gate/gate";
import { globFor } from "../../../../src/core/gate/globs";
import { commandRules } from "../../../../src/core/gate/rules/commands";
import { proposals } from "../../../../src/core/gate/rules/proposals";
import { rules, rulingOn } from "../../../../src/core/gate/rules/rules";
import type { PlacedRule } from "../../../../src/core/gate/statutes";
import type { GateFacts } from "../../../../src/core/gate/verdict";
import type { RuleAction } from "../../../../src/shared/rules";
import { memoryFiles } from "../../../fakes/memoryFiles";
import { facts, planned, ROOT, tool, type What, workspace } from "../calls";

const edit = (path: string): What => ({ tool: "edit", writes: [path] });
const say = (action: RuleAction, more: Partial<PlacedRule> & { tool: string }): PlacedRule => ({ action, ...more });

/** What the stage alone says; "-" is no opinion. */
async function check(list: readonly PlacedRule[], what: What, more: Partial<GateFacts> = {}, files = workspace()) {
  return rules(await planned(what, files), facts({ rules: list, ...more }))?.outcome ?? "-";
}

test.each<[string, PlacedRule, What, string]>([
  // Tools.
  ["its tool", say("deny", { tool: "edit" }), edit("src/a.ts"), "deny"],
  ["not another tool", say("deny", { tool: "write" }), edit("src/a.ts"), "-"],
  ["not a longer name", say("deny", { tool: "edi" }), edit("src/a.ts"), "-"],
  ["every tool", say("ask", { tool: "*" }), edit("src/a.ts"), "ask"],
  [
    "an old name of its tool",
    say("deny", { tool: "edit" }),
    { ...edit("src/a.ts"), tool: "patch", standsFor: ["edit", "write"] },
    "deny",
  ],
  [
    "no old name that does more",
    say("allow", { tool: "edit" }),
    { ...edit("src/a.ts"), tool: "patch", standsFor: ["edit", "write"] },
    "-",
  ],
  [
    "an old name that does just this",
    say("allow", { tool: "edit" }),
    { ...edit("src/a.ts"), tool: "replace", standsFor: ["edit"] },
    "allow",
  ],
  // Paths, allowed.
  ["a file by its path", say("allow", { tool: "edit", path: "src/a.ts" }), edit("src/a.ts"), "allow"],
  ["a file with ./ in front", say("allow", { tool: "edit", path: "./src/a.ts" }), edit("src/a.ts"), "allow"],
  ["files below", say("allow", { tool: "edit", path: "src/**" }), edit("src/x/a.ts"), "allow"],
  ["all in a folder, by a slash", say("allow", { tool: "edit", path: "src/" }), edit("src/x/a.ts"), "allow"],
  ["no deeper than a star says", say("allow", { tool: "edit", path: "src/*" }), edit("src/x/a.ts"), "-"],
  ["nothing in a folder that is only named", say("allow", { tool: "edit", path: "src" }), edit("src/a.ts"), "-"],
  ["files at any depth", say("allow", { tool: "edit", path: "**/*.ts" }), edit("src/x/a.ts"), "allow"],
  ["files at any depth, the root too", say("allow", { tool: "edit", path: "**/*.ts" }), edit("a.ts"), "allow"],
  ["everything", say("allow", { tool: "edit", path: "**" }), edit("src/x/a.ts"), "allow"],
  ["either ending", say("allow", { tool: "edit", path: "src/*.{ts,tsx}" }), edit("src/a.tsx"), "allow"],
  [
    "F51: not a folder of the same name further down",
    say("allow", { tool: "edit", path: "src/**" }),
    edit("lib/src/a.ts"),
    "-",
  ],
  [
    "F51: not a file of the same name further down",
    say("allow", { tool: "edit", path: "*.ts" }),
    edit("src/a.ts"),
    "-",
  ],
  ["case as the volume has it", say("allow", { tool: "edit", path: "SRC/**" }), edit("src/a.ts"), "-"],
  // Paths, denied: wider.
  ["all in a folder that it names", say("deny", { tool: "edit", path: "src" }), edit("src/x/a.ts"), "deny"],
  ["reads", say("deny", { tool: "*", path: "src/a.ts" }), { tool: "read", reads: ["src/a.ts"] }, "deny"],
  [
    "what a command was found to write",
    say("deny", { tool: "*", path: "src/**" }),
    { tool: "bash", commands: ["x"], writes: ["src/a.ts"] },
    "deny",
  ],
  [
    "one of two paths",
    say("deny", { tool: "edit", path: "src/b.ts" }),
    { tool: "edit", writes: ["src/a.ts", "src/b.ts"] },
    "deny",
  ],
  ["nothing outside of all roots", say("deny", { tool: "edit", path: "etc/**" }), edit("/etc/hosts"), "-"],
  // Hosts.
  ["its host", say("allow", { tool: "Web", host: "Example.com" }), { tool: "Web", hosts: ["example.com"] }, "allow"],
  [
    "not a host below",
    say("allow", { tool: "Web", host: "example.com" }),
    { tool: "Web", hosts: ["a.example.com"] },
    "-",
  ],
  [
    "hosts below, by a star",
    say("allow", { tool: "Web", host: "*.example.com" }),
    { tool: "Web", hosts: ["a.example.com"] },
    "allow",
  ],
  [
    "not another port",
    say("allow", { tool: "Web", host: "example.com" }),
    { tool: "Web", hosts: ["example.com:8080"] },
    "-",
  ],
  [
    "F63: no longer name of a host",
    say("allow", { tool: "Web", host: "example.com" }),
    { tool: "Web", hosts: ["notexample.com"] },
    "-",
  ],
  [
    "denied: a host below, on any port",
    say("deny", { tool: "*", host: "example.com" }),
    { tool: "Web", hosts: ["a.example.com.:8080"] },
    "deny",
  ],
  [
    "not one of two hosts",
    say("allow", { tool: "Web", host: "a.example" }),
    { tool: "Web", hosts: ["a.example", "b.example"] },
    "-",
  ],
  // Servers.
  [
    "a server's tool by its name",
    say("allow", { tool: "mcp_git_log" }),
    { tool: "mcp_git_log", server: "git" },
    "allow",
  ],
  [
    "all tools of a server by its name",
    say("allow", { tool: "*", server: "git" }),
    { tool: "mcp_git_log", server: "git" },
    "allow",
  ],
  [
    "all tools of a server by a star",
    say("allow", { tool: "mcp_git_*" }),
    { tool: "mcp_git_log", server: "git" },
    "allow",
  ],
  [
    "F62: a server by the name that its tools have",
    say("allow", { tool: "mcp_My_Server_*" }),
    { tool: "mcp_My_Server_x", server: "My Server" },
    "allow",
  ],
  [
    "not a server whose tool only looks like it",
    say("allow", { tool: "mcp_git_hub_*" }),
    { tool: "mcp_git_hub_x", server: "git" },
    "-",
  ],
  ["but denies it", say("deny", { tool: "mcp_git_hub_*" }), { tool: "mcp_git_hub_x", server: "git" }, "deny"],
  [
    "not the same tool of another server",
    say("allow", { tool: "mcp_git_log", server: "git" }),
    { tool: "mcp_git_log", server: "evil" },
    "-",
  ],
  [
    "not another tool of the server",
    say("allow", { tool: "mcp_git_log", server: "git" }),
    { tool: "mcp_git_push", server: "git" },
    "-",
  ],
  [
    "no server's tool by a host",
    say("allow", { tool: "mcp_git_log", host: "a.example" }),
    { tool: "mcp_git_log", server: "git", hosts: ["a.example"] },
    "-",
  ],
  // Commands are not judged here.
  ["F41: no command by its tool's name", say("allow", { tool: "bash" }), { tool: "bash", commands: ["ls"] }, "-"],
  ["a tool that runs commands", say("deny", { tool: "bash" }), { tool: "bash", commands: ["ls"] }, "deny"],
  [
    "no command by a command rule",
    say("deny", { tool: "bash", command: "ls" }),
    { tool: "bash", commands: ["ls"] },
    "-",
  ],
])("a rule meets %s", async (_, rule, what, expected) => {
  expect(await check([rule], what)).toBe(expected);
});

test("denies before it asks, and asks before it allows, whatever stands first or says more", async () => {
  const allow = say("allow", { tool: "edit", path: "src/a.ts" });
  const ask = say("ask", { tool: "edit" });
  const deny = say("deny", { tool: "*", path: "src" });
  const orders = fc.shuffledSubarray([allow, ask, deny], { minLength: 3 });
  await fc.assert(
    fc.asyncProperty(orders, async (list) => {
      expect(await check(list, edit("src/a.ts"))).toBe("deny");
    }),
  );
  expect(await check([allow, ask], edit("src/a.ts"))).toBe("ask");
});

test("allows a call only when each thing that it does is covered", async () => {
  const both: What = { tool: "edit", writes: ["src/a.ts", "docs/b.md"] };
  const one = say("allow", { tool: "edit", path: "src/**" });
  expect(await check([one], both)).toBe("-");
  expect(await check([one, say("allow", { tool: "edit", path: "docs/*" })], both)).toBe("allow");
  expect(await check([one], { tool: "edit", writes: ["src/a.ts"], hosts: ["a.example"] })).toBe("-");
});

test("F60: reads both slashes on Windows, in rules and in paths", async () => {
  const root = { name: "app", path: "C:\\app" };
  const path = { shown: "x", real: "C:\\app\\Src\\[id]\\a.ts", kind: "file", root, size: 0, dangling: false } as const;
  const here = facts({ windows: true, foldsCase: true, roots: [root] });
  const deny = (glob: string) =>
    rulingOn(path, tool("read", ["read"]), { ...here, rules: [say("deny", { tool: "read", path: glob })] });
  for (const glob of ["src/**", "src\\**", "SRC\\*\\a.ts", "src/\\[id\\]/a.ts"]) expect(deny(glob)).toBe("deny");
  expect(deny("lib/**")).toBeUndefined();
});

test("folds case where the volume does, as far as it does", async () => {
  const here: Partial<GateFacts> = { foldsCase: true };
  expect(await check([say("deny", { tool: "edit", path: "SECRET/*" })], edit("\u017Fecret/a.ts"), here)).toBe("deny");
  expect(await check([say("deny", { tool: "edit", path: "src/**" })], edit("SRC/a.ts"), here)).toBe("deny");
});

test("asks about a folder that is written as a whole when it may hold what a rule names", async () => {
  const call = await planned(edit("src/a.ts"));
  const of = async (folder: string, path: string) => {
    const writes = call.writes.map((each) => ({ ...each, kind: "folder" as const, real: `${ROOT.path}/${folder}` }));
    return rules({ ...call, writes }, facts({ rules: [say("ask", { tool: "edit", path })] }))?.outcome;
  };
  expect(await of("src", "src/core/**")).toBe("ask");
  expect(await of("src", "**/*.pem")).toBe("ask");
  expect(await of("src/core/x", "src/core")).toBe("ask");
  expect(await of("docs", "src/core/**")).toBeUndefined();
});

test("holds the rules of a root for what lies in it alone, and for commands those of all roots", async () => {
  const other = { name: "lib", path: "/home/ann/lib" };
  const files = memoryFiles({ "src/a.ts": "", "/home/ann/lib/src/a.ts": "" }, { roots: [ROOT, other] });
  const here: Partial<GateFacts> = { roots: [ROOT, other] };
  for (const rule of [
    say("deny", { tool: "*", path: "src/**", root: other.path }),
    say("deny", { tool: "*", root: other.path }),
  ]) {
    expect(await check([rule], edit("src/a.ts"), here, files)).toBe("-");
    expect(await check([rule], edit("/home/ann/lib/src/a.ts"), here, files)).toBe("deny");
  }
  const bare = say("deny", { tool: "*", root: other.path });
  expect(await check([bare], { tool: "bash", commands: ["ls"] }, here, files)).toBe("deny");
  expect(await check([bare], { tool: "Web", hosts: ["a.example"] }, here, files)).toBe("deny");
  expect(commandRules([say("deny", { tool: "bash", command: "rm", root: other.path })], { name: "bash" }).deny).toEqual(
    ["rm"],
  );
});

test("hands the shell analysis the command rules of its tool, by what they say", () => {
  const list = [
    say("allow", { tool: "bash", command: "npm test" }),
    say("allow", { tool: "*", command: "git status" }),
    say("ask", { tool: "bash", command: "/npm .*/" }),
    say("deny", { tool: "pwsh", command: "Remove-Item" }),
    say("deny", { tool: "bash" }),
  ];
  expect(commandRules(list, { name: "bash" })).toEqual({
    allow: ["npm test", "git status"],
    ask: ["/npm .*/"],
    deny: [],
  });
});

test("lets no saved rule cover what is sensitive, outside or of the law", async () => {
  const list = [say("allow", { tool: "edit" }), say("allow", { tool: "edit", path: "**" })];
  for (const path of [".git/config", ".vscode/settings.json", ".gatehouse/law.json", "/etc/hosts", ".env"]) {
    expect((await decide(await planned(edit(path)), facts({ rules: list }))).outcome).not.toBe("allow");
  }
  expect((await decide(await planned(edit("src/a.ts")), facts({ rules: list }))).outcome).toBe("allow");
  const laws = [{ root: ROOT.path, invariants: [{ id: "x", paths: ["src"], action: "ask", why: "y" } as const] }];
  expect(await decide(await planned(edit("src/a.ts")), facts({ rules: list, laws }))).toMatchObject({
    outcome: "ask",
    verdict: { layer: "law" },
  });
});

test("F55: asks by a user's rule in Full Access too, and refuses by it in Auto-Review", async () => {
  const list = [say("ask", { tool: "edit", path: "src/**", why: "I want to see these." })];
  const outcome = async (posture: GateFacts["posture"]) =>
    decide(await planned(edit("src/a.ts")), facts({ rules: list, posture }));
  expect(await outcome("full-access")).toMatchObject({
    outcome: "ask",
    verdict: { layer: "rules", reason: "user_rule" },
  });
  expect((await outcome("full-access")).ruleable).toBeUndefined();
  expect(await outcome("auto-review")).toMatchObject({
    outcome: "deny",
    verdict: { subject: expect.stringContaining("I want to see") },
  });
});

const names = fc
  .string({ unit: "grapheme", minLength: 1, maxLength: 12 })
  .filter((name) => !/[/\0\r\n]|^\.{1,2}$/.test(name));

test("proposes rules that the very call matches, and no other", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(names, { minLength: 1, maxLength: 3 }), names, async (parts, other) => {
      const real = (list: readonly string[]) => [ROOT.path, ...list].join("/");
      const call = await planned(edit("src/a.ts"));
      const at = (list: readonly string[]) => ({
        ...call,
        writes: call.writes.map((path) => ({ ...path, real: real(list) })),
      });
      const proposed = proposals(at(parts), facts());
      if (proposed.length === 0) return;
      expect(rules(at(parts), facts({ rules: proposed }))?.outcome).toBe("allow");
      expect(rules(at([...parts, other]), facts({ rules: proposed }))).toBeUndefined();
      if (other !== parts.at(-1))
        expect(rules(at([...parts.slice(0, -1), other]), facts({ rules: proposed }))).toBeUndefined();
    }),
  );
});

test.each(["a.ts", "[id].tsx", "a b.md", "#x", "!y", "{a,b}.ts", "*", "a\\b", "-[a-z]?", "(group)", "$x", "日本.md"])(
  "proposes a rule for a file named %s",
  async (name) => {
    const call = await planned(edit("src/a.ts"));
    const writes = call.writes.map((path) => ({ ...path, real: `${ROOT.path}/src/${name}` }));
    expect(proposals({ ...call, writes }, facts())).toEqual([
      { tool: "edit", action: "allow", path: globFor(["src", name]) },
    ]);
  },
);

test("proposes for a server's call the server and the tool, for a fetch the host, for a command nothing yet", async () => {
  const of = async (what: What) => proposals(await planned(what), facts());
  expect(await of({ tool: "mcp_git_log", server: "git" })).toEqual([
    { tool: "mcp_git_log", action: "allow", server: "git" },
  ]);
  expect(await of({ tool: "Web", hosts: ["a.example:8080"] })).toEqual([
    { tool: "Web", action: "allow", host: "a.example:8080" },
  ]);
  expect(await of({ tool: "bash", commands: ["ls"] })).toEqual([]);
  expect(await of(edit("/etc/hosts"))).toEqual([]);
});
