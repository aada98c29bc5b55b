import { describe, expect, test } from "vitest";
import { codecFor, decodeExactly, detectCharset, encodeExactly } from "../../src/node/charset";
import { sniff } from "../../src/node/sniff";

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(" ", ""), "hex");

describe("detecting a charset", () => {
  test.each([
    ["a mark wins over what the host says", "efbbbf41", "windows1252", "utf8bom"],
    ["UTF-16 marks", "fffe4100", "utf8", "utf16le"],
    ["UTF-16 marks, big end first", "feff0041", undefined, "utf16be"],
    ["zero bytes where UTF-16 LE has them", "41004200", undefined, "utf16le"],
    ["zero bytes where UTF-16 BE has them", "00410042", "utf8", "utf16be"],
    ["the host's word", "4142", "windows1252", "windows1252"],
    ["the host's UTF-16 without a mark", "16044000", "utf16le", "utf16le"],
    ["the setting utf8bom without a mark in the file", "4142", "utf8bom", "utf8"],
    ["UTF-8 else", "4142", undefined, "utf8"],
    ["an empty file", "", undefined, "utf8"],
  ])("%s", (_name, bytes, hint, expected) => {
    expect(detectCharset(hex(bytes), hint)).toBe(expected);
  });
});

test.each([
  ["windows1252", "81"],
  ["shiftjis", "80 81"],
  ["utf8", "c3 28"],
  ["utf8", "ed a0 80"],
  ["utf16le", "41"],
])("bytes that are not %s are found: %s", async (charset, bytes) => {
  expect(decodeExactly(hex(bytes), await codecFor(charset))).toBeUndefined();
});

test("names are taken as people write them, unknown ones are refused", async () => {
  expect((await codecFor("Windows-1252")).charset).toBe("windows1252");
  expect((await codecFor("UTF-8")).charset).toBe("utf8");
  await expect(codecFor("utf7")).rejects.toMatchObject({ code: "unsupported" });
  await expect(codecFor("base64")).rejects.toMatchObject({ code: "unsupported" });
});

test("the character that does not fit is named", async () => {
  const codec = await codecFor("iso88591");
  expect(() => encodeExactly("plain 😀", codec)).toThrow("can't hold the character 😀");
  expect(() => encodeExactly("\uDC00", codec)).toThrow("half of a surrogate pair");
});

test("every charset that is offered exists and keeps a line feed one byte", async () => {
  const names =
    "windows1250 windows1258 windows874 iso885916 macroman cp437 cp1125 koi8ru koi8t gb2312 gb18030 big5hkscs cp950 eucjp euckr";
  for (const name of names.split(" ")) {
    expect((await codecFor(name)).encode("a\n").toString("hex"), name).toBe("610a");
  }
});

test.each([
  ["ffd8ffe0", "image/jpeg"],
  ["474946383961 0100", "image/gif"],
  ["52494646 00000000 57454250", "image/webp"],
  [`424d ${"00".repeat(26)}`, "image/bmp"],
])("%s is a picture", (bytes, mime) => {
  expect(sniff(hex(bytes), false)).toEqual({ kind: "image", mime });
});

test("words that start like a picture are text", () => {
  expect(sniff(Buffer.from("BMW is a maker of cars and motorcycles."), false)).toBeUndefined();
  expect(sniff(Buffer.from("GIF is a format"), false)).toBeUndefined();
  expect(sniff(Buffer.from("MZ"), false)).toBeUndefined();
});
