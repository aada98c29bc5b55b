import { expect, test } from "vitest";
import { floor } from "../../../src/core/gate/floor";
import { facts, planned, preview, ROOT } from "./calls";

const check = async (path: string, before?: string, after?: string, more = {}): Promise<string | undefined> => {
  const shown = before === undefined || after === undefined ? {} : { preview: preview(path, before, after) };
  const call = await planned({ capabilities: ["write"], ...shown });
  const writes = [{ shown: path, real: path, root: ROOT, kind: "file", size: 0, dangling: false }] as const;
  return floor({ ...call, writes }, facts(more))?.subject;
};

test("refuses to replace or delete a workspace root or what holds it", async () => {
  for (const path of [ROOT.path, `${ROOT.path}/`, "/home/ann", "/"]) expect(await check(path)).toBe(path);
  expect(await check(`${ROOT.path}/src`)).toBeUndefined();
  expect(await check("/HOME/Ann/APP")).toBeUndefined();
  expect(await check("/HOME/Ann/APP", undefined, undefined, { foldsCase: true })).toBe("/HOME/Ann/APP");
});

test("refuses writing in a protected place and replacing what holds it", async () => {
  for (const path of ["/data/s1/log.jsonl", "/data/s1", "/data"]) expect(await check(path)).toBe(path);
  expect(await check("/data/s10/log.jsonl")).toBeUndefined();
});

const SETTINGS = `${ROOT.path}/.vscode/settings.json`;

test.each([
  ["adding one", "{}", '{ "gatehouse.posture": "full-access" }'],
  ["removing one", '{ "gatehouse.mode": "plan" }', "{}"],
  ["changing inside its value", '{ "gatehouse.rules": [{ "a": 1 }] }', '{ "gatehouse.rules": [{ "a": 2 }] }'],
  ["spelling it with an escape", "{}", '{ "\\u0067atehouse.posture": 1 }'],
  ["nesting it", "{}", '{ "gatehouse": { "posture": 1 } }'],
  ["under a language", "{}", '{ "[python]": { "gatehouse.mode": 1 } }'],
  ["uncommenting it", '{ // "gatehouse.mode": 1\n}', '{ "gatehouse.mode": 1\n}'],
  ["hiding it in a broken file", "{}", '{ "gatehouse.mode": 1, oops'],
  ["creating the file with it", "", '{ "gatehouse.mode": 1 }'],
])("refuses a change of a gatehouse setting: %s", async (_, before, after) => {
  expect(await check(SETTINGS, before, after)).toBe("gatehouse.*");
  expect(await check(`${ROOT.path}/app.code-workspace`, before, after)).toBe("gatehouse.*");
});

test("leaves other changes of a settings file to the paths stage", async () => {
  const before = '{\n  // gatehouse.mode is not set\n  "url": "http://x", "gatehouse.mode": "plan",\n}';
  expect(await check(SETTINGS, before, before.replace("http://x", "http://y"))).toBeUndefined();
  expect(await check(SETTINGS, "{}", '{ "a": "gatehouse.mode" }')).toBeUndefined();
  expect(await check(`${ROOT.path}/src/settings.json`, "{}", '{ "gatehouse.mode": 1 }')).toBeUndefined();
});

test("refuses a change of a settings file that it can't see", async () => {
  expect(await check(SETTINGS)).toBe("gatehouse.*");
});
