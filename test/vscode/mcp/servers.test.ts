// biome-ignore-all lint/suspicious/noTemplateCurlyInString: such variables are what this is about.
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Memento, SecretStorage } from "vscode";
import type { Policy } from "../../../src/core/gate/statutes";
import type { ServerConfig } from "../../../src/core/mcp/pool";
import { memoryLogPort, sha256 } from "../../fakes/memoryPorts";
import { FakeWindow } from "./fakeVscode";

let fake = new FakeWindow();
vi.mock("vscode", () => {
  // Each test has a window of its own; what does not change with it is taken once.
  const module = () => fake.module() as Record<string, object>;
  const late = (name: string) => new Proxy({}, { get: (_, key) => Reflect.get(module()[name] ?? {}, key) });
  const fixed = fake?.module() ?? {};
  return { ...fixed, window: late("window"), workspace: late("workspace"), l10n: late("l10n") };
});
const { Servers } = await import("../../../src/vscode/mcp/servers");

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "gatehouse-test-")));
  fake = new FakeWindow();
  fake.folders = [{ name: "w", index: 0, uri: fake.uri(folder) }];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function servers(
  settings: { mcpServers?: Record<string, unknown>; trustedServers?: string[]; disabledServers?: string[] } = {},
  policy?: Policy,
) {
  const given: ServerConfig[][] = [];
  const log = memoryLogPort();
  const made = new Servers({
    secrets: fake.secretStorage as unknown as SecretStorage,
    globalState: fake.memento as unknown as Memento,
    settings: () => ({ mcpServers: {}, trustedServers: [], disabledServers: [], ...settings }),
    configure: (list) => void given.push([...list]),
    home: "/home/me",
    policy: () => policy,
    digest: sha256,
    log,
  });
  const config = (name: string) => given.at(-1)?.find((each) => each.name === name);
  return { made, given, log, config };
}

const inWorkspace = (content: object | string) =>
  fake.files.set(
    join(folder, ".vscode/mcp.json"),
    typeof content === "string" ? content : JSON.stringify({ servers: content }),
  );

test("nothing is read, watched or asked before the first use", async () => {
  inWorkspace({ a: { command: "node" } });
  const { made, given } = servers();
  expect([made.inUse, given, fake.watched]).toEqual([false, [], []]);
  await made.refresh();
  expect(made.inUse).toBe(true);
  expect(fake.watched).toContain(`${folder}/{.gatehouse,.vscode}/mcp.json`);
  expect(fake.shown).toEqual([]);
});

test("a server that the policy of the machine does not permit can't start, whosever it is", async () => {
  inWorkspace({ a: { command: "node" } });
  const settings = { mcpServers: { mine: { command: "node" }, git: { command: "node" } } };
  const { made, config } = servers(settings, { servers: { allow: ["git"] } });
  await made.refresh();
  expect(["a", "mine", "git"].map((name) => config(name)?.problem)).toEqual([
    expect.stringContaining("does not permit"),
    expect.stringContaining("does not permit"),
    undefined,
  ]);
});

test("a list that changes is read anew", async () => {
  const { made, given, config } = servers();
  await made.refresh();
  inWorkspace({ a: { command: "node" } });
  fake.watching[0]?.();
  await vi.waitFor(() => expect(given).toHaveLength(2));
  expect(config("a")).toMatchObject({ command: "node", source: "workspace", approved: false, cwd: folder });
});

test("a workspace that is not trusted is not read, and nobody's server may start in it", async () => {
  inWorkspace({ a: { command: "node" } });
  fake.trusted = false;
  const { made, config } = servers({ mcpServers: { mine: { command: "node" } } });
  await made.refresh();
  expect(config("a")).toBeUndefined();
  expect(config("mine")).toMatchObject({ problem: "The workspace is not trusted." });
});

test("a user's server stands before a workspace's, is approved, and starts in no workspace", async () => {
  inWorkspace({ a: { command: "theirs" }, b: { command: "b" } });
  fake.files.set("/home/me/.gatehouse/mcp.json", JSON.stringify({ mcpServers: { a: { command: "file" } } }));
  const { made, config } = servers({ disabledServers: ["b"], trustedServers: ["a", "b"] });
  await made.refresh();
  expect(config("a")).toMatchObject({ command: "file", approved: true, trusted: true, cwd: "/home/me" });
  expect(config("b")).toMatchObject({ disabled: true, approved: false, trusted: false });
});

test("an approval shows the whole command first, and asks for the environment by itself", async () => {
  inWorkspace({ a: { command: "node", args: ["${workspaceFolder}/x.js", "a b"], env: { T: "${env:HOME}" } } });
  const { made, config } = servers();
  fake.answers.push("Approve", "Approve");
  expect(await made.approve("a")).toBe(true);
  expect(config("a")).toMatchObject({ approved: true });
  expect(fake.shown[0]?.words).toBe("May the MCP server a of this workspace be started?");
  expect(fake.shown[0]?.detail).toContain(`node ${folder}/x.js "a b"`);
  expect(fake.shown[0]?.detail).toContain(`${folder}/.vscode/mcp.json:1`);
  expect(fake.shown[1]?.detail).toBe("T = ${env:HOME}");
  expect(await servers().made.approve("a")).toBe(true);
  expect(fake.shown).toHaveLength(2);
});

test.each([[[]], [["Approve"]]])("without both answers nothing is approved: %j", async (answers) => {
  inWorkspace({ a: { command: "node", env: { T: "1" } } });
  const { made, config } = servers();
  fake.answers.push(...answers);
  expect(await made.approve("a")).toBe(false);
  expect(config("a")).toMatchObject({ approved: false });
});

test("an approval ends when the program that it names changes", async () => {
  writeFileSync(join(folder, "x.js"), "1");
  inWorkspace({ a: { command: "node", args: ["./x.js"] } });
  const { made, config } = servers();
  fake.answers.push("Approve");
  expect(await made.approve("a")).toBe(true);
  expect(fake.watched).toContain(`${folder}/x.js`);
  writeFileSync(join(folder, "x.js"), "2");
  await made.refresh();
  expect(config("a")).toMatchObject({ approved: false });
});

test("a command too long to be read is not asked about", async () => {
  inWorkspace({ a: { command: "node", args: ["x".repeat(4_000)] } });
  const { made } = servers();
  fake.answers.push("Approve");
  expect(await made.approve("a")).toBe(false);
  expect(fake.shown.map(({ words }) => words)).toEqual([
    "The MCP server a says more than a dialog can show: shorten its entry.",
  ]);
});

test("a value is asked for once, hidden where it is a secret, and shown nowhere", async () => {
  inWorkspace(
    JSON.stringify({
      inputs: [{ id: "k", type: "promptString", description: "Your key", password: true }],
      servers: { a: { url: "https://x.example/mcp?k=${input:k}", headers: { Authorization: "Bearer ${input:k}" } } },
    }),
  );
  const { made, config } = servers();
  await made.refresh();
  expect(config("a")).toMatchObject({ problem: "The input k was not entered yet." });
  fake.answers.push("s3cret", "Approve", "Approve");
  expect(await made.approve("a")).toBe(true);
  expect(fake.boxes).toMatchObject([{ prompt: "Your key", password: true }]);
  expect(config("a")).toMatchObject({
    url: "https://x.example/mcp?k=s3cret",
    headers: { Authorization: "Bearer s3cret" },
    target: "https://x.example/mcp",
  });
  expect(JSON.stringify(fake.shown)).not.toContain("s3cret");
  await made.forget("a");
  expect(config("a")).toMatchObject({ problem: "The input k was not entered yet." });
});

test("another workspace's list does not get the value by the same id", async () => {
  const entry = JSON.stringify({ servers: { a: { command: "x", args: ["${input:k}"] } } });
  inWorkspace(entry);
  fake.answers.push("s3cret", "Approve");
  expect(await servers().made.approve("a")).toBe(true);
  fake.files.set(join(folder, ".gatehouse/mcp.json"), entry);
  const { made, config } = servers();
  await made.refresh();
  expect(config("a")).toMatchObject({ problem: "The input k was not entered yet." });
});

test("a broken file is named with its line once, and what else is configured works", async () => {
  inWorkspace('{\n "servers": {\n  "a": {]\n }\n}');
  const { made, config, log } = servers({ mcpServers: { mine: { command: "node" } } });
  await made.refresh();
  await made.refresh();
  expect(fake.shown).toHaveLength(1);
  expect(fake.shown[0]?.words).toContain(`${folder}/.vscode/mcp.json:3: The file can't be read`);
  expect(log.entries.filter(({ level }) => level === "warn").length).toBeGreaterThan(0);
  expect(config("mine")).toMatchObject({ command: "node" });
});
