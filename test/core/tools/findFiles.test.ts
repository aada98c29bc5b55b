import { expect, test } from "vitest";
import { findFiles } from "../../../src/core/tools/findFiles";
import { type MemoryFiles, memoryFiles } from "../../fakes/memoryFiles";
import { memoryPorts } from "../../fakes/memoryPorts";
import { call } from "./calls";
import { memorySearch } from "./memorySearch";

const workspace = { "old.ts": "", "src/a.ts": "", "src/b.md": "", "new.ts": "", ".env.ts": "" };

function find(args: object, files: MemoryFiles | Record<string, string> = workspace) {
  const ports = memoryPorts({ files });
  const mayRead = (path: string) => !path.includes("/.env");
  return call(findFiles, args, { ports, powers: { search: memorySearch(ports.files), mayRead } });
}
const text = async (...args: Parameters<typeof find>) => (await find(...args)).text;

test("gives the newest first, without what the model may not see", async () => {
  expect(await text({ pattern: "*.ts" })).toBe("new.ts\nsrc/a.ts\nold.ts");
});

test("shows paths as other tools take them", async () => {
  expect(await text({ pattern: "*.ts", path: "src" })).toBe("src/a.ts");
});

test("says that the limit was reached", async () => {
  expect(await text({ pattern: "*.ts", limit: 2 })).toBe(
    "new.ts\nsrc/a.ts\n[This is not all: the limit of 2 was reached. Narrow it with path or a longer pattern.]",
  );
});

test("says so when there are none", async () => {
  expect(await text({ pattern: "*.py" })).toBe("No files like *.py. Ignored files were left out.");
});

test("looks into all open folders", async () => {
  const roots = [
    { name: "app", path: "/app" },
    { name: "lib", path: "/lib" },
  ];
  const files = memoryFiles({ "/app/a.ts": "", "/lib/b.ts": "" }, { roots });
  expect(await text({ pattern: "*.ts" }, files)).toBe("app/a.ts\nlib/b.ts");
  expect(await text({ pattern: "*.ts", limit: 1 }, files)).toMatch(/^app\/a\.ts\n\[This is not all/);
});

test("wants a folder", async () => {
  await expect(find({ pattern: "*", path: "old.ts" })).rejects.toMatchObject({ code: "unsupported" });
  await expect(find({ pattern: "*", path: "nope" })).rejects.toMatchObject({ code: "not_found" });
});
