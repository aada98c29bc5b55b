import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Hook } from "../../src/core/operations/hooks";
import { readHookFiles } from "../../src/node/hookFiles";
import { createHooksInForce } from "../../src/node/hooksInForce";
import { nodeDigest } from "../../src/node/ports";
import type { RunProgram } from "../../src/node/program";
import { temporaryFolder } from "./support/folder";

test("the user's hooks run, and one of a repository until a file that it names is another one", async () => {
  const root = temporaryFolder();
  mkdirSync(join(root, ".gatehouse"));
  writeFileSync(join(root, "check.sh"), "exit 0");
  const hook = { event: "turn_end", command: "sh check.sh" };
  writeFileSync(join(root, ".gatehouse/hooks.json"), JSON.stringify({ hooks: [hook] }));
  const found = await readHookFiles([root], nodeDigest);
  const own: Hook = { event: "turn_end", command: "mine", strict: false, timeoutMs: 1_000 };
  const ran: string[] = [];
  const program: RunProgram = async ({ args }) => {
    ran.push(args.at(-1) ?? "");
    return { how: "exited", code: 0, stderr: "" };
  };
  const hooks = createHooksInForce({
    ...{ program, env: () => ({ PATH: process.env["PATH"] ?? "" }), digest: nodeDigest, roots: () => [root] },
    user: () => ({ hooks: [own], problems: [{ file: "f", text: "broken" }] }),
    repository: () => found,
  });
  expect(hooks.current().problems).toHaveLength(1);
  expect(hooks.guarded?.()).toEqual([join(root, "check.sh")]);
  const runAll = () =>
    Promise.all(hooks.current().hooks.map((each) => hooks.run(each, "{}", new AbortController().signal)));
  expect((await runAll()).map(({ how }) => how)).toEqual(["exited", "exited"]);
  writeFileSync(join(root, "check.sh"), "exit 1");
  expect((await runAll()).map(({ how }) => how)).toEqual(["exited", "changed"]);
  expect(ran).toEqual(["mine", "sh check.sh", "mine"]);
});
