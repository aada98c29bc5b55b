import { beforeEach, expect, test, vi } from "vitest";
import { FakeWindow } from "./mcp/fakeVscode";

let fake = new FakeWindow();
vi.mock("vscode", () => {
  const late = (name: string) => new Proxy({}, { get: (_, key) => Reflect.get(parts()[name] ?? {}, key) });
  const parts = () => fake.module() as Record<string, object>;
  return { ...fake?.module(), workspace: late("workspace") };
});
const { watchFolders } = await import("../../src/vscode/watch");

beforeEach(() => {
  fake = new FakeWindow();
});

test("a folder that is added later is watched too, and each of them once", () => {
  let told = 0;
  watchFolders(".gatehouse/law.json", () => {
    told += 1;
  });
  fake.folders = [...fake.folders, { name: "x", uri: fake.uri("/x"), index: 1 }];
  fake.foldersChanged();
  expect(fake.watched.slice(1)).toEqual(["/w/.gatehouse/law.json", "/x/.gatehouse/law.json"]);
  expect(fake.unwatched).toEqual(["/w/.gatehouse/law.json"]);
  fake.changed("/x");
  expect(told).toBe(3);
});

test("nothing is watched any more once it is given up", () => {
  watchFolders(".gatehouse/hooks.json", () => undefined).dispose();
  expect(fake.unwatched).toEqual(fake.watched);
});
