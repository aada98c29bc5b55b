import * as fc from "fast-check";
import { expect, test } from "vitest";
import { type FRAME, type Frame, frame, frameReader } from "../../src/node/frames";
import { outputText } from "../../src/node/outputText";

/** Cuts bytes at these places. */
function cut(bytes: Buffer, places: readonly number[]): Buffer[] {
  const sorted = places.map((place) => place % (bytes.length + 1)).sort((a, b) => a - b);
  return [...sorted, bytes.length].map((end, index) => bytes.subarray(sorted[index - 1] ?? 0, end));
}

function decode(chunks: readonly Buffer[], codePage?: string): string {
  const text = outputText(codePage);
  return chunks.map((chunk) => text.take(chunk)).join("") + text.end();
}

test("UTF-8 comes out the same however it is cut", () => {
  const texts = fc.string({ unit: "binary" });
  fc.assert(
    fc.property(texts, fc.array(fc.nat(200), { maxLength: 8 }), (text, places) => {
      expect(decode(cut(Buffer.from(text), places))).toBe(Buffer.from(text).toString());
    }),
    { numRuns: 500 },
  );
});

test("no byte of anything else is lost or doubled", () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ min: 0x80, max: 0xbf, maxLength: 60 }),
      fc.array(fc.nat(60), { maxLength: 4 }),
      (bytes, places) => {
        expect(decode(cut(Buffer.from(bytes), places), "latin1")).toHaveLength(bytes.length);
      },
    ),
  );
});

test("a line in the code page does not spoil its neighbours", () => {
  const bytes = Buffer.concat([Buffer.from("汉\n"), Buffer.from("caf\xe9\n", "latin1"), Buffer.from("é\n")]);
  expect(decode([bytes])).toBe("汉\ncafé\né\n");
  expect(decode([Buffer.from([0x8f, 0xe0, 0xa8, 0x0a])], "ibm866")).toBe("При\n");
});

test("text is not kept back longer than a character may be", () => {
  expect(outputText().take(Buffer.from("prompt> "))).toBe("prompt> ");
  expect(outputText().take(Buffer.from("é汉😀"))).toBe("é汉😀");
});

test("frames come out whole and in order however the pipe cuts them", () => {
  const frames = fc.array(fc.tuple(fc.nat(4), fc.nat(1000), fc.uint8Array({ maxLength: 50 })), { maxLength: 6 });
  fc.assert(
    fc.property(frames, fc.array(fc.nat(400), { maxLength: 10 }), (sent, places) => {
      const bytes = Buffer.concat(
        sent.map(([kind, id, body]) => frame(kind as typeof FRAME.stdout, id, Buffer.from(body))),
      );
      const got: Frame[] = [];
      const read = frameReader(({ kind, id, body }) => got.push({ kind, id, body: Buffer.from(body) }));
      for (const chunk of cut(bytes, places)) read(chunk);
      expect(got.map(({ kind, id, body }) => [kind, id, [...body]])).toEqual(
        sent.map(([kind, id, body]) => [kind, id, [...body]]),
      );
    }),
  );
});
