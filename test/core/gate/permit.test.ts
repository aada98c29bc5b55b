import { expect, test } from "vitest";
import { assertMay, endPermit, issuePermit, permitFacts, redeemPermit } from "../../../src/core/gate/permit";
import type { Permit } from "../../../src/core/operations/permit";
import type { MemoryFiles } from "../../fakes/memoryFiles";
import { fakePermit } from "../../fakes/permit";
import { planned, type What, workspace } from "./calls";

const signal = new AbortController().signal;
const EDIT: What = {
  tool: "edit",
  capabilities: ["write"],
  writes: ["src/a.ts"],
  reads: ["src/a.ts"],
  input: { to: "b" },
};

async function given(what: What = EDIT, files: MemoryFiles = workspace()) {
  const call = await planned(what, files);
  return { files, call, permit: issuePermit(permitFacts(call)) };
}

/** Redeems a permit for `what` with the call as it is at run time. */
async function redeemFor(now: What): Promise<string> {
  const { permit, files } = await given();
  const later = permitFacts(await planned(now, files));
  try {
    redeemPermit(permit, later);
    return "runs";
  } catch (error) {
    return String(error);
  }
}

test("lets the very call it was made for run", async () => {
  expect(await redeemFor(EDIT)).toBe("runs");
});

test.each<[string, What]>([
  ["args", { ...EDIT, input: { to: "c" } }],
  ["session", { ...EDIT, session: "s2" }],
  ["agent", { ...EDIT, agent: "child" }],
  ["callId", { ...EDIT, id: "c2" }],
  ["tool", { ...EDIT, tool: "write" }],
  ["writes", { ...EDIT, writes: ["src/b.ts"] }],
  ["reads", { ...EDIT, reads: [] }],
  ["commands", { ...EDIT, commands: ["ls"] }],
])("is refused when the %s differ at run time", async (name, now) => {
  expect(await redeemFor(now)).toContain(`${name} changed since it was given`);
});

test("is refused when the file changed since the person saw it", async () => {
  const { files, permit } = await given();
  files.set("src/a.ts", "changed meanwhile");
  const later = permitFacts(await planned(EDIT, files));
  expect(() => redeemPermit(permit, later)).toThrow("writes changed since it was given");
});

test("is refused at the executor when the file changed after the permit was redeemed", async () => {
  const { files, call, permit } = await given();
  redeemPermit(permit, permitFacts(call));
  files.set("src/a.ts", "changed meanwhile");
  const snapshot = await files.snapshot("src/a.ts", signal);
  await expect(files.write(permit, snapshot, "b", signal)).rejects.toMatchObject({ code: "permission_denied" });
  expect(files.text("src/a.ts")).toBe("changed meanwhile");
});

test("is refused when it is used twice, even after a refusal", async () => {
  const { call, permit } = await given();
  expect(() => redeemPermit(permit, { ...permitFacts(call), args: "{}" })).toThrow("args changed");
  expect(() => redeemPermit(permit, permitFacts(call))).toThrow("it was used before");
});

test("is refused by executors before its call runs and after it ended", async () => {
  const { files, call, permit } = await given();
  const snapshot = await files.snapshot("src/a.ts", signal);
  await expect(files.write(permit, snapshot, "b", signal)).rejects.toThrow("its call is not running");
  redeemPermit(permit, permitFacts(call));
  await files.write(permit, snapshot, "b", signal);
  endPermit(permit);
  const after = await files.snapshot("src/a.ts", signal);
  await expect(files.write(permit, after, "c", signal)).rejects.toThrow("its call is not running");
  expect(files.text("src/a.ts")).toBe("b");
});

test("covers no other file, no command and no reading beyond its call", async () => {
  const { files, call, permit } = await given();
  redeemPermit(permit, permitFacts(call));
  const other = await files.snapshot(".env", signal);
  await expect(files.write(permit, other, "b", signal)).rejects.toThrow("does not cover writing");
  await expect(files.readWindow(permit, ".env", { offset: 1, limit: 1, maxBytes: 10 }, signal)).rejects.toThrow(
    "does not cover reading",
  );
  expect(() => assertMay(permit, { command: "ls" })).toThrow("does not cover this command");
});

test("can't be forged: a look-alike or a copy was not made by the gate", async () => {
  const { call, permit } = await given();
  redeemPermit(permit, permitFacts(call));
  for (const forged of [{ id: permit.id }, { ...permit }, Object.create(permit)]) {
    const write = call.prepared.effects.writes[0];
    expect(() => assertMay(forged as Permit, { write: "/home/ann/app/src/a.ts", hash: write?.hash ?? "" })).toThrow(
      "the gate did not make it",
    );
    expect(() => redeemPermit(forged as Permit, permitFacts(call))).toThrow("the gate did not make it");
  }
});

test("holds nothing that a program could read or change", async () => {
  const { permit } = await given();
  expect(Object.isFrozen(permit)).toBe(true);
  expect(Object.keys(permit)).toEqual(["id"]);
});

test("is not made for a call with an effect whose real path is missing", async () => {
  const call = await planned(EDIT);
  expect(() => permitFacts({ ...call, writes: [] })).toThrow("without its real path");
});

test("of an old name it is for the tools whose work that does, and for no others", async () => {
  const permit = fakePermit({ tool: "search_memory", standsFor: ["memory_recall"] });
  expect(() => assertMay(permit, { tool: "memory_recall", version: "" })).not.toThrow();
  expect(() => assertMay(permit, { tool: "memory_save", version: "" })).toThrow("another tool");
  expect(() => assertMay(permit, { tool: "memory_recall", version: "2" })).toThrow("another tool");
});
