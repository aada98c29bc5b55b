import { expect, test } from "vitest";
import { read } from "../../../src/core/tools/read";
import { memoryFiles } from "../../fakes/memoryFiles";
import { memoryPorts } from "../../fakes/memoryPorts";
import { call, textOf } from "./calls";

const lines = (count: number, width = 0): string =>
  Array.from({ length: count }, (_, index) => `${String(index + 1).padEnd(width, "x")}\n`).join("");

const ports = (files: Record<string, string | Uint8Array>) => memoryPorts({ files: memoryFiles(files) });
const text = (args: unknown, files: Record<string, string | Uint8Array>) => textOf(read, args, { ports: ports(files) });

test("gives a whole file exactly as it is", async () => {
  const content = "\ta\r\n$& \\n &amp; “x”\r\n\r\nlast";
  expect(await text({ path: "a.txt" }, { "a.txt": content })).toBe(content);
});

test("says how to go on when lines are left", async () => {
  expect(await text({ path: "a", offset: 2, limit: 2 }, { a: lines(5) })).toBe(
    "2\n3\n[Lines 2-3 of 5 lines, 10 bytes. Go on with offset 4.]",
  );
});

test("says nothing more when the window ends with the file", async () => {
  expect(await text({ path: "a", offset: 4 }, { a: lines(5) })).toBe("4\n5\n");
});

test("stops at 2,000 lines", async () => {
  const read2000 = await text({ path: "a" }, { a: lines(2001) });
  expect(read2000).toContain("\n2000\n[Lines 1-2000 of 2,001 lines");
  expect(read2000).toContain("Go on with offset 2001.]");
});

test("gives more lines when asked for more", async () => {
  expect(await text({ path: "a", limit: 3000 }, { a: lines(2500) })).toBe(lines(2500));
});

test("stops at 48 KiB on a whole line", async () => {
  const out = await text({ path: "a" }, { a: lines(600, 99) });
  expect(out).toContain("[Lines 1-491 of 600 lines");
});

test("ends dense text before the limit of all results, so that no middle is lost", async () => {
  const out = await text({ path: "a" }, { a: "漢字漢字漢字漢字漢字\n".repeat(1500) });
  const [, last] = /\[Lines 1-(\d+) of/.exec(out) ?? [];
  expect(out).toContain(`Go on with offset ${Number(last) + 1}.]`);
  expect(Number(last)).toBeGreaterThan(1000);
  expect(Number(last)).toBeLessThan(1180);
});

test("an offset past the end names the total", async () => {
  await expect(text({ path: "a", offset: 9 }, { a: lines(5) })).rejects.toMatchObject({
    code: "invalid_argument",
    message: "offset 9 is past the end: a has 5 lines, 10 bytes.",
  });
});

test("says that a file is empty", async () => {
  expect(await text({ path: "a" }, { a: "" })).toBe("[The file is empty.]");
});

test("gives the head of a line that is too long, its size and the way on", async () => {
  const out = await text({ path: "a", offset: 2 }, { a: `1\n${"y".repeat(60_000)}\n3\n` });
  expect(out.startsWith(`${"y".repeat(48 * 1024)}\n[Line 2 alone has 60,000 bytes`)).toBe(true);
  expect(out).toContain("sed -n 2p FILE | cut -b 49153-");
  expect(out).toContain("the next line is offset 3.]");
});

test("says so when the text is the editor's, not the disk's", async () => {
  const files = memoryFiles({ a: "x\n" });
  const dirty = {
    ...files,
    readWindow: async (...args: Parameters<typeof files.readWindow>) =>
      ({ ...(await files.readWindow(...args)), source: "editor" }) as never,
  };
  expect(await textOf(read, { path: "a" }, { ports: { ...memoryPorts(), files: dirty } })).toBe(
    "x\n[The user has unsaved changes in this file: this is the text in their editor.]",
  );
});

test("a missing file is the model's to fix", async () => {
  await expect(text({ path: "nope" }, {})).rejects.toMatchObject({ code: "not_found" });
});

test("refuses a folder", async () => {
  await expect(text({ path: "src" }, { "src/a": "" })).rejects.toMatchObject({ code: "unsupported" });
});

test("refuses a binary file with its size", async () => {
  await expect(text({ path: "a" }, { a: new Uint8Array(1234) })).rejects.toMatchObject({
    code: "unsupported",
    message: expect.stringContaining("1,234 bytes"),
  });
});

const png = Uint8Array.from({ length: 30_001 }, (_, index) => [0x89, 0x50][index] ?? (index * 7) % 256);

test("gives an image to a model that takes images", async () => {
  const out = await call(read, { path: "a.png" }, { ports: ports({ "a.png": png }), takesImages: true });
  expect(out.text).toBe("a.png: image/png, 30,001 bytes.");
  expect(out.images).toEqual([{ mime: "image/png", data: Buffer.from(png).toString("base64") }]);
});

test("its card learns what image it is, and why the model did not get it", async () => {
  const details = { kind: "image", path: "a.png", mime: "image/png", bytes: 30_001 };
  const taken = await call(read, { path: "a.png" }, { ports: ports({ "a.png": png }), takesImages: true });
  expect(taken.details).toEqual(details);
  const not = await call(read, { path: "a.png" }, { ports: ports({ "a.png": png }) });
  expect(not.details).toEqual({ ...details, left: "not_taken" });
  const large = new Uint8Array(5 * 1024 * 1024 + 1);
  large.set(png.subarray(0, 64));
  const out = await call(read, { path: "b.png" }, { ports: ports({ "b.png": large }), takesImages: true });
  expect(out.details).toMatchObject({ bytes: large.length, left: "too_large" });
  expect(out.images).toBeUndefined();
});

test("describes an image to a model that takes none", async () => {
  const out = await call(read, { path: "a.png" }, { ports: ports({ "a.png": png }) });
  expect(out.text).toBe("a.png: image/png, 30,001 bytes. This model takes no images.");
  expect(out.images).toBeUndefined();
});

test("opens a spill for the agent whose result named it, and for nobody else", async () => {
  const host = memoryPorts();
  const writer = host.spills.open("root");
  writer.write("all of it\n");
  await writer.close();
  const opened = await call(read, { path: writer.handle }, { ports: host });
  expect(opened.text).toBe("all of it\n");
  expect(opened.prepared.effects.reads).toEqual([host.spills.find(writer.handle, "root")]);
  await expect(call(read, { path: writer.handle }, { ports: host, agent: "child" })).rejects.toMatchObject({
    code: "not_found",
  });
});

test("names its range as the subject", () => {
  expect(read.subject({ path: "a", offset: 3, limit: 2 })).toBe("a:3-4");
  expect(read.subject({ path: "a", offset: 3 })).toBe("a:3-");
  expect(read.subject({ path: "a" })).toBe("a");
});
