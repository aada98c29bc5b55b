import assert from "node:assert/strict";
import * as vscode from "vscode";
import { COMMANDS } from "../../src/shared/contributions";
import { createLanguage } from "../../src/vscode/language";
import { disposeDeadMirrors, Mirrors } from "../../src/vscode/terminal";
import { placeNow } from "../../src/vscode/trust";
import { openDiff } from "../../src/vscode/views/diff";
import { Texts } from "../../src/vscode/views/texts";

const root = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file("/");
const named = (part: string) => vscode.window.terminals.filter(({ name }) => name.includes(part));

/** Resolves with the first event for which it is true. */
function once<T>(event: vscode.Event<T>, isIt: (value: T) => boolean): Promise<T> {
  return new Promise((resolve) => {
    const listening = event((value) => {
      if (!isIt(value)) return;
      listening.dispose();
      resolve(value);
    });
  });
}

describe("the place", () => {
  test("is a trusted folder on a disk here", () => {
    assert.deepEqual(placeNow(), { trusted: true, hasFolder: true, virtual: false });
  });
});

describe("a mirror of a command", () => {
  let mirrors: Mirrors;
  beforeEach(() => {
    mirrors = new Mirrors();
  });
  afterEach(() => mirrors.dispose());

  test("has no terminal until somebody asks for one", () => {
    mirrors.start("c1", "echo unseen");
    mirrors.write("c1", "hello\n");
    assert.equal(named("echo unseen").length, 0);
  });

  test("is one terminal, named after its command, however often it is shown", () => {
    mirrors.start("c1", "echo \u202ehidden\n  twice");
    mirrors.show("c1");
    mirrors.show("c1");
    assert.deepEqual(
      named("echo").map(({ name }) => name),
      ["Gatehouse: echo hidden twice"],
    );
  });

  test("leaves the focus where it was", async () => {
    const document = await vscode.workspace.openTextDocument({ content: "x" });
    const editor = await vscode.window.showTextDocument(document);
    mirrors.start("c1", "sleep 1");
    mirrors.show("c1");
    assert.equal(vscode.window.activeTextEditor, editor);
  });

  test("can be shown again after a person closed it", async () => {
    mirrors.start("c1", "closed by hand");
    mirrors.show("c1");
    const closed = once(vscode.window.onDidCloseTerminal, ({ name }) => name.includes("closed by hand"));
    for (const terminal of named("closed by hand")) terminal.dispose();
    await closed;
    mirrors.show("c1");
    assert.equal(named("closed by hand").length, 1);
  });

  test("that a dead host left behind is removed by its name", async () => {
    const left = vscode.window.createTerminal({ name: "Gatehouse: left behind", isTransient: true });
    const closed = once(vscode.window.onDidCloseTerminal, (terminal) => terminal === left);
    disposeDeadMirrors();
    await closed;
    assert.equal(named("left behind").length, 0);
  });
});

describe("diagnostics", () => {
  const uri = vscode.Uri.joinPath(root, "diagnosed.ts");
  const range = new vscode.Range(2, 0, 2, 1);
  const problem = (message: string, severity = vscode.DiagnosticSeverity.Error) =>
    new vscode.Diagnostic(range, message, severity);
  let collection: vscode.DiagnosticCollection;
  beforeEach(() => {
    collection = vscode.languages.createDiagnosticCollection("test");
  });
  afterEach(() => collection.dispose());

  test("are errors and warnings with their lines", () => {
    collection.set(uri, [
      problem("broken"),
      problem("odd", vscode.DiagnosticSeverity.Warning),
      problem("hint", vscode.DiagnosticSeverity.Hint),
    ]);
    assert.deepEqual(createLanguage().diagnostics(uri.fsPath), [
      { path: uri.fsPath, line: 3, severity: "error", message: "broken" },
      { path: uri.fsPath, line: 3, severity: "warning", message: "odd" },
    ]);
  });

  test("are new when they were not there before, even if the words are the same", async () => {
    collection.set(uri, [problem("broken")]);
    const language = createLanguage();
    const before = language.diagnostics(uri.fsPath);
    const fresh = language.newDiagnostics(uri.fsPath, before, 5_000, new AbortController().signal);
    collection.set(uri, [problem("broken"), problem("broken")]);
    assert.deepEqual(
      (await fresh).map(({ message }) => message),
      ["broken"],
    );
  });

  test("stopping does not wait for them", async () => {
    const stop = new AbortController();
    const fresh = createLanguage().newDiagnostics(uri.fsPath, [], 60_000, stop.signal);
    stop.abort();
    assert.deepEqual(await fresh, []);
  });
});

describe("documents of ours", () => {
  let texts: Texts;
  beforeEach(() => {
    texts = new Texts();
  });
  afterEach(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    texts.dispose();
  });

  test("are read-only and hold what they were given", async () => {
    await texts.show("/Whole result.txt", "c1", "all of it");
    const document = vscode.window.activeTextEditor?.document;
    assert.equal(document?.getText(), "all of it");
    assert.equal(vscode.workspace.fs.isWritableFileSystem(document?.uri.scheme ?? ""), undefined);
  });

  test("follow when they are shown again with another text", async () => {
    await texts.show("/Audit.txt", "s1", "one");
    const document = vscode.window.activeTextEditor?.document;
    const changed = once(vscode.workspace.onDidChangeTextDocument, (event) => event.document === document);
    await texts.show("/Audit.txt", "s1", "two");
    await changed;
    assert.equal(document?.getText(), "two");
  });

  test("a proposed change opens as a diff of one path", async () => {
    const preview = {
      kind: "diff",
      path: "src/a.ts",
      created: false,
      added: 1,
      removed: 1,
      unified: "",
      before: "old",
      after: "new",
    } as const;
    await openDiff(texts, { id: "r1", preview } as unknown as Parameters<typeof openDiff>[1]);
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    assert.ok(input instanceof vscode.TabInputTextDiff);
    assert.equal(input.original.path, input.modified.path);
    assert.equal((await vscode.workspace.openTextDocument(input.modified)).getText(), "new");
  });
});

describe("commands that only look", () => {
  for (const id of [COMMANDS.showAudit, COMMANDS.showApprovals, COMMANDS.showLogs, COMMANDS.stop]) {
    test(`${id} works before there is a session`, async () => {
      await vscode.commands.executeCommand(id);
    });
  }
});
