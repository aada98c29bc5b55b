import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { temporaryFolder } from "../node/support/folder";

vi.mock("vscode", () => ({
  Uri: { joinPath: ({ fsPath }: { fsPath: string }, ...more: string[]) => ({ fsPath: join(fsPath, ...more) }) },
}));

const { protectedPaths } = await import("../../src/vscode/ownPlaces");

test("records, settings and the program itself are protected where they really are", () => {
  const folder = temporaryFolder();
  const at = (path: string) => join(folder, path);
  mkdirSync(at("data/User/globalStorage/gatehouse"), { recursive: true });
  mkdirSync(at("dotfiles"));
  writeFileSync(at("dotfiles/settings.json"), "{}");
  symlinkSync(at("dotfiles/settings.json"), at("data/User/settings.json"));
  symlinkSync(at("data"), at("home"));
  const uri = (path: string) => ({ fsPath: at(path) }) as never;
  const places = protectedPaths({
    extensionUri: uri("extension"),
    storageUri: uri("home/User/workspaceStorage/1/gatehouse"),
    globalStorageUri: uri("home/User/globalStorage/gatehouse"),
  });
  expect(places.map((place) => place.slice(folder.length + 1))).toEqual([
    "data/User/globalStorage/gatehouse",
    "data/User/workspaceStorage/1/gatehouse",
    "dotfiles/settings.json",
    "data/User/profiles",
    "data/Machine",
    "extension/dist",
  ]);
});
