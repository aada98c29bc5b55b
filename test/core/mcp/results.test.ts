import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readResult } from "../../../src/core/mcp/results";
import { ToolError } from "../../../src/core/operations/failure";
import { imageType, readImage } from "../../../src/core/results/images";

const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const text = (...texts: string[]) => texts.map((each) => ({ type: "text", text: each }));

function check(raw: unknown, expected: object): void {
  expect(readResult("s", raw)).toEqual(expected);
}

test("texts stand one after the other", () => check({ content: text("a", "b") }, { text: "a\nb" }));
test("an error of the tool is its result", () =>
  check({ content: text("no"), isError: true }, { text: "no", status: "failed" }));
test("nothing is said to be nothing", () => check({ content: [] }, { text: "(an empty result)" }));

test("what no model takes is named", () => {
  const content = [
    { type: "audio", data: "UklGRg==", mimeType: "audio/wav" },
    { type: "resource_link", uri: "file:///x", name: "x" },
    { type: "resource", resource: { uri: "a://b", text: "inside" } },
    { type: "resource", resource: { uri: "a://c", blob: "AAAA", mimeType: "application/zip" } },
    { type: "hologram\u202E" },
    null,
  ];
  check(
    { content },
    {
      text: [
        "(audio left out: audio/wav)",
        "Link: x <file:///x>",
        "Resource a://b:",
        "inside",
        "(Resource a://c left out: application/zip)",
        "(content of the type hologram left out)",
        "(content of the type unknown left out)",
      ].join("\n"),
    },
  );
});

describe("an image", () => {
  test("is known by its bytes, whatever is said of it (F75)", () => {
    const content = [{ type: "image", data: PNG, mimeType: "text/html" }];
    check({ content }, { text: "(images only)", images: [{ mime: "image/png", data: PNG }] });
  });

  test.each([
    ["/9j/4AAQSkZJRgABAQ==", "image/jpeg"],
    [btoa("GIF89a...."), "image/gif"],
    [btoa("RIFF\x10\0\0\0WEBPVP8 "), "image/webp"],
  ])("%s is %s", (data, mime) => expect(readImage(data)).toEqual({ mime, data }));

  test.each([
    [btoa("<svg/>"), /no PNG/],
    ["!!!not base64!!!", /not base64/],
    ["", /not base64/],
    [undefined, /no data/],
    [`iVBORw0KGgo${"A".repeat(8_000_000)}`, /too many/],
  ])("is left out with the reason (%#)", (data, why) => expect(readImage(data)).toMatch(why));

  test("more than twenty are counted", () => {
    const content = Array.from({ length: 25 }, () => ({ type: "image", data: PNG }));
    const read = readResult("s", { content });
    expect(read.images).toHaveLength(20);
    expect(read.text).toBe("(5 more images left out)");
  });
});

describe("the data of an image that a server gives as text too", () => {
  const image = { type: "image", data: PNG, mimeType: "image/png" };
  const images = [{ mime: "image/png", data: PNG }];

  test("stands once, as the image (F77)", () => {
    check({ content: [image, ...text(PNG)] }, { text: "(the data of an image)", images });
    check(
      { content: [image, ...text(`![shot](data:image/png;base64,${PNG}) taken`)] },
      { text: "![shot](data:image/png;base64,(the data of an image)) taken", images },
    );
    check(
      { content: [image], structuredContent: { shot: PNG, width: 1 } },
      { text: '{"shot":"(the data of an image)","width":1}', images },
    );
  });

  test("is left alone when it is so short that it may be there by chance", () => {
    const data = btoa("GIF89a....");
    check(
      { content: [{ ...image, data }, ...text(`id ${data}`)] },
      { text: `id ${data}`, images: [{ mime: "image/gif", data }] },
    );
  });
});

test("the first bytes of anything that is called base64 tell a kind of image or nothing", () => {
  expect(imageType(PNG)).toBe("image/png");
  for (const data of ["", "=", "iVBOR", "iVBORw0KGg", "\0\0\0\0", "ÿØÿ", "<svg xmlns=", btoa("<svg/>")])
    expect(imageType(data)).toBeUndefined();
  fc.assert(fc.property(fc.string(), (data) => void imageType(data)));
});

describe("a structured result", () => {
  const schema = { type: "object", properties: { n: { type: "integer" } }, required: ["n"] };

  test("is not sent twice, however the text is laid out", () => {
    check(
      { content: text('{ "b": 2,\n "a": 1 }'), structuredContent: { a: 1, b: 2 } },
      { text: '{ "b": 2,\n "a": 1 }' },
    );
    check({ content: text("whole file"), structuredContent: { content: "whole file" } }, { text: "whole file" });
  });

  test("is sent when the text says something else, or nothing", () => {
    check({ content: text("done"), structuredContent: { n: 1 } }, { text: 'done\n{"n":1}' });
    check({ structuredContent: { n: 1 } }, { text: '{"n":1}' });
  });

  test("that breaks its promise is kept, with a warning", () => {
    const { text: said } = readResult("s", { content: text('{"n":"one"}'), structuredContent: { n: "one" } }, schema);
    expect(said).toBe(
      '{"n":"one"}\n[The structured result is not what its tool promises at n: expected integer, received string.]',
    );
    expect(readResult("s", { content: text("x") }, schema).text).toMatch(/^x\n\[.*sent none/);
    expect(readResult("s", { content: text("x"), isError: true }, schema).text).toBe("x");
  });

  test("that is deeper than anybody can look is left out", () => {
    let deep: unknown = [];
    for (let level = 0; level < 50_000; level += 1) deep = [deep];
    check(
      { content: text("deep"), structuredContent: { deep } },
      { text: "deep\n(a structured result left out: it is nested too deep)" },
    );
  });
});

test("the older shapes are understood", () => {
  check({ content: "plain" }, { text: "plain" });
  check({ toolResult: { a: 1 } }, { text: '{"a":1}' });
});

test.each([[null], [{}], [[1]], [{ content: null }], ["x"]])("%j is not understood, and says so", (raw) => {
  expect(() => readResult("s", raw)).toThrow(expect.objectContaining({ code: "parse" }));
});

test("whatever comes, it is a result or not understood, and no prototype is touched", () => {
  const part = fc.oneof(
    fc.jsonValue(),
    fc.record({
      type: fc.constantFrom("text", "image", "resource", "x"),
      text: fc.jsonValue(),
      data: fc.jsonValue(),
      resource: fc.jsonValue(),
    }),
  );
  fc.assert(
    fc.property(
      fc.oneof(fc.jsonValue(), fc.record({ content: fc.array(part), structuredContent: fc.jsonValue() })),
      (raw) => {
        try {
          expect(typeof readResult("s", JSON.parse(JSON.stringify(raw))).text).toBe("string");
        } catch (error) {
          expect(error).toBeInstanceOf(ToolError);
        }
      },
    ),
  );
  readResult("s", JSON.parse('{"content":[],"structuredContent":{"__proto__":{"polluted":1}}}'));
  expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
});
