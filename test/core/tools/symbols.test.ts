import { expect, test } from "vitest";
import type { CodeSymbol } from "../../../src/core/operations/ports";
import { symbols } from "../../../src/core/tools/symbols";
import { memoryFiles } from "../../fakes/memoryFiles";
import { memoryPorts } from "../../fakes/memoryPorts";
import { call, textOf } from "./calls";
import { fakeLanguage } from "./languageFake";

const symbol = (name: string, line: number, change: Partial<CodeSymbol> = {}): CodeSymbol => ({
  path: "/workspace/src/a.ts",
  line,
  column: 1,
  endLine: line,
  name,
  kind: "function",
  ...change,
});

function knowing(found: readonly CodeSymbol[], mayRead: (path: string) => boolean = () => true) {
  const asked: unknown[] = [];
  const language = fakeLanguage({
    async symbols(where, limit) {
      asked.push([where, limit]);
      return found.slice(0, limit);
    },
  });
  return {
    asked,
    ports: memoryPorts({ files: memoryFiles({ "src/a.ts": "", ".env": "" }), language }),
    powers: { mayRead },
  };
}

test("gives the outline of a file, with the lines of each symbol and what it is in", async () => {
  const host = knowing([
    symbol("Cart", 3, { kind: "class", endLine: 20 }),
    symbol("add", 5, { kind: "method", endLine: 9, container: "Cart" }),
    symbol("TAX", 22, { kind: "constant" }),
  ]);
  const { text, prepared } = await call(symbols, { path: "src/a.ts" }, host);
  expect(text).toBe("src/a.ts:\n3-20 class Cart\n5-9 method add (in Cart)\n22 constant TAX");
  expect(prepared.effects.reads).toEqual(["src/a.ts"]);
  expect(host.asked).toEqual([[{ path: "/workspace/src/a.ts" }, 201]]);
});

test("finds names in the workspace, without those in files that the model may not see", async () => {
  const host = knowing(
    [symbol("sum", 1), symbol("sumOfSecrets", 1, { path: "/workspace/.env" })],
    (path) => !path.endsWith(".env"),
  );
  expect(await textOf(symbols, { query: "sum" }, host)).toBe("1 symbol:\nsrc/a.ts:1 function sum");
});

test("says when there are more than 200", async () => {
  const text = await textOf(
    symbols,
    { query: "s" },
    knowing(Array.from({ length: 300 }, (_, at) => symbol("s", at + 1))),
  );
  expect(text).toMatch(/^200 symbols:/);
  expect(text).toMatch(/\(more than 200; the others are left out\)$/);
});

test("says that nothing is known, and why that may be", async () => {
  expect(await textOf(symbols, { path: "src/a.ts" }, knowing([]))).toContain("may have no support for its language");
  expect(await textOf(symbols, { query: "x" }, knowing([]))).toContain("Text search may still find it");
});

test("wants either a path or a query", async () => {
  for (const args of [{}, { path: "src/a.ts", query: "x" }])
    await expect(call(symbols, args, knowing([]))).rejects.toMatchObject({ code: "invalid_argument" });
});

test("has no outline of a folder", () =>
  expect(call(symbols, { path: "src" }, knowing([]))).rejects.toMatchObject({ code: "not_found" }));

test("a language server that never answers does not keep a stopped turn", async () => {
  const stop = new AbortController();
  const language = fakeLanguage({ symbols: () => new Promise(() => undefined) });
  const told = call(symbols, { query: "x" }, { ports: memoryPorts({ language }), signal: stop.signal });
  stop.abort(new Error("stopped"));
  await expect(told).rejects.toThrow("stopped");
});
