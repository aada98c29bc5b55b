// biome-ignore-all lint/suspicious/noTemplateCurlyInString: such variables are what this is about.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ConfigPlace, mergeServers, readServersFile, readServersSetting } from "../../../src/core/mcp/config";

const FILE: ConfigPlace = { file: "/w/.vscode/mcp.json", source: "workspace", folder: "/w" };
const read = (text: string, place = FILE) => readServersFile(text, place);

describe("a file", () => {
  test.each(["servers", "mcpServers"])("lists servers under %s", async (key) => {
    const { entries, problems } = await read(JSON.stringify({ [key]: { a: { command: "node", args: ["x.js"] } } }));
    expect(problems).toEqual([]);
    expect(entries).toEqual([
      {
        ...FILE,
        ...{ name: "a", line: 1, disabled: false, connectMs: 15_000, listMs: 60_000, callMs: 120_000 },
        ...{ transport: "stdio", command: "node", args: ["x.js"], env: {} },
      },
    ]);
  });

  test("may have comments, trailing commas, tabs, a byte order mark and line ends of Windows", async () => {
    const text =
      '\uFEFF{\r\n\t// all of them\r\n\t"servers": {\r\n\t\t"a": { "url": "http://x.example/a//b", /* c */ },\r\n\t},\r\n}\r\n';
    const { entries, problems } = await read(text);
    expect(problems).toEqual([]);
    expect(entries).toMatchObject([{ name: "a", line: 4, url: "http://x.example/a//b", transport: "http" }]);
  });

  test.each([
    ['{\n "servers": {\n  "a": { "command": "x" "args": [] }\n }\n}', 3],
    ["{", 1],
    ['{ "servers": {}, "servers": {} }', 1],
    ["[]", 1],
    ["{}", 1],
    ['{ "servers": { "a": &x { "command": "x" }, "b": *x } }', 1],
    ['{ "servers": { "a": yes } }', 1],
  ])("that is not one is named with its line, and none of it is used: %s", async (text, line) => {
    const { entries, problems } = await read(text);
    expect(entries).toEqual([]);
    expect(problems).toMatchObject([{ file: FILE.file, line, level: "error" }]);
  });

  test("of an entry that can't be used names the line; the others keep working", async () => {
    const text = '{ "servers": {\n"a": { "args": "x" },\n"b": { "command": "b" },\n"c": { "type": "carrier" }\n} }';
    const { entries, problems } = await read(text);
    expect(entries.map(({ name }) => name)).toEqual(["b"]);
    expect(problems).toMatchObject([
      { server: "a", line: 2 },
      { server: "c", line: 4, text: 'The server c can\'t be used: there is no transport "carrier".' },
    ]);
  });

  test("that is empty defines nothing and is no problem", async () => {
    expect(await read(" \n")).toMatchObject({ entries: [], problems: [] });
  });

  test("may describe inputs; one that runs a command is refused", async () => {
    const inputs = [
      { id: "k", type: "promptString", description: "Key", password: true },
      { id: "p", type: "pickString", options: ["a", { label: "B", value: "b" }], default: "a" },
      { id: "c", type: "command", command: "x" },
    ];
    const list = await read(JSON.stringify({ servers: {}, inputs }));
    expect(list.inputs).toEqual([
      { id: "k", description: "Key", secret: true },
      { id: "p", description: "", secret: false, initial: "a", options: ["a", "b"] },
    ]);
    expect(list.problems).toMatchObject([{ text: "The input c can't be used: it would run a command." }]);
  });

  test("larger than 1 MiB is not looked at", async () => {
    const { problems } = await read(`{"servers":{}}${" ".repeat(1 << 20)}`);
    expect(problems).toMatchObject([{ text: "The file is larger than 1 MiB." }]);
  });
});

describe("an entry", () => {
  const one = (entry: unknown) => readServersSetting({ s: entry }, { file: "gatehouse.mcpServers", source: "user" });

  test.each([
    [{ command: "x" }, "stdio"],
    [{ url: "https://x.example" }, "http"],
    [{ type: "sse", url: "https://x.example" }, "sse"],
    [{ type: "streamable-http", url: "https://x.example" }, "http"],
    [{ transport: "streamableHttp", url: "https://x.example" }, "http"],
    [{ type: "http", url: "${input:where}/mcp" }, "http"],
  ])("%j is reached by %s", (entry, transport) => {
    expect(one(entry).entries).toMatchObject([{ transport }]);
  });

  test.each([
    [{}],
    [null],
    ["npx x"],
    [{ command: "" }],
    [{ command: "x", url: "https://x.example" }],
    [{ url: "file:///etc/passwd" }],
    [{ type: "stdio", url: "https://x.example" }],
    [{ command: "x", args: [1] }],
    [{ command: "x", env: { A: {} } }],
    [{ command: "x", connectTimeout: 0 }],
    [{ type: "constructor", command: "x" }],
  ])("%j is refused with a sentence", (entry) => {
    const { entries, problems } = one(entry);
    expect(entries).toEqual([]);
    expect(problems).toMatchObject([{ server: "s", level: "error" }]);
  });

  test("may have numbers in its environment, and its own time limits", () => {
    expect(one({ command: "x", env: { A: 1, B: true, C: null }, callTimeout: 5 }).entries).toMatchObject([
      { env: { A: "1", B: "true" }, callMs: 5_000, connectMs: 15_000 },
    ]);
  });

  test("whose name hides something is called by what is left of it", () => {
    const { entries, problems } = readServersSetting(
      { "a\u202E\nb": { command: "x" }, "\u200B": { command: "x" }, __proto__x: { command: "x" } },
      { file: "f", source: "user" },
    );
    expect(entries.map(({ name }) => name)).toEqual(["a b", "__proto__x"]);
    expect(problems).toMatchObject([{ text: "A server has no name." }]);
  });
});

describe("of several lists", () => {
  test("the first to name a server has it, so that a workspace's never replaces a user's", async () => {
    const user = readServersSetting({ a: { command: "mine" } }, { file: "setting", source: "user" });
    const workspace = await read('{"servers":{"a":{"command":"theirs"},"b":{"command":"theirs"}}}');
    const { entries, problems } = mergeServers([user, workspace]);
    expect(entries).toMatchObject([
      { name: "a", command: "mine", source: "user" },
      { name: "b", command: "theirs", source: "workspace" },
    ]);
    expect(problems).toMatchObject([{ server: "a", level: "note" }]);
  });
});

test("whatever a file says, reading it gives a list and never throws", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.string(),
        fc.json(),
        fc.json().map((json) => `{"servers":${json}}`),
      ),
      async (text) => {
        const { entries, problems } = await read(text);
        return entries.every(({ name }) => name !== "") && problems.every((each) => each.text !== "");
      },
    ),
  );
});

test("what JSON says is what is read", async () => {
  const value = fc.dictionary(fc.string({ minLength: 1 }), fc.record({ command: fc.string({ minLength: 1 }) }), {
    noNullPrototype: true,
  });
  await fc.assert(
    fc.asyncProperty(value, async (servers) => {
      const ours = readServersSetting(servers, FILE).entries.map((entry) => ({ ...entry, line: 1 }));
      expect((await read(JSON.stringify({ servers }))).entries).toEqual(ours);
    }),
  );
});
