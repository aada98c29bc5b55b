// Long because ripgrep and the slow walk promise the same, and each promise is tried on both.
import { chmodSync, mkdirSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { rgPath } from "@vscode/ripgrep";
import { afterAll, describe, expect, test } from "vitest";
import type { Accepts, GrepRequest, ListRequest, Search } from "../../src/core/operations/search";
import { commandEnvironment } from "../../src/node/environment";
import { createProcesses } from "../../src/node/processes";
import type { ProgramOrder } from "../../src/node/program";
import { createSearch } from "../../src/node/search/search";
import { fakePermit } from "../fakes/permit";
import { bundledBroker } from "./support/broker";
import { temporaryFolder } from "./support/folder";

const env = () => commandEnvironment(process.env);
const processes = createProcesses({ brokerPath: bundledBroker(), cwd: temporaryFolder(), env });
afterAll(() => processes.close());

const orders: ProgramOrder[] = [];
const searchWith = (path: string | undefined): Search =>
  createSearch({
    run: (order, ...rest) => {
      orders.push(order);
      return processes.program(order, ...rest);
    },
    ripgrep: () => path,
    env,
  });

/** A folder with these files. */
function folderOf(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = temporaryFolder();
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

const ALL: Accepts = () => true;
const live = () => new AbortController().signal;

describe.each([
  ["with ripgrep", rgPath],
  ["without ripgrep", undefined],
])("%s", (_, rg) => {
  const search = searchWith(rg);

  async function grep(path: string, pattern: string, more: Partial<GrepRequest> = {}, accepts = ALL) {
    const request = { path, pattern, ignoreCase: false, context: 0, limit: 200, mode: "lines" as const, ...more };
    const found = await search.grep(fakePermit({ reads: [path] }), request, accepts, live());
    const files = found.files.map((file) => ({ ...file, path: file.path.slice(path.length + 1) }));
    return { ...found, files };
  }
  const linesOf = async (...args: Parameters<typeof grep>) =>
    (await grep(...args)).files.flatMap(({ path, lines }) =>
      lines.map(({ line, text, match }) => `${path}${match ? ":" : "-"}${line}${match ? ":" : "-"}${text}`),
    );

  async function find(path: string, pattern: string, limit = 200, accepts = ALL) {
    const { paths, more } = await search.find(fakePermit({ reads: [path] }), { path, pattern, limit }, accepts, live());
    return { paths: paths.map((each) => each.slice(path.length + 1)), more };
  }
  const pathsOf = async (...args: Parameters<typeof find>) => (await find(...args)).paths.toSorted();

  async function list(path: string, more: Partial<ListRequest> = {}, accepts = ALL) {
    return search.list(fakePermit({ reads: [path] }), { path, depth: 1, limit: 500, ...more }, accepts, live());
  }

  describe("looking for text", () => {
    test("gives files in the order of their paths, with their lines", async () => {
      const folder = folderOf({ "b.txt": "one\ntwo\n", "a/z.txt": "two two\n", "c.txt": "three" });
      expect(await grep(folder, "two")).toEqual({
        files: [
          { path: "a/z.txt", matches: 1, lines: [{ line: 1, text: "two two", match: true }] },
          { path: "b.txt", matches: 1, lines: [{ line: 2, text: "two", match: true }] },
        ],
        more: false,
      });
    });

    test("searches one file", async () => {
      const folder = folderOf({ "a.txt": "x\ny\n", "b.txt": "x\n" });
      const path = join(folder, "a.txt");
      const request = { path, pattern: "x", ignoreCase: false, context: 0, limit: 9, mode: "lines" as const };
      const { files } = await search.grep(fakePermit({ reads: [path] }), request, ALL, live());
      expect(files.map((file) => file.path)).toEqual([path]);
    });

    test("shows lines around a match, once each", async () => {
      const folder = folderOf({ a: "1\n2\n3 x\n4\n5 x\n6\n7\n" });
      expect(await linesOf(folder, "x", { context: 1 })).toEqual(["a-2-2", "a:3:3 x", "a-4-4", "a:5:5 x", "a-6-6"]);
    });

    test("ends at the limit, and says that there is more", async () => {
      const folder = folderOf({ a: "x\n".repeat(50), b: "x\n".repeat(50) });
      const { files, more } = await grep(folder, "x", { limit: 60, context: 1 });
      expect(files.reduce((sum, { matches }) => sum + matches, 0)).toBe(60);
      expect(files.flatMap(({ lines }) => lines).filter(({ match }) => match)).toHaveLength(60);
      expect(more).toBe(true);
      expect((await grep(folder, "x", { limit: 100 })).more).toBe(false);
    });

    test("leaves out what is not accepted, and does not count it", async () => {
      const folder = folderOf({ ".env": "KEY=x\n".repeat(20), "a.txt": "x\n" });
      const accepts: Accepts = (path) => !path.endsWith(".env");
      for (const mode of ["lines", "files", "count"] as const) {
        const { files, more } = await grep(folder, "x", { limit: 1, mode }, accepts);
        expect(files.map(({ path }) => path)).toEqual(["a.txt"]);
        expect(more).toBe(false);
      }
      const one = await grep(join(folder, ".env"), "x", {}, accepts);
      expect(one.files).toEqual([]);
    });

    test("leaves out ignored files, Git's own and what links lead to, but not hidden ones", async () => {
      const away = folderOf({ "secret.txt": "x" });
      const folder = folderOf({
        ".gitignore": "dist/\n*.log\n!keep.log\n",
        "dist/a.js": "x",
        "b.log": "x",
        "keep.log": "x",
        "sub/.ignore": "own.t?t\n",
        "sub/own.txt": "x",
        "sub/c.log": "x",
        ".github/w.yml": "x",
        ".git/config": "x",
        "nested/.git": "x",
        "own.txt": "x",
      });
      symlinkSync(away, join(folder, "link"));
      symlinkSync(join(away, "secret.txt"), join(folder, "link.txt"));
      const { files } = await grep(folder, "x", { mode: "files" });
      expect(files.map(({ path }) => path)).toEqual([".github/w.yml", "keep.log", "own.txt"]);
      expect((await grep(join(folder, "sub"), "x")).files).toEqual([]);
      expect((await grep(join(folder, "dist"), "x")).files).toHaveLength(1);
    });

    test("a glob narrows, and brings no ignored file back", async () => {
      const folder = folderOf({
        ".gitignore": "gen/\nb.ts\n",
        "a.ts": "x",
        "b.ts": "x",
        "c.tsx": "x",
        "d.md": "x",
        "gen/e.ts": "x",
        "src/f.ts": "x",
        "src/deep/g.ts": "x",
      });
      const named = async (glob: string) => (await grep(folder, "x", { glob, mode: "files" })).files.map((f) => f.path);
      expect(await named("*.ts")).toEqual(["a.ts", "src/deep/g.ts", "src/f.ts"]);
      expect(await named("*.{ts,tsx}")).toEqual(["a.ts", "c.tsx", "src/deep/g.ts", "src/f.ts"]);
      expect(await named("src/*.ts")).toEqual(["src/f.ts"]);
      expect(await named("./src/**/*.ts")).toEqual(["src/deep/g.ts", "src/f.ts"]);
      expect(await named("src")).toEqual(["src/deep/g.ts", "src/f.ts"]);
      expect(await named("**")).toEqual(
        [".gitignore", "a.ts", "c.tsx", "d.md", "src/deep/g.ts", "src/f.ts"].filter((p) => p !== ".gitignore"),
      );
      expect(await named("!*.ts")).toEqual(["c.tsx", "d.md"]);
    });

    test("counts lines, or only names files", async () => {
      const folder = folderOf({ a: "x x\nx\n", b: "x", c: "y" });
      expect((await grep(folder, "x", { mode: "count" })).files).toEqual([
        { path: "a", matches: 2, lines: [] },
        { path: "b", matches: 1, lines: [] },
      ]);
      expect(await grep(folder, "x", { mode: "files", limit: 1 })).toMatchObject({
        files: [{ lines: [] }],
        more: true,
      });
    });

    test("looks at case only when it is not told to", async () => {
      const folder = folderOf({ a: "Word\nword\n" });
      expect(await linesOf(folder, "word")).toEqual(["a:2:word"]);
      expect(await linesOf(folder, "word", { ignoreCase: true })).toEqual(["a:1:Word", "a:2:word"]);
    });

    test("takes the line end of Windows off, and ends a line there", async () => {
      expect(await linesOf(folderOf({ a: "one\r\ntwo\r\n" }), "e$")).toEqual(["a:1:one"]);
    });

    test("cuts a long line around what matched", async () => {
      const folder = folderOf({ a: `${"ä".repeat(5_000)}needle${"b".repeat(5_000)}\n` });
      const [line = ""] = await linesOf(folder, "needle");
      expect(line).toMatch(/^a:1:…ä{120}needleb{274}…$/);
    });

    test("reads UTF-16 by its mark, and other charsets by what they share with ASCII", async () => {
      const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from("grüße x\r\n", "utf16le")]);
      const folder = folderOf({ a: utf16, b: Buffer.from([0x67, 0xfc, 0x20, 0x78, 0x0a]) });
      expect(await linesOf(folder, "x")).toEqual(["a:1:grüße x", "b:1:g\ufffd x"]);
    });

    test("passes over binary files", async () => {
      const binary = Buffer.concat([Buffer.from("x\n"), Buffer.alloc(20), Buffer.from("x\n")]);
      const folder = folderOf({ a: "x", "b.bin": binary });
      expect(await linesOf(folder, "x")).toEqual(["a:1:x"]);
    });

    test("takes a pattern that looks like an option as a pattern", async () => {
      expect(await linesOf(folderOf({ a: "--pre=evil\n" }), "--pre")).toEqual(["a:1:--pre=evil"]);
    });

    test("a pattern that is none is the model's to fix", async () => {
      await expect(grep(folderOf({ a: "" }), "foo(")).rejects.toMatchObject({
        code: "invalid_argument",
        message: expect.stringMatching(/unclosed group|Unterminated group/),
      });
    });

    test("passes over what it may not open", async () => {
      const folder = folderOf({ "a.txt": "x", "b.txt": "x" });
      chmodSync(join(folder, "a.txt"), 0);
      expect((await linesOf(folder, "x")).at(-1)).toBe("b.txt:1:x");
    });

    test("refuses a folder that its permit does not cover", async () => {
      const request = { path: "/", pattern: "x", ignoreCase: false, context: 0, limit: 1, mode: "lines" as const };
      await expect(search.grep(fakePermit({ reads: [] }), request, ALL, live())).rejects.toMatchObject({
        code: "permission_denied",
      });
    });

    test("a stop ends it", async () => {
      const folder = folderOf({ a: "x" });
      const stop = new AbortController();
      const request = { path: folder, pattern: "x", ignoreCase: false, context: 0, limit: 1, mode: "lines" as const };
      const accepts: Accepts = () => {
        stop.abort(new Error("stopped"));
        return true;
      };
      const found = search.grep(fakePermit({ reads: [folder] }), request, accepts, stop.signal);
      await expect(found).rejects.toThrow("stopped");
    });
  });

  describe("finding files", () => {
    test("gives the newest first", async () => {
      const folder = folderOf({ "a.ts": "", "b/c.ts": "", "d.ts": "", "e.md": "" });
      for (const [name, time] of [
        ["a.ts", 3],
        ["b/c.ts", 9],
        ["d.ts", 6],
      ] as const) {
        utimesSync(join(folder, name), time, time);
      }
      expect(await find(folder, "*.ts")).toEqual({ paths: ["b/c.ts", "d.ts", "a.ts"], more: false });
      expect(await find(folder, "*.ts", 2)).toEqual({ paths: ["b/c.ts", "d.ts"], more: true });
    });

    test("leaves out what is ignored, linked, Git's or not accepted", async () => {
      const folder = folderOf({
        ".gitignore": "*.log",
        "a.log": "",
        ".env": "",
        ".git/x": "",
        "b c/ü.txt": "",
        ".h": "",
      });
      symlinkSync(temporaryFolder(), join(folder, "link"));
      expect(await pathsOf(folder, "**", 200, (path) => !path.endsWith(".env"))).toEqual([
        ".gitignore",
        ".h",
        "b c/ü.txt",
      ]);
    });

    test("finds a name at any depth, and all in a folder that is named", async () => {
      const folder = folderOf({ "x/y/config.json": "", "config.json": "", "x/y/z.txt": "" });
      expect(await pathsOf(folder, "config.json")).toEqual(["config.json", "x/y/config.json"]);
      expect(await pathsOf(folder, "y/")).toEqual(["x/y/config.json", "x/y/z.txt"]);
      expect(await pathsOf(folder, "/config.json")).toEqual(["config.json"]);
    });
  });

  describe("listing", () => {
    const files = {
      "b/c.txt": "",
      "b/d/e.txt": "",
      "a.txt": "",
      "z/.keep": "",
      ".h": "",
      "n_m/x": "",
      ".gitignore": "n_m/",
    };

    test("has folders first, sorted, and only as deep as asked", async () => {
      const folder = folderOf(files);
      mkdirSync(join(folder, "empty"));
      symlinkSync("b", join(folder, "link"));
      expect((await list(folder)).entries).toEqual(["b/", "empty/", "z/", ".gitignore", ".h", "a.txt", "link@"]);
      expect((await list(folder, { depth: 3 })).entries).toEqual([
        ...["b/", "b/d/", "b/d/e.txt", "b/c.txt", "empty/", "z/", "z/.keep", ".gitignore", ".h", "a.txt", "link@"],
      ]);
    });

    test("keeps the upper levels when there is too much", async () => {
      expect(await list(folderOf(files), { depth: 3, limit: 6 })).toEqual({
        entries: ["b/", "b/d/", "z/", ".gitignore", ".h", "a.txt"],
        more: true,
      });
    });

    test("does not enter what is not accepted", async () => {
      const { entries } = await list(folderOf(files), { depth: 3 }, (path) => !/\/(b\/|\.h)$/.test(path));
      expect(entries).toEqual(["z/", "z/.keep", ".gitignore", "a.txt"]);
    });
  });
});

test("ripgrep has no settings but ours, and none of its programs can be named", async () => {
  const folder = folderOf({ "a.txt": "x" });
  const request = { path: folder, pattern: "x", ignoreCase: false, context: 0, limit: 9, mode: "lines" as const };
  await searchWith(rgPath).grep(fakePermit({ reads: [folder] }), { ...request, glob: "--pre=evil" }, ALL, live());
  const { args } = orders.at(-1) ?? { args: [] };
  expect(args).toContain("--no-config");
  expect(args.filter((arg) => arg.startsWith("--pre"))).toEqual([]);
});

test("a pattern that never ends does not hold up the host", async () => {
  const folder = folderOf({ a: `${"a".repeat(40)}b\n` });
  const request = { path: folder, pattern: "(a+)+$", ignoreCase: false, context: 0, limit: 9, mode: "lines" as const };
  await expect(searchWith(undefined).grep(fakePermit({ reads: [folder] }), request, ALL, live())).rejects.toMatchObject(
    {
      code: "timeout",
    },
  );
});

test("a line too long to parse at once is named by its size", async () => {
  const folder = folderOf({ a: `first\n${"y".repeat(6 << 20)}needle\n` });
  const request = { path: folder, pattern: "needle", ignoreCase: false, context: 0, limit: 9, mode: "lines" as const };
  const { files } = await searchWith(rgPath).grep(fakePermit({ reads: [folder] }), request, ALL, live());
  expect(files[0]?.lines).toEqual([
    { line: 2, text: expect.stringMatching(/^\(a line of about 6,\d+,\d+ bytes\)$/), match: true },
  ]);
});
