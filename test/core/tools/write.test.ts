import { expect, test } from "vitest";
import { write } from "../../../src/core/tools/write";
import { memoryFiles } from "../../fakes/memoryFiles";
import { memoryPorts } from "../../fakes/memoryPorts";
import { call } from "./calls";

const host = (files: Record<string, string>, eol: "\n" | "\r\n" = "\n") =>
  memoryPorts({ files: memoryFiles(files, { eol }) });

test("creates a file and says how large it is", async () => {
  const ports = host({});
  const out = await call(write, { path: "new/a.txt", content: "é\nb\n" }, { ports });
  expect(out.text).toBe("Created new/a.txt: 5 bytes, 2 lines.");
  expect(out.details).toMatchObject({ kind: "diff", created: true, added: 2, removed: 0 });
  expect(ports.files.text("new/a.txt")).toBe("é\nb\n");
});

test("replaces a file and counts the changed lines", async () => {
  const out = await call(write, { path: "a", content: "1\nB\n3\n4\n" }, { ports: host({ a: "1\n2\n3\n" }) });
  expect(out.text).toBe("Updated a: 8 bytes, 2 lines added, 1 removed.");
});

test("shows the change before it is made", async () => {
  const { prepared } = await call(write, { path: "a", content: "new\n" }, { ports: host({ a: "old\n" }) });
  expect(prepared.preview).toMatchObject({ before: "old\n", after: "new\n", unified: "@@ -1,1 +1,1 @@\n-old\n+new\n" });
});

test("keeps the line ends of a file when the content has none of its own", async () => {
  const ports = host({ a: "1\r\n2\r\n" });
  await call(write, { path: "a", content: "1\n3\n" }, { ports });
  expect(ports.files.text("a")).toBe("1\r\n3\r\n");
});

test("takes the content's own line ends, and never makes two carriage returns", async () => {
  const ports = host({ a: "1\r\n", b: "1\n" });
  await call(write, { path: "a", content: "1\r\n3\r\n" }, { ports });
  await call(write, { path: "b", content: "1\r\n3\n" }, { ports });
  expect(ports.files.text("a")).toBe("1\r\n3\r\n");
  expect(ports.files.text("b")).toBe("1\r\n3\n");
});

test("a new file gets the line ends that the workspace wants", async () => {
  const ports = host({}, "\r\n");
  await call(write, { path: "a", content: "1\n2\n" }, { ports });
  expect(ports.files.text("a")).toBe("1\r\n2\r\n");
});

test("does not write what is there already", async () => {
  const ports = host({ a: "same\n" });
  const files = { ...ports.files, write: () => Promise.reject(new Error("written")) };
  const out = await call(write, { path: "a", content: "same\n" }, { ports: { ...ports, files } });
  expect(out.text).toBe("Unchanged: a has this content already.");
});

test("a byte order mark in the content is not text", async () => {
  const ports = host({});
  const { prepared } = await call(write, { path: "a", content: "\uFEFF\uFEFFx\n" }, { ports });
  expect(prepared.preview?.after).toBe("x\n");
  expect(ports.files.text("a")).toBe("x\n");
});

test("takes every character literally", async () => {
  const ports = host({ a: "old" });
  const content = "$& $1 $$ \\n \\\\ &amp; <tag> \u2713";
  await call(write, { path: "a", content }, { ports });
  expect(ports.files.text("a")).toBe(content);
});

test("refuses when the file changed after it was shown", async () => {
  const ports = host({ a: "1\n" });
  const input = { path: "a", content: "2\n" };
  const files = {
    ...ports.files,
    write: (...args: Parameters<typeof ports.files.write>) => {
      ports.files.set("a", "behind\n");
      return ports.files.write(...args);
    },
  };
  await expect(call(write, input, { ports: { ...ports, files } })).rejects.toMatchObject({
    code: "precondition_failed",
  });
  expect(ports.files.text("a")).toBe("behind\n");
});

test("a parent that is a file is an error that says so", async () => {
  await expect(call(write, { path: "a/b", content: "" }, { ports: host({ a: "1" }) })).rejects.toMatchObject({
    message: expect.stringContaining("is a file"),
  });
});

test("the card learns that unsaved text is saved with it, and that a write is not atomic", async () => {
  const ports = host({ a: "1\n" });
  const snapshot: typeof ports.files.snapshot = async (...args) => {
    return { ...(await ports.files.snapshot(...args)), source: "editor", atomic: false };
  };
  const files = { ...ports.files, snapshot };
  const { prepared } = await call(write, { path: "a", content: "2\n" }, { ports: { ...ports, files } });
  expect(prepared.notes).toEqual(["saves_unsaved", "not_atomic"]);
});

test("tells what the editor changed on save", async () => {
  const ports = host({});
  const files = {
    ...ports.files,
    write: async (...args: Parameters<typeof ports.files.write>) => ({
      ...(await ports.files.write(...args)),
      text: "x = 1;\n",
    }),
  };
  const out = await call(write, { path: "a", content: "x=1\n" }, { ports: { ...ports, files } });
  expect(out.text).toContain("On save the editor changed more:\n@@ -1,1 +1,1 @@\n-x=1\n+x = 1;");
  expect(out.details).toMatchObject({ unified: "@@ -0,0 +1,1 @@\n+x = 1;\n" });
});
