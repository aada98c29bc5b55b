import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LineReader } from "../../../src/node/mcp/lineReader";
import { readRpcLine } from "../../../src/node/mcp/rpcLine";
import { windowsLine } from "../../../src/node/mcp/serverProcess";
import { countBytes, countEvents, watched } from "../../../src/node/mcp/streams";

/** Some way to cut bytes into chunks. */
const chunked = (bytes: Uint8Array, sizes: readonly number[]): Uint8Array[] => {
  const chunks: Uint8Array[] = [];
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    chunks.push(bytes.subarray(at, at + size));
    at += size;
  }
  return chunks;
};
const sizes = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 5 });

describe("lines", () => {
  test("are the same however the bytes come", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: "grapheme" }).map((text) => text.replace(/\n/g, ""))),
        sizes,
        (texts, cuts) => {
          const seen: string[] = [];
          const reader = new LineReader(1_000_000, (line) => seen.push(line));
          for (const chunk of chunked(Buffer.from(texts.join("\n")), cuts))
            expect(reader.push(Buffer.from(chunk))).toBe(true);
          reader.end();
          expect(seen).toEqual(texts.map((text) => Buffer.from(text).toString()).filter((text) => text.trim() !== ""));
        },
      ),
    );
  });

  test("may be as long as allowed and not longer", () => {
    const reader = new LineReader(4, () => {});
    expect(reader.push(Buffer.from("1234\n1234"))).toBe(true);
    expect(reader.push(Buffer.from("5"))).toBe(false);
  });
});

describe("a line of a server", () => {
  test.each([
    ['{"jsonrpc":"2.0","id":1,"result":{}}', "messages"],
    ['[{"jsonrpc":"2.0","id":1,"result":{}}]', "messages"],
    ["[info] 12:00 {}", "log"],
    ['{"level":"info"}', "log"],
    ["null", "log"],
    ["\u001b[32mINFO\u001b[0m done", "log"],
    ["\u0000\u0001 binary", "garbage"],
    ['{"jsonrpc":"2.0","id":1', "garbage"],
  ])("%j is %s", (line, kind) => expect(readRpcLine(line).kind).toBe(kind));

  test.each(["null", "[1]", '"x"'])("with the result %s answers its request all the same", (result) => {
    const read = readRpcLine(`{"jsonrpc":"2.0","id":"a","result":${result}}`);
    expect(read).toMatchObject({
      kind: "messages",
      messages: [{ id: "a", error: { message: expect.stringMatching(/not understood/) } }],
    });
  });
});

describe("a body", () => {
  const tooLarge = () => new Error("too large");

  test("is counted whole", () => {
    const count = countBytes(3, tooLarge);
    count(new Uint8Array(3));
    expect(() => count(new Uint8Array(1))).toThrow("too large");
  });

  test("of events is counted by the event, however it comes", () => {
    const body = Buffer.from("data: 12345\n\n: beat\r\n\r\nid: 7\ndata: 1\n\n".repeat(50));
    fc.assert(
      fc.property(sizes, (cuts) => {
        let ids = 0;
        const count = countEvents(40, tooLarge, () => {
          ids += 1;
        });
        for (const chunk of chunked(body, cuts)) count(chunk);
        expect(ids).toBe(50);
      }),
    );
    const count = countEvents(20, tooLarge, () => {});
    expect(() => count(Buffer.from(`data: 1\n${"x".repeat(20)}`))).toThrow("too large");
  });

  test("reaches its reader unchanged, and its end is told", async () => {
    const ends: unknown[] = [];
    const response = watched(new Response("hello"), { chunk: () => {}, end: (error) => ends.push(error) });
    expect(await response.text()).toBe("hello");
    expect(ends).toEqual([undefined]);
  });

  test("that is too large fails its reader with the reason", async () => {
    const response = watched(new Response("hello"), { chunk: countBytes(2, tooLarge), end: () => {} });
    await expect(response.text()).rejects.toThrow("too large");
  });
});

test("on Windows a script gets its arguments through the shell as they are", () =>
  expect(windowsLine("npx", ["a b", 'say "hi"', "100%", "C:\\"])).toBe(
    'npx ^^^"a^^^ b^^^" ^^^"say^^^ \\^^^"hi\\^^^"^^^" ^^^"100^^^%^^^" ^^^"C:\\\\^^^"',
  ));
