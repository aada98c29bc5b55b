import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../node/support/folder";
import { type CallSpec, startScriptedModel } from "../support/scriptedModel";
import { bundledHeadless, type Headless } from "./program";

let headless: Headless["run"];
beforeAll(async () => {
  headless = (await bundledHeadless()).run;
});

const write = { name: "write", args: { path: "made.txt", content: "made" } };

/** One run against a scripted model that makes one call. */
async function play(
  call: CallSpec,
  folder: string,
  more: readonly string[],
  env: Readonly<Record<string, string>> = {},
) {
  const server = await startScriptedModel([{ calls: [call] }, { text: "Done." }]);
  try {
    const args = ["--workspace", folder, "--model", server.url, "--prompt", "Do", ...more];
    const run = await headless(args, { GATEHOUSE_API_KEY: "key-for-test", ...env });
    return { ...run, result: run.events.find(({ type }) => type === "call_finished")?.result };
  } finally {
    await server.close();
  }
}

/** Whoever wrote the answers lets commands run, where they would run first and, with `outside`, anywhere. */
function mayRun(more?: { readonly outside: true }): readonly string[] {
  const file = join(temporaryFolder(), "answers.json");
  const once = { tool: "bash", answer: "once" };
  writeFileSync(file, JSON.stringify([once, ...(more ? [{ ...once, ...more }] : [])]));
  return ["--answers", file];
}

const FULL_ACCESS = ["--posture", "full-access"];

/** Neither in the workspace nor in the temporary folder. */
function outside(): string {
  const path = join(homedir(), `gatehouse-headless-${process.pid}`);
  onTestFinished(() => rmSync(path, { force: true }));
  return path;
}

function repository(hooks: unknown): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, ".gatehouse"));
  writeFileSync(join(folder, ".gatehouse/hooks.json"), typeof hooks === "string" ? hooks : JSON.stringify({ hooks }));
  return folder;
}

const denies = { event: "tool_call_before", command: "cat > /dev/null; echo not today >&2; exit 2", tools: ["write"] };

test("commands are kept in a sandbox, and no answer but one for that lets them out", async () => {
  const path = outside();
  const touch = { name: "bash", args: { command: `touch ${path}` } };
  const kept = await play(touch, temporaryFolder(), mayRun());
  expect(kept.result).toMatchObject({ errorCode: "sandbox", details: { isolation: "sandboxed" } });
  expect(kept.errors).toContain("--answers has no answer for it: bash");
  expect(existsSync(path)).toBe(false);
  const out = await play(touch, temporaryFolder(), mayRun({ outside: true }));
  expect(out.result).toMatchObject({ status: "ok", details: { isolation: "outside" } });
  expect(existsSync(path)).toBe(true);
});

test("--sandbox off runs commands as they are", async () => {
  const path = outside();
  const touch = { name: "bash", args: { command: `touch ${path}` } };
  const { result } = await play(touch, temporaryFolder(), [...mayRun(), "--sandbox", "off"]);
  expect(result).toMatchObject({ status: "ok", details: { isolation: "open" } });
  expect(existsSync(path)).toBe(true);
});

test("--sandbox required runs no command where no sandbox works", async () => {
  const folder = temporaryFolder();
  const touch = { name: "bash", args: { command: "touch made.txt" } };
  const more = [...mayRun(), "--sandbox", "required"];
  const { result } = await play(touch, folder, more, { PATH: "/nowhere" });
  expect(result).toMatchObject({ status: "refused", text: expect.stringContaining("bwrap") });
  expect(existsSync(join(folder, "made.txt"))).toBe(false);
});

test("a hook of --hooks may deny a call", async () => {
  const [folder, hooks] = [temporaryFolder(), join(temporaryFolder(), "hooks.json")];
  writeFileSync(hooks, JSON.stringify([denies]));
  const { result } = await play(write, folder, [...FULL_ACCESS, "--hooks", hooks]);
  expect(result).toMatchObject({ status: "refused", text: expect.stringContaining("not today") });
  expect(existsSync(join(folder, "made.txt"))).toBe(false);
});

test("a hook of the workspace runs only when its hash was approved, and that it does not is said once", async () => {
  const folder = repository([denies]);
  const first = await play(write, folder, FULL_ACCESS);
  expect(readFileSync(join(folder, "made.txt"), "utf8")).toBe("made");
  expect(first.errors.match(/Hooks of the workspace do not run/g)).toHaveLength(1);
  const hashes = /--approved-hooks (\S+)/.exec(first.errors)?.[1] ?? "";
  const second = await play(write, folder, [...FULL_ACCESS, "--approved-hooks", hashes]);
  expect(second.result).toMatchObject({ status: "refused", text: expect.stringContaining("not today") });
  expect(second.errors).toBe("");
});

test("with a broken file of hooks whatever has an effect asks, so nothing is written", async () => {
  const folder = repository("{");
  const run = await play(write, folder, FULL_ACCESS);
  expect(run.result).toMatchObject({ status: "refused" });
  expect(run.errors).toContain("hooks.json can't be used: line 1");
  expect(existsSync(join(folder, "made.txt"))).toBe(false);
});

test("a broken --hooks is named, and nothing starts", async () => {
  const hooks = join(temporaryFolder(), "hooks.json");
  writeFileSync(hooks, JSON.stringify([{ ...denies, event: "x" }]));
  const run = await play(write, temporaryFolder(), ["--hooks", hooks]);
  expect(run).toMatchObject({ code: 2, lines: [], errors: expect.stringContaining("hooks.0.event") });
});
