// biome-ignore-all lint/suspicious/noTemplateCurlyInString: such variables are what this is about.
import { describe, expect, test } from "vitest";
import type { ServerEntry } from "../../../src/core/mcp/config";
import { readServersSetting } from "../../../src/core/mcp/config";
import { approvalOf, givenValues, wholeTarget } from "../../../src/core/mcp/configTarget";
import { expandEntry, type VariableSources } from "../../../src/core/mcp/configVariables";
import { sha256 } from "../../fakes/memoryPorts";

const entry = (raw: object, folder?: string): ServerEntry => {
  const place = { file: "f", source: "workspace" as const, ...(folder === undefined ? {} : { folder }) };
  const [found] = readServersSetting({ s: raw }, place).entries;
  if (!found) throw new Error("The test's entry can't be read.");
  return found;
};

const answers = new Map([
  ["key", "s3cret"],
  ["region", "eu"],
]);
const sources: VariableSources = {
  env: (name) => ({ TOKEN: "t0ken", EMPTY: "" })[name],
  folders: [
    { name: "one", path: "/w/one" },
    { name: "two", path: "/w/two" },
  ],
  home: "/home/me",
  input: (id) => answers.get(id),
  inputs: [
    { id: "key", description: "Key", secret: true },
    { id: "region", description: "Region", secret: false },
    { id: "late", description: "", secret: false },
  ],
};
const expand = (raw: object, folder?: string) => expandEntry(entry(raw, folder), sources);

describe("a variable", () => {
  test.each([
    ["${env:TOKEN}", "t0ken"],
    ["x${env:EMPTY}y", "xy"],
    ["${workspaceFolder}/a", "/w/one/a"],
    ["${workspaceFolder:two}/a", "/w/two/a"],
    ["${userHome}/a", "/home/me/a"],
    ["${input:region}-${input:key}", "eu-s3cret"],
    ["$HOME {x} ${", "$HOME {x} ${"],
  ])("%s becomes %s", (text, expected) => {
    const { target, missing } = expand({ command: "x", args: [text], env: { A: text }, cwd: text });
    expect(target).toMatchObject({ args: [expected], env: { A: expected }, cwd: expected });
    expect(missing).toEqual([]);
  });

  test("of a workspace's file means the folder that the file is in", () => {
    expect(expand({ command: "${workspaceFolder}/x" }, "/w/two").target).toMatchObject({ command: "/w/two/x" });
  });

  test("inside of a value is plain text", () => {
    const own = { ...sources, env: () => "${input:key}" };
    expect(expandEntry(entry({ command: "${env:A}" }), own).target).toMatchObject({ command: "${input:key}" });
  });

  test.each([
    ["${env:NOPE}", "The environment variable NOPE is not set."],
    ["${workspaceFolder:three}", "No folder named three is open."],
    ["${input:late}", "The input late was not entered yet."],
    ["${command:x}", "${command:x} is not a variable that can be used here."],
    ["${HOME}", "${HOME} is not a variable that can be used here."],
  ])("without a value is told: %s", (text, why) => {
    expect(expand({ command: "x", args: [text, text] }).missing).toEqual([why]);
  });

  test("that nobody describes is asked for as a secret", () => {
    expect(expand({ command: "${input:other}" }).unanswered).toEqual([{ id: "other", description: "", secret: true }]);
  });
});

describe("what people see", () => {
  const both = { command: "run", args: ["--k", "${input:key}", "${env:TOKEN}", "${input:region} b"] };

  test("has every variable expanded, and of secrets only that they are there", () => {
    expect(wholeTarget(expand(both).shown)).toBe('run --k ••• t0ken "eu b"');
  });

  test("in lists is only what is written", () => {
    expect(wholeTarget(expand(both).listed)).toBe('run --k ${input:key} ${env:TOKEN} "${input:region} b"');
  });

  test("names what the server reads of the environment and gets beside", () => {
    const { reads, shown } = expand({ url: "https://x.example/${env:TOKEN}", headers: { A: "Bearer ${input:key}" } });
    expect(reads).toEqual(["TOKEN"]);
    expect(givenValues(shown)).toEqual({ A: "Bearer •••" });
  });
});

describe("an approval", () => {
  const files = new Map([["/w/one/x.js", "h1"]]);
  const find = async (named: string, cwd: string | undefined) => {
    const path = `${cwd}/${named.replace(/^\.\//, "")}`;
    const hash = files.get(path);
    return hash === undefined ? undefined : { path, hash };
  };
  const hashOf = async (raw: object, from = sources, owner = { name: "s", folder: "/w/one" }) => {
    const { bound } = expandEntry(entry(raw), from);
    return (await approvalOf(owner, { ...bound, cwd: "/w/one" } as typeof bound, find, sha256)).hash;
  };
  const RUN = { command: "node", args: ["./x.js", "--k=${input:key}"], env: { T: "${env:TOKEN}" } };

  test("stays while nothing has changed, whatever the secrets are", async () => {
    const before = await hashOf(RUN);
    const renewed = { ...sources, env: () => "other", input: () => "other" };
    expect(await hashOf(RUN, renewed)).toBe(before);
    expect(await hashOf({ ...RUN, callTimeout: 9 })).toBe(before);
  });

  test.each([
    ["its command", { ...RUN, command: "bash" }],
    ["an argument", { ...RUN, args: ["./x.js"] }],
    ["its environment", { ...RUN, env: { T: "${env:HOME}" } }],
  ])("is void when %s changes", async (_, other) => {
    expect(await hashOf(other)).not.toBe(await hashOf(RUN));
  });

  test("is void when a variable of its command line has another value", async () => {
    const run = { command: "node", args: ["${env:TOKEN}"] };
    expect(await hashOf(run, { ...sources, env: () => "other" })).not.toBe(await hashOf(run));
  });

  test.each([
    ["node", ["server"], "server/index.js"],
    ["python", ["-m", "server"], "server/__main__.py"],
    ["npm", ["run", "server"], "package.json"],
    ["npx", ["."], "package.json"],
  ])("of %s %j is void when %s changes", async (command, args, file) => {
    const run = { command, args };
    const before = await hashOf(run);
    files.set(`/w/one/${file}`, "new");
    expect(await hashOf(run)).not.toBe(before);
    files.delete(`/w/one/${file}`);
  });

  test("is void when a file that it names changes, however it is named", async () => {
    const named = [["x.js"], ["--run=./x.js"], ["-c", "node ./x.js"], ["x"], ["-r./x.js"], ["-c", "true;node x.js"]];
    for (const args of named) {
      const before = await hashOf({ command: "node", args });
      files.set("/w/one/x.js", "h2");
      expect(await hashOf({ command: "node", args })).not.toBe(before);
      files.set("/w/one/x.js", "h1");
    }
  });

  test("is not another folder's, nor another server's", async () => {
    const before = await hashOf(RUN);
    expect(await hashOf(RUN, sources, { name: "s", folder: "/w/two" })).not.toBe(before);
    expect(await hashOf(RUN, sources, { name: "t", folder: "/w/one" })).not.toBe(before);
  });
});
