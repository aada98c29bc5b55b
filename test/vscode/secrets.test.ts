import { expect, test } from "vitest";
import type { SecretStorage } from "vscode";
import { Keys } from "../../src/vscode/secrets";

function keys() {
  const kept = new Map<string, string>();
  const storage = {
    get: async (name: string) => kept.get(name),
    store: async (name: string, value: string) => void kept.set(name, value),
    delete: async (name: string) => void kept.delete(name),
  };
  return { kept, keys: new Keys(storage as unknown as SecretStorage) };
}

test("a key is lent to every path of the origin it was entered for", async () => {
  const { keys: some } = keys();
  await some.set("https://api.example.com/v1", "k");
  expect(await some.find("https://api.example.com/other")).toBe("k");
});

test.each([
  "http://api.example.com/v1",
  "https://api.example.com:8443/v1",
  "https://api.example.com.evil.org/v1",
  "https://evil.org/api.example.com",
])("it is not lent to %s", async (other) => {
  const { keys: some } = keys();
  await some.set("https://api.example.com/v1", "k");
  expect(await some.find(other)).toBeUndefined();
});

test("a forgotten key is gone", async () => {
  const { keys: some, kept } = keys();
  await some.set("https://api.example.com/v1", "k");
  await some.forget("https://api.example.com");
  expect(kept.size).toBe(0);
});
