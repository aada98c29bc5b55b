import assert from "node:assert/strict";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as vscode from "vscode";
import { realPlace } from "../../src/node/paths";
import { createLanguage } from "../../src/vscode/language";

const root = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file("/");
const folder = join(realPlace(root.fsPath), "language");
const file = (name: string) => join(folder, name);

/** No language of VS Code's own has to do with these files. */
const SELECTOR = { scheme: "file", pattern: "**/*.probe" };

const range = (line: number, start: number, end: number, last = line) => new vscode.Range(line, start, last, end);

describe("the editor's language services", () => {
  const language = createLanguage();
  let registered: vscode.Disposable[];
  beforeEach(() => {
    registered = [];
    mkdirSync(folder, { recursive: true });
    writeFileSync(file("a.probe"), "let sum;\r\nsum;\r\n");
    writeFileSync(file("b.probe"), "use sum\n");
  });
  afterEach(() => {
    for (const each of registered) each.dispose();
    rmSync(folder, { recursive: true, force: true });
  });

  const renaming = (make: (edit: vscode.WorkspaceEdit, document: vscode.TextDocument, name: string) => void) =>
    registered.push(
      vscode.languages.registerRenameProvider(SELECTOR, {
        provideRenameEdits(document, _, name) {
          const edit = new vscode.WorkspaceEdit();
          make(edit, document, name);
          return edit;
        },
      }),
    );
  const rename = () => language.renameEdits({ path: file("a.probe"), line: 1, column: 5 }, "total");

  test("give the outline of a file as a list, from a tree", async () => {
    const { Class, Method, EnumMember } = vscode.SymbolKind;
    registered.push(
      vscode.languages.registerDocumentSymbolProvider(SELECTOR, {
        provideDocumentSymbols() {
          const cart = new vscode.DocumentSymbol("Cart", "", Class, range(0, 0, 4, 1), range(0, 4, 7));
          cart.children = [
            new vscode.DocumentSymbol("red", "", EnumMember, range(1, 2, 3), range(1, 2, 3)),
            new vscode.DocumentSymbol("add", "", Method, range(1, 0, 3), range(1, 0, 1)),
          ];
          return [cart];
        },
      }),
    );
    const path = file("a.probe");
    assert.deepEqual(await language.symbols({ path }, 10), [
      { path, line: 1, column: 5, endLine: 2, name: "Cart", kind: "class" },
      { path, line: 2, column: 1, endLine: 2, name: "add", kind: "method", container: "Cart" },
      { path, line: 2, column: 3, endLine: 2, name: "red", kind: "enummember", container: "Cart" },
    ]);
    assert.equal((await language.symbols({ path }, 2)).length, 2);
  });

  test("give the outline of a provider of the old kind", async () => {
    registered.push(
      vscode.languages.registerDocumentSymbolProvider(SELECTOR, {
        provideDocumentSymbols: ({ uri }) => [
          new vscode.SymbolInformation(
            "x",
            vscode.SymbolKind.Variable,
            "box",
            new vscode.Location(uri, range(1, 0, 3)),
          ),
        ],
      }),
    );
    const path = file("a.probe");
    assert.deepEqual(await language.symbols({ path }, 10), [
      { path, line: 2, column: 1, endLine: 2, name: "x", kind: "variable" },
    ]);
  });

  test("find names in the workspace", async () => {
    registered.push(
      vscode.languages.registerWorkspaceSymbolProvider({
        provideWorkspaceSymbols: (query) => [
          new vscode.SymbolInformation(
            `${query}Probe`,
            vscode.SymbolKind.Function,
            "",
            new vscode.Location(vscode.Uri.file(file("b.probe")), range(0, 4, 7)),
          ),
          new vscode.SymbolInformation(
            `${query}Elsewhere`,
            vscode.SymbolKind.Function,
            "",
            new vscode.Location(vscode.Uri.parse("untitled:x"), range(0, 4, 7)),
          ),
        ],
      }),
    );
    const found = await language.symbols({ query: "sum" }, 50);
    assert.deepEqual(
      found.filter(({ name }) => /Probe|Elsewhere/.test(name)),
      [{ path: file("b.probe"), line: 1, column: 5, endLine: 1, name: "sumProbe", kind: "function" }],
    );
  });

  test("say where a symbol is used, asked at its own place", async () => {
    const asked: vscode.Position[] = [];
    registered.push(
      vscode.languages.registerReferenceProvider(SELECTOR, {
        provideReferences({ uri }, position) {
          asked.push(position);
          return [
            new vscode.Location(uri, range(1, 0, 3)),
            new vscode.Location(vscode.Uri.file(file("b.probe")), range(0, 4, 7)),
          ];
        },
      }),
    );
    const place = { path: file("a.probe"), line: 1, column: 5 };
    const both = await language.references(place, 10);
    assert.deepEqual(
      both.toSorted((a, b) => (a.path < b.path ? -1 : 1)),
      [
        { path: file("a.probe"), line: 2, column: 1 },
        { path: file("b.probe"), line: 1, column: 5 },
      ],
    );
    assert.ok(asked[0]?.isEqual(new vscode.Position(0, 4)));
    assert.equal((await language.references(place, 1)).length, 1);
  });

  test("know nothing where nobody is responsible", async () => {
    const path = file("a.probe");
    assert.deepEqual(await language.symbols({ path }, 10), []);
    assert.deepEqual(await language.references({ path, line: 1, column: 1 }, 10), []);
    assert.deepEqual(await rename(), []);
  });

  test("give the edits of a rename by file, in order, and change nothing", async () => {
    renaming((edit, { uri }, name) => {
      edit.replace(uri, range(1, 0, 3), name);
      edit.replace(uri, range(0, 4, 7), name);
      edit.replace(vscode.Uri.file(file("b.probe")), range(0, 4, 7), name);
    });
    assert.deepEqual(
      (await rename()).toSorted((a, b) => (a.path < b.path ? -1 : 1)),
      [
        {
          path: file("a.probe"),
          text: "let sum;\r\nsum;\r\n",
          splices: [
            { start: 4, end: 7, text: "total" },
            { start: 10, end: 13, text: "total" },
          ],
        },
        { path: file("b.probe"), text: "use sum\n", splices: [{ start: 4, end: 7, text: "total" }] },
      ],
    );
    const document = await vscode.workspace.openTextDocument(file("a.probe"));
    assert.equal(document.isDirty, false);
  });

  test("do not rename what would rename files too", async () => {
    renaming((edit, { uri }, name) => {
      edit.replace(uri, range(0, 4, 7), name);
      edit.renameFile(vscode.Uri.file(file("b.probe")), vscode.Uri.file(file("c.probe")));
    });
    await assert.rejects(rename, {
      code: "unsupported",
      message: "This rename would also create, move or delete files.",
    });
  });

  test("say why a rename is refused", async () => {
    registered.push(
      vscode.languages.registerRenameProvider(SELECTOR, {
        provideRenameEdits: () => Promise.reject(new Error("You cannot rename a keyword.")),
      }),
    );
    await assert.rejects(rename, { code: "unsupported", message: /You cannot rename a keyword\./ });
  });

  test("can't look into what can't be opened", async () => {
    await assert.rejects(language.symbols({ path: file("nope.probe") }, 1), { code: "unsupported" });
  });

  test("know problems of all files, of a folder's, of one file's", async () => {
    const collection = vscode.languages.createDiagnosticCollection("probe");
    registered.push(collection);
    for (const name of ["a.probe", "b.probe", "../language2.probe"])
      collection.set(vscode.Uri.file(file(name)), [new vscode.Diagnostic(range(0, 0, 1), name)]);
    const messages = (below?: string) =>
      language
        .allDiagnostics(below)
        .map(({ message }) => message)
        .filter((message) => message.endsWith(".probe"))
        .toSorted();
    assert.deepEqual(messages(), ["../language2.probe", "a.probe", "b.probe"]);
    assert.deepEqual(messages(folder), ["a.probe", "b.probe"]);
    assert.deepEqual(messages(file("b.probe")), ["b.probe"]);
  });

  test("name a file by its real path, by whatever link it was found", async function () {
    if (process.platform === "win32") this.skip();
    symlinkSync(folder, join(folder, "link"));
    const collection = vscode.languages.createDiagnosticCollection("probe");
    registered.push(collection);
    collection.set(vscode.Uri.file(file("link/a.probe")), [new vscode.Diagnostic(range(0, 0, 1), "by a link")]);
    assert.deepEqual(
      language.allDiagnostics(file("a.probe")).map(({ path }) => path),
      [file("a.probe")],
    );
  });
});
