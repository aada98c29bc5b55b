import fc from "fast-check";
import { expect, test } from "vitest";
import { Images, imagesOf } from "../../../src/vscode/views/images";

const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const part = (data: unknown, mime = "image/png") => ({ mime, data }) as { mime: string; data: string };

function kept(images: readonly { mime: string; data: string }[], room?: number): Images {
  const all = new Images(room);
  all.add("c1", { images });
  return all;
}

test("an image is handed out by its place in its result, as the kind that its bytes say", () => {
  const images = kept([part("x"), part(PNG, "text/html")]);
  expect(images.find("c1", 1)).toEqual({ mime: "image/png", data: PNG });
});

test("line breaks in its base64 are taken out", () => {
  expect(kept([part(`${PNG.slice(0, 40)}\n${PNG.slice(40)}`)]).find("c1", 0)).toEqual({ mime: "image/png", data: PNG });
});

test.each([
  ["no base64", `${PNG}!!`],
  ["nothing", ""],
  ["an SVG document that is called PNG", btoa("<svg onload='alert(1)'/>")],
  ["50 MB", PNG.slice(0, 40) + "A".repeat(66_000_000)],
])("what is %s is never handed out", (_, data) => {
  expect(kept([part(data)], 100_000_000).find("c1", 0)).toEqual({ missing: "damaged" });
});

test("another session's, another place's or a prototype's is gone", () => {
  const images = kept([part(PNG)]);
  for (const [id, index] of [
    ["c2", 0],
    ["c1", 1],
    ["__proto__", 0],
    ["", 0],
  ] as const)
    expect(images.find(id, index)).toEqual({ missing: "gone" });
});

test("the newest are kept, as far as there is room", () => {
  const images = new Images(PNG.length * 2);
  for (const id of ["a", "b", "c"]) images.add(id, { images: [part(PNG)] });
  expect(["a", "b", "c"].map((id) => "data" in images.find(id, 0))).toEqual([false, true, true]);
});

test("of a result with a thousand images a hundred are kept and told of", () => {
  const images = Array.from({ length: 1_000 }, () => part(PNG));
  expect(imagesOf({ images })).toHaveLength(100);
  expect(kept(images).find("c1", 100)).toEqual({ missing: "gone" });
});

test("whatever a log calls images, it is told of in a few bytes and never thrown at", () => {
  const anything = fc.oneof(fc.jsonValue(), fc.array(fc.record({ mime: fc.string(), data: fc.jsonValue() })));
  fc.assert(
    fc.property(anything, (images) => {
      const told = imagesOf({ images: images as never });
      expect(JSON.stringify(told).length).toBeLessThan(60 * told.length + 3);
      new Images().add("c", { images: images as never });
    }),
  );
});
