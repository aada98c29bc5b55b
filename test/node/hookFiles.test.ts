import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isAsApproved, readHookFiles } from "../../src/node/hookFiles";
import { sha256 } from "../fakes/memoryPorts";
import { temporaryFolder } from "./support/folder";

function repository(hooks: unknown, files: Readonly<Record<string, string>> = {}): string {
  const root = temporaryFolder();
  mkdirSync(join(root, ".gatehouse"));
  const text = typeof hooks === "string" ? hooks : JSON.stringify({ hooks });
  writeFileSync(join(root, ".gatehouse/hooks.json"), text);
  for (const [name, content] of Object.entries(files)) writeFileSync(join(root, name), content);
  return root;
}

const check = { event: "tool_call_before", command: 'node --require=./pre.js "check.js" x' };

test("a repository without hooks has none, and one with a broken file says so in words", async () => {
  expect(await readHookFiles([temporaryFolder()], sha256)).toEqual({ hooks: [], problems: [] });
  const { hooks, problems } = await readHookFiles([repository("{")], sha256);
  expect([hooks, problems[0]?.text]).toEqual([[], expect.stringContaining("line 1: close brace expected")]);
});

test("a hook starts in its own root, and an approval of it covers the files that it names", async () => {
  const root = repository([check], { "check.js": "1", "pre.js": "2", "other.js": "3" });
  const [bound] = (await readHookFiles([root], sha256)).hooks;
  if (!bound) throw new Error("There is no hook.");
  expect(bound.hook.folder).toBe(root);
  expect(bound.named.map((path) => path.slice(root.length + 1)).sort()).toEqual(["check.js", "pre.js"]);
  writeFileSync(join(root, "other.js"), "changed");
  expect(await isAsApproved(bound, [root], sha256)).toBe(true);
  writeFileSync(join(root, "pre.js"), "changed");
  expect(await isAsApproved(bound, [root], sha256)).toBe(false);
});

test("any change of the entry is another hook", async () => {
  const hash = async (entry: object) => (await readHookFiles([repository([entry])], sha256)).hooks[0]?.hash;
  const root = repository([check]);
  const [first] = (await readHookFiles([root], sha256)).hooks;
  writeFileSync(join(root, ".gatehouse/hooks.json"), JSON.stringify({ hooks: [{ ...check, strict: true }] }));
  expect((await readHookFiles([root], sha256)).hooks[0]?.hash).not.toBe(first?.hash);
  expect(await hash(check)).not.toBe(first?.hash);
});
