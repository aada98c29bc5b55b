import { expect, test } from "vitest";
import type { SecretStorage } from "vscode";
import { Keys } from "../../src/vscode/secrets";

function keys() {
  const kept = new Map<string, string>();
  const asked: string[] = [];
  let changed: (event: { key: string }) => void = () => undefined;
  const storage = {
    get: async (name: string) => {
      asked.push(name);
      return kept.get(name);
    },
    store: async (name: string, value: string) => void kept.set(name, value),
    delete: async (name: string) => void kept.delete(name),
    onDidChange: (listener: typeof changed) => {
      changed = listener;
      return { dispose: () => undefined };
    },
  };
  /** As another window does it. */
  const changeElsewhere = (name: string, value: string) => {
    kept.set(name, value);
    changed({ key: name });
  };
  return { kept, asked, changeElsewhere, keys: new Keys(storage as unknown as SecretStorage) };
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

test("the storage is asked once for a key that does not change", async () => {
  const { keys: some, asked } = keys();
  await some.set("https://api.example.com/v1", "k");
  const twice = [await some.find("https://api.example.com/v1"), await some.find("https://api.example.com/v1")];
  expect(twice).toEqual(["k", "k"]);
  expect(asked).toHaveLength(1);
});

test("a new key is lent to the next request, whichever window it was entered in", async () => {
  const { keys: some, asked, changeElsewhere } = keys();
  const found = [await some.find("https://api.example.com")];
  await some.set("https://api.example.com", "second");
  found.push(await some.find("https://api.example.com"));
  changeElsewhere(asked[0] ?? "", "third");
  found.push(await some.find("https://api.example.com"));
  expect(found).toEqual([undefined, "second", "third"]);
});
