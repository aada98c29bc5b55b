import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { loadPolicy, policyPlace } from "../../src/node/policy";

const owner = process.getuid?.() ?? 0;
let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "policy-"));
  chmodSync(folder, 0o755);
  file = join(folder, "policy.json");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (text: string, mode = 0o644) => {
  writeFileSync(file, text);
  chmodSync(file, mode);
};
const load = (who = owner) => loadPolicy({ file, owner: who });

test("reads what root wrote, and nothing where nothing stands", () => {
  expect(load()).toBeUndefined();
  expect(loadPolicy({ file: join(folder, "no/such/policy.json"), owner })).toBeUndefined();
  write('{ "posture": "ask", "tools": { "deny": ["Web"] } }');
  expect(load()).toEqual({ posture: "ask", tools: { deny: ["Web"] } });
});

test("fails closed on a file that another owns or others may write, and on such a folder", () => {
  write("{}");
  expect(load(owner + 1)?.broken).toBe(`${file}: the file is not root's own`);
  for (const mode of [0o666, 0o664, 0o646]) {
    write("{}", mode);
    expect(load()?.broken).toContain("others than root may write the file");
  }
  write("{}");
  chmodSync(folder, 0o777);
  expect(load()?.broken).toContain("others than root may write the folder");
});

test("judges what a link leads to", () => {
  write("{}", 0o666);
  const link = join(folder, "link.json");
  symlinkSync(file, link);
  expect(loadPolicy({ file: link, owner })?.broken).toContain("others than root may write the file");
});

test("fails closed on what is no file, and on what does not parse", () => {
  mkdirSync(file);
  expect(load()?.broken).toContain("it is no file");
  rmSync(file, { recursive: true });
  write("{ nonsense");
  expect(load()?.broken).toContain("policy.json:1: ");
});

test("looks in one fixed place of each system", () => {
  expect((["linux", "darwin", "win32"] as const).map(policyPlace)).toEqual([
    "/etc/gatehouse/policy.json",
    "/Library/Application Support/Gatehouse/policy.json",
    "C:\\Program Files\\Gatehouse\\policy.json",
  ]);
});
