import { expect, test } from "vitest";
import { listDir } from "../../../src/core/tools/listDir";
import { type MemoryFiles, memoryFiles } from "../../fakes/memoryFiles";
import { memoryPorts } from "../../fakes/memoryPorts";
import { call } from "./calls";
import { memorySearch } from "./memorySearch";

const workspace = { "src/a.ts": "", "src/deep/b.ts": "", "docs/guide.md": "", "b.md": "", "a.md": "", ".env": "" };

/** The one place that knows how the tool is called. */
async function check(args: object, expected: string, files: MemoryFiles | Record<string, string> = workspace) {
  const ports = memoryPorts({ files });
  const mayRead = (path: string) => !path.endsWith("/.env");
  const { text } = await call(listDir, args, { ports, powers: { search: memorySearch(ports.files), mayRead } });
  expect(text).toBe(expected);
}

test("puts folders first and marks them with a slash", () => check({}, "docs/\nsrc/\na.md\nb.md"));

test("lists a sub-folder", () => check({ path: "src" }, "deep/\na.ts"));

test("goes as deep as it is asked", () => check({ depth: 2 }, "docs/\n  guide.md\nsrc/\n  deep/\n  a.ts\na.md\nb.md"));

test("says that there is more", () =>
  check(
    { limit: 3 },
    "docs/\nsrc/\na.md\n[This is not all: the limit of 3 was reached. List a sub-folder, or less deep.]",
  ));

test("says so when the folder is empty", () => check({}, "(empty folder, or all in it is ignored)", {}));

test("lists each open folder under its name", () => {
  const roots = [
    { name: "app", path: "/app" },
    { name: "lib", path: "/lib" },
  ];
  return check({}, "app/\n  x/\nlib/\n  b", memoryFiles({ "/app/x/a": "", "/lib/b": "" }, { roots }));
});

test("a missing folder is the model's to fix, not a bug", async () => {
  await expect(check({ path: "nope" }, "")).rejects.toMatchObject({ code: "not_found" });
});

test("sends who lists a file to read", async () => {
  await expect(check({ path: "a.md" }, "")).rejects.toMatchObject({
    code: "unsupported",
    hint: expect.stringContaining("read"),
  });
});

test("refuses arguments it does not know", () => {
  expect(listDir.input.safeParse({ recursive: true }).success).toBe(false);
});
