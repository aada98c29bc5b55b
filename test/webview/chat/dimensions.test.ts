import fc from "fast-check";
import { expect, test } from "vitest";
import { IMAGE_TYPES, type ImageType } from "../../../src/shared/results";
import { dimensionsOf } from "../../../webview/chat/pictures/dimensions";

const bytes = (...parts: (string | readonly number[])[]) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === "string" ? [...part].map((c) => c.charCodeAt(0)) : part)));

const check = (type: ImageType, data: Uint8Array, expected: readonly [number, number] | undefined) =>
  expect(dimensionsOf(data, type)).toEqual(expected && { width: expected[0], height: expected[1] });

const PNG = bytes("\x89PNG\r\n\x1a\n", [0, 0, 0, 13], "IHDR", [0, 0, 2, 128], [0, 0, 1, 224]);

test("PNG", () => check("image/png", PNG, [640, 480]));
test("GIF", () => check("image/gif", bytes("GIF89a", [128, 2], [224, 1]), [640, 480]));

test("JPEG, past its other segments, fill bytes and tables", () => {
  const app = [0xff, 0xe0, 0, 4, 1, 2];
  const table = [0xff, 0xc4, 0, 3, 9];
  const frame = [0xff, 0xff, 0xc2, 0, 17, 8, 1, 224, 2, 128, 3];
  check("image/jpeg", bytes([0xff, 0xd8], app, [0xff, 0xd0], table, frame), [640, 480]);
});

test("WebP of each kind", () => {
  const head = ["RIFF", [0, 0, 0, 0], "WEBP"] as const;
  check("image/webp", bytes(...head, "VP8X", [10, 0, 0, 0, 0, 0, 0, 0], [127, 2, 0], [223, 1, 0]), [640, 480]);
  check("image/webp", bytes(...head, "VP8 ", [0, 0, 0, 0, 0, 0, 0, 0x9d, 1, 0x2a], [128, 2], [224, 1]), [640, 480]);
  // 14 bits of width less one, 14 of height less one.
  const packed = 639 | (479 << 14);
  const lossless = [0, 8, 16, 24].map((shift) => (packed >>> shift) & 255);
  check("image/webp", bytes(...head, "VP8L", [0, 0, 0, 0, 0x2f], lossless), [640, 480]);
});

test("a header that is cut off, empty or says nothing has none", () => {
  for (let end = 0; end < 24; end++) check("image/png", PNG.subarray(0, end), undefined);
  check(
    "image/png",
    Uint8Array.from(PNG, (byte, index) => (index >= 16 ? 0 : byte)),
    undefined,
  );
  check("image/jpeg", bytes([0xff, 0xd8, 0xff, 0xda, 0, 2, 7, 7]), undefined);
});

test("any bytes are read in a bounded time and without a fault", () => {
  fc.assert(
    fc.property(fc.constantFrom(...IMAGE_TYPES), fc.uint8Array({ maxLength: 200 }), (type, data) => {
      const found = dimensionsOf(data, type);
      expect(found === undefined || (found.width > 0 && found.height > 0)).toBe(true);
    }),
  );
  check("image/jpeg", new Uint8Array(1_000_000).fill(0xff), undefined);
});
