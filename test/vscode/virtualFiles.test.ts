import { posix } from "node:path";
import { beforeEach, expect, test, vi } from "vitest";
import { fakePermit } from "../fakes/permit";

/** As much of VS Code's own as matters here: parsing decodes, and `toString(true)` leaves percent signs as they are. */
class Uri {
  constructor(
    readonly scheme: string,
    readonly authority: string,
    readonly path: string,
  ) {}

  static parse(text: string): Uri {
    const [, scheme = "", authority = "", path = ""] = /^([^:/?#]+):(?:\/\/([^/?#]*))?([^?#]*)/.exec(text) ?? [];
    return new Uri(scheme, decodeURIComponent(authority), decodeURIComponent(path));
  }

  static joinPath(uri: Uri, ...parts: readonly string[]): Uri {
    return new Uri(uri.scheme, uri.authority, posix.join(uri.path, ...parts));
  }

  with(): Uri {
    return this;
  }

  toString(plain = false): string {
    const encode = plain ? (text: string) => text.replaceAll("#", "%23").replaceAll("?", "%3F") : encodeURIComponent;
    const host = this.authority === "" ? "" : `//${this.authority}`;
    return `${this.scheme}:${host}${this.path.split("/").map(encode).join("/")}`;
  }
}

class FileSystemError extends Error {
  readonly code = "FileNotFound";
}

let folder = "memfs:/work";
const disk = new Map<string, string>();

/** Names of the files directly in a folder. */
function namesIn(folder: Uri): readonly string[] {
  const inside = `${folder.toString()}/`;
  const paths = [...disk.keys()].filter((path) => path.startsWith(inside));
  return paths.map((path) => decodeURIComponent(path.slice(inside.length))).filter((name) => !name.includes("/"));
}

vi.mock("vscode", () => ({
  Uri,
  FileSystemError,
  FileType: { Unknown: 0, File: 1, Directory: 2, SymbolicLink: 64 },
  workspace: {
    get workspaceFolders() {
      return [{ name: "work", uri: Uri.parse(folder) }];
    },
    textDocuments: [],
    fs: {
      stat: async (uri: Uri) => {
        if (namesIn(uri).length > 0) return { type: 2, size: 0 };
        const text = disk.get(uri.toString());
        if (text === undefined) throw new FileSystemError();
        return { type: 1, size: text.length };
      },
      readDirectory: async (uri: Uri) => namesIn(uri).map((name) => [name, 1]),
      readFile: async (uri: Uri) => Buffer.from(disk.get(uri.toString()) ?? ""),
      writeFile: async (uri: Uri, bytes: Uint8Array) => void disk.set(uri.toString(), Buffer.from(bytes).toString()),
    },
  },
}));

const { createVirtualFiles, isVirtual } = await import("../../src/vscode/virtualFiles");
const files = createVirtualFiles();
const signal = new AbortController().signal;
const window = { offset: 1, limit: 10, maxBytes: 1_000 };

beforeEach(() => {
  folder = "memfs:/work";
  disk.clear();
  disk.set("memfs:/work/a.txt", "inside");
  disk.set("memfs:/secret.txt", "outside");
});

test("a file is read and written by the path that was judged, with an authority or without", async () => {
  disk.set("memfs://host/work/a.txt", "inside");
  for (const [root, path] of [
    ["memfs:/work", "a.txt"],
    ["memfs:/work", "memfs:/work/a.txt"],
    ["memfs://host/work", "a.txt"],
    ["memfs://host/work", "memfs://host/work/b/../a.txt"],
  ] as const) {
    folder = root;
    const { real, root: inside } = await files.inspect(path);
    expect([real, inside?.path]).toEqual([`${root}/a.txt`, root]);
    const read = await files.readWindow(fakePermit({ reads: [real] }), path, window, signal);
    expect(read).toMatchObject({ kind: "text", text: "inside" });
    const before = await files.snapshot(path, signal);
    await files.write(fakePermit({ writes: [{ real, hash: before.hash }] }), before, "inside", signal);
  }
});

test.each(["memfs:/work/%252e%252e/secret.txt", "%2e%2e/secret.txt"])(
  "a path that would mean another file when it is read again is refused: %s",
  async (path) => {
    await expect(files.inspect(path)).rejects.toMatchObject({ code: "invalid_argument" });
  },
);

test("a write that may be left half done is told of beforehand, of new files too", async () => {
  for (const path of ["a.txt", "new.txt"]) expect(await files.snapshot(path, signal)).toMatchObject({ atomic: false });
});

test("lists the instruction files of a folder by name, as paths that can be read; none where there is no folder", async () => {
  for (const name of ["b.md", "a%23.md", "notes.txt"]) disk.set(`memfs:/work/rules/${name}`, name);
  const paths = await files.listInstructions("rules");
  expect(paths).toEqual(["memfs:/work/rules/a%23.md", "memfs:/work/rules/b.md"]);
  expect(await files.readInstruction(paths[0] ?? "", 10)).toBe("a%23.md");
  expect(await files.listInstructions("none")).toEqual([]);
});

test("what leads out of the folder is seen to be outside", async () => {
  for (const path of ["../secret.txt", "memfs:/work/../secret.txt", "memfs:/work/%2e%2e/secret.txt"]) {
    expect(await files.inspect(path)).toMatchObject({ real: "memfs:/secret.txt", root: undefined });
  }
});

test("only the schemes of open folders name files: the editor's own settings have another", () => {
  expect(["memfs:/work/a", "memfs://host/x"].map(isVirtual)).toEqual([true, true]);
  const others = [
    "vscode-userdata:/User/settings.json",
    "vscode-remote://ssh/etc",
    "https://a.b/c",
    "file:///etc",
    "c:/x",
    "a.txt",
  ];
  expect(others.filter(isVirtual)).toEqual([]);
});
