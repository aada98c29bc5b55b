import fc from "fast-check";
import { expect, test } from "vitest";
import { type SseEvent, SseReader } from "../../../src/core/models/sse";

function read(...pieces: string[]): SseEvent[] {
  const reader = new SseReader();
  return [...pieces.flatMap((piece) => reader.feed(piece)), ...reader.end()];
}

test("joins the lines of an event's data and names the event", () => {
  expect(read("event: error\ndata: a\ndata:b\n\n")).toEqual([{ event: "error", data: "a\nb" }]);
});

test("leaves comments, ids, retry hints and unknown fields out", () => {
  expect(read(": ping\n\nid: 1\nretry: 5\nfoo: bar\ndata: a\n\n")).toEqual([{ event: undefined, data: "a" }]);
});

test("forgets an event's name after it", () => {
  expect(read("event: x\ndata: a\n\ndata: b\n\n").map((event) => event.event)).toEqual(["x", undefined]);
});

test("gives the last event though nothing closes it", () => {
  expect(read("data: a")).toEqual([{ event: undefined, data: "a" }]);
});

test("reads the same events however the text is cut and whichever line ends it has", () => {
  const line = fc.string({ unit: "grapheme" }).map((text) => text.replace(/[\r\n]/g, ""));
  const source = fc.tuple(fc.array(line), fc.constantFrom("\n", "\r\n"), fc.array(fc.nat(200)));
  fc.assert(
    fc.property(source, ([lines, eol, cuts]) => {
      const text = lines.map((data) => `data: ${data}${eol}${eol}`).join("");
      const places = [0, ...cuts.filter((cut) => cut < text.length).sort((a, b) => a - b), text.length];
      const pieces = places.slice(1).map((place, index) => text.slice(places[index], place));
      expect(read(...pieces).map((event) => event.data)).toEqual(lines);
    }),
  );
});
