import { expect, test } from "vitest";
import { NO_CONTENTS } from "../../../src/core/mcp/contents";
import { rowOf } from "../../../src/core/mcp/row";
import { configOf } from "./support";

const rowWith = (more: Parameters<typeof configOf>[1]) =>
  rowOf(configOf("s", more), { status: "configured", failure: undefined, contents: NO_CONTENTS, warnings: [] });

const target = (command: string, ...args: string[]) => rowWith({ command, args } as never).target;

test("a command line is shown without what looks like a secret", () => {
  expect(target("npx", "-y", "server", "--api-key", "k3y", "--token=t0k", "API_SECRET=x", "--dir", "/a b")).toBe(
    "npx -y server --api-key … --token=… API_SECRET=… --dir /a b",
  );
  expect(target("mcp-remote", "https://me:pw@host/x?key=1", "--url=https://host/y?key=2#z")).toBe(
    "mcp-remote https://host/x --url=https://host/y",
  );
});

test("an address is shown without login, query and fragment", () => {
  expect(rowWith({ transport: "http", url: "https://me:pw@host:8/mcp?key=1#x" } as never).target).toBe(
    "https://host:8/mcp",
  );
  expect(rowWith({ transport: "http", url: "host" } as never).target).toBe("(not a URL)");
});

test("what the configuration says of itself comes first", () => {
  expect(rowWith({ target: "as written", problem: "The input k was not entered yet." })).toMatchObject({
    target: "as written",
    error: "The input k was not entered yet.",
  });
});

test("hidden signs are not shown, and a long line is cut", () => {
  expect(target("a\u202Eb")).toBe("ab");
  expect(target("x".repeat(1_000))).toHaveLength(300);
});
