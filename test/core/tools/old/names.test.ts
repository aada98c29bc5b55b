import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { PORT_NAMES } from "../../../../src/core/operations/ports";
import type { CatalogEntry } from "../../../../src/core/surface/catalog";
import { createFinder } from "../../../../src/core/surface/finder";
import { govern, NO_GOVERNANCE } from "../../../../src/core/surface/governance";
import { LiveSurface } from "../../../../src/core/surface/live";
import { resolve } from "../../../../src/core/surface/resolver";
import { toolRows } from "../../../../src/core/surface/rows";
import { nativeTools } from "../../../../src/core/tools";
import { fakeClock } from "../../../fakes/clock";

/** A name that stands in a seed, made by hand from them, and what it is to us. */
interface SeedName {
  readonly name: string;
  readonly seeds: readonly string[];
  readonly becomes: "ours" | "hidden" | "not a tool";
  /** Ours, and built by a later issue. */
  readonly later?: true;
  readonly why?: string;
}

const NAMES: readonly SeedName[] = JSON.parse(
  readFileSync(new URL("../../../fixtures/seeds/names.json", import.meta.url), "utf8"),
);
const named = (becomes: SeedName["becomes"]) => NAMES.filter((each) => each.becomes === becomes);

/** With every port there is, as in VS Code. */
const surface = new LiveSurface({
  native: nativeTools("bash"),
  pool: undefined,
  governance: () => NO_GOVERNANCE,
  facts: () => ({ mode: "work", trusted: true, roots: ["/workspace"] }),
  ports: new Set(PORT_NAMES),
  allowed: undefined,
  agent: { kind: "root" },
  head: [],
});
const { catalog, resolved } = surface;
const entryOf = (name: string) => catalog.find(name) as CatalogEntry;
const HIDDEN = catalog.entries.filter(({ offer }) => offer === "hidden").map(({ name }) => name);

test("the list names each once, with where it stands, and says why a name is none of a tool", () => {
  expect(new Set(NAMES.map(({ name }) => name)).size).toBe(NAMES.length);
  for (const { name, seeds, becomes, why } of NAMES) {
    expect(seeds, name).not.toEqual([]);
    if (becomes === "not a tool") expect(why, name).toBeTruthy();
  }
});

test("every tool name of the seeds that is not ours is a hidden entry, and there is no other hidden entry", () => {
  expect(HIDDEN.toSorted()).toEqual(
    named("hidden")
      .map(({ name }) => name)
      .sort(),
  );
});

test.each(named("ours").filter(({ later }) => !later))("$name is ours: in the catalog and not hidden", ({ name }) => {
  expect(catalog.find(name)?.offer).toMatch(/^(eager|deferred)$/);
});

test.each(named("ours").filter(({ later }) => later))(
  "$name comes later, and no old name takes its place",
  ({ name }) => {
    expect(HIDDEN).not.toContain(name);
  },
);

test("what is no tool is not in the catalog", () => {
  expect(named("not a tool").filter(({ name }) => catalog.find(name))).toEqual([]);
});

test("no old name is in a request, even when it is to be loaded always or is activated", () => {
  const eager = new LiveSurface({
    native: nativeTools("bash"),
    pool: undefined,
    governance: () => ({ ...NO_GOVERNANCE, alwaysLoad: HIDDEN }),
    facts: () => ({ mode: "work", trusted: true, roots: [] }),
    ports: new Set(PORT_NAMES),
    allowed: undefined,
    agent: { kind: "root" },
    head: [],
  });
  expect(eager.activate(HIDDEN)).toEqual({ activated: [], evicted: [] });
  for (const name of HIDDEN) eager.ran(name);
  expect(eager.offered.filter(({ name }) => HIDDEN.includes(name))).toEqual([]);
});

const finder = createFinder({
  clock: fakeClock(),
  catalog: () => catalog,
  resolved: () => resolved,
  sent: () => surface.sent,
  activate: (names) => surface.activate(names),
  servers: () => [],
  connect: async () => [],
});

test.each(HIDDEN)("no search finds %s, by its name, its words or exactly", async (name) => {
  const { signal } = new AbortController();
  for (const query of [name, `${name} ${entryOf(name).description}`]) {
    const { text } = await finder.search({ query, match: "words", maxResults: 8 }, signal);
    expect(text.split("\n").some((line) => line.startsWith(`${name}:`))).toBe(false);
    expect(await finder.suggest(query)).not.toContain(name);
  }
  const exact = JSON.parse((await finder.search({ query: name, match: "exact", maxResults: 8 }, signal)).text);
  expect(exact).toMatchObject({ expanded_tools: [], invalid_tools: [name], already_selected_tools: [] });
  expect(exact.available_expandable_tools).not.toContain(name);
});

test("no old name has a hint in the prompt, or a row among all tools", () => {
  expect(Object.keys(resolved.toolPromptHints).filter((name) => HIDDEN.includes(name))).toEqual([]);
  const rows = toolRows(catalog, NO_GOVERNANCE, resolved, resolved, surface.sent).map(({ name }) => name);
  expect(rows.filter((name) => HIDDEN.includes(name))).toEqual([]);
});

test("each old name has a schema of its own, closed, and says what it does", () => {
  for (const name of HIDDEN) {
    const { tool, description, standsFor = [], core } = entryOf(name);
    expect(description, name).toMatch(/^An old name\. /);
    expect(tool?.input.safeParse({ nothing_like_it: 1 }).success, name).toBe(false);
    expect(standsFor, name).not.toEqual([]);
    expect(core, name).toBe(false);
    expect(
      standsFor.filter((ours) => HIDDEN.includes(ours)),
      name,
    ).toEqual([]);
    for (const ours of standsFor) expect(tool?.input, name).not.toBe(catalog.find(ours)?.tool?.input);
  }
});

test("who switches a tool off switches off the old names that do its work", () => {
  const off = (name: string) => {
    const governance = govern([{ source: "user", tools: { [name]: { enabled: false } } }]);
    const { disabledReasons } = resolve(catalog, governance, surface.resolverFacts({ kind: "root" }));
    return HIDDEN.filter((each) => disabledReasons[each] === "tool_disabled").sort();
  };
  expect(off("bash")).toEqual(["Bash", "code_execution", "execute_shell_command"]);
  expect(off("grep")).toEqual(["File"]);
  expect(off("write")).toEqual(["File", "file_write", "patch", "write_file"]);
});

/** Its actions differ: what one writes its effects show, so that its reading stays reading. */
const BY_EFFECTS = ["File"];
const WAITING = [
  "await_shell",
  "delegate_parallel",
  "delegate_task",
  "image_to_image",
  "text_to_image",
  "weixin_send_text",
];

test("an old name declares what the tool that does the same declares, or shows it by its effects", () => {
  for (const name of HIDDEN.filter((each) => !WAITING.includes(each))) {
    const { capabilities, standsFor = [], manifest } = entryOf(name);
    if (BY_EFFECTS.includes(name)) expect(capabilities, name).toEqual(["read"]);
    else for (const ours of standsFor) expect(capabilities, name).toEqual(entryOf(ours).capabilities);
    if (standsFor.some((ours) => entryOf(ours).manifest.executionMode === "sequential"))
      expect(manifest.executionMode, name).toBe("sequential");
  }
});

// When one of the tools is built this fails: the old name then needs a way to it in place of `waiting`.
test("only these old names wait for tools, and none of those tools is built", () => {
  const notBuilt = HIDDEN.filter((name) => resolved.disabledReasons[name] === "not_built_yet");
  expect(notBuilt.toSorted()).toEqual(WAITING);
  expect(HIDDEN.filter((name) => resolved.disabledReasons[name] !== undefined).toSorted()).toEqual(WAITING);
});

test("asking for the old names costs nothing until one is called: no schema is made", () => {
  for (const tool of nativeTools("bash").filter(({ offer }) => offer === "hidden")) {
    expect(typeof Object.getOwnPropertyDescriptor(tool, "input")?.get, tool.name).toBe("function");
  }
});
