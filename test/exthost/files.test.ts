import assert from "node:assert/strict";
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as vscode from "vscode";
import type { FileSnapshot, Files, Splice } from "../../src/core/operations/files";
import { createFiles } from "../../src/vscode/workspaceFiles";
import { fakePermit } from "../fakes/permit";

const signal = new AbortController().signal;
const folder = join(vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? "", "files-port");
const at = (name: string) => join(folder, name);
const put = (name: string, bytes: string | Uint8Array) => writeFileSync(at(name), bytes);
const got = (name: string) => readFileSync(at(name));
const win1252 = (text: string) => Buffer.from(text, "latin1");

/** The one place that knows how a change is made. */
async function change(files: Files, before: FileSnapshot, splices: readonly Splice[]) {
  const permit = fakePermit({ writes: [{ real: before.path.real, hash: before.hash }] });
  return files.change(permit, before, splices, signal);
}

async function replace(files: Files, name: string, old: string, text: string) {
  const before = await files.snapshot(at(name), signal);
  const start = before.text.indexOf(old);
  assert.ok(start >= 0, `${old} is not in ${JSON.stringify(before.text)}`);
  return change(files, before, [{ start, end: start + old.length, text }]);
}

async function read(files: Files, name: string) {
  const { real } = await files.inspect(at(name));
  return files.readWindow(fakePermit({ reads: [real] }), at(name), { offset: 1, limit: 100, maxBytes: 10_000 }, signal);
}

/** Types into the document as a person would, without saving. */
async function type(name: string, where: vscode.Position, text: string, encoding?: string) {
  const uri = vscode.Uri.file(at(name));
  const document = await vscode.workspace.openTextDocument(uri, encoding ? { encoding } : undefined);
  await vscode.window.showTextDocument(document);
  const edit = new vscode.WorkspaceEdit();
  edit.insert(uri, where, text);
  assert.ok(await vscode.workspace.applyEdit(edit));
  assert.ok(document.isDirty);
  return document;
}

const START = new vscode.Position(0, 0);

const failsWith = (code: string) => (error: unknown) => (error as { code?: string }).code === code;

describe("files at the editor", () => {
  let files: Files;

  beforeEach(() => {
    mkdirSync(folder, { recursive: true });
    files = createFiles();
  });

  afterEach(async () => {
    // Reverts what is unsaved, so that closing asks nothing.
    while (vscode.window.activeTextEditor)
      await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    await vscode.workspace.getConfiguration("files").update("encoding", undefined, vscode.ConfigurationTarget.Global);
    rmSync(folder, { recursive: true, force: true });
  });

  describe("a closed file", () => {
    test("keeps every byte outside of the change, mixed line ends and all", async () => {
      put("mixed.txt", "a\r\nb\nc\rd\r\n");
      await replace(files, "mixed.txt", "b", "bb");
      assert.deepEqual(got("mixed.txt").toString(), "a\r\nbb\nc\rd\r\n");
    });

    test("is read in the charset that the settings name", async () => {
      await vscode.workspace
        .getConfiguration("files")
        .update("encoding", "windows1252", vscode.ConfigurationTarget.Global);
      put("latin.txt", win1252("caf\u00e9 = 1\n"));
      await replace(files, "latin.txt", "1", "\u00fc");
      assert.deepEqual(got("latin.txt"), win1252("caf\u00e9 = \u00fc\n"));
    });

    test("its mark wins over the settings", async () => {
      await vscode.workspace
        .getConfiguration("files")
        .update("encoding", "windows1252", vscode.ConfigurationTarget.Global);
      put("marked.txt", Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from("h\u00e9\n", "utf16le")]));
      await replace(files, "marked.txt", "h", "H");
      assert.deepEqual(
        got("marked.txt"),
        Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from("H\u00e9\n", "utf16le")]),
      );
    });

    test("that does not read without loss is refused", async () => {
      put("lossy.txt", win1252("caf\u00e9\n"));
      await assert.rejects(files.snapshot(at("lossy.txt"), signal), failsWith("unsupported"));
    });
  });

  describe("an open document without changes", () => {
    test("gives its charset to the file", async () => {
      put("open.txt", win1252("caf\u00e9\n"));
      await vscode.workspace.openTextDocument(vscode.Uri.file(at("open.txt")), { encoding: "windows1252" });
      await replace(files, "open.txt", "caf", "Caf");
      assert.deepEqual(got("open.txt"), win1252("Caf\u00e9\n"));
    });

    test("is written as bytes: mixed line ends stay, and the editor follows", async () => {
      put("clean.txt", "a\r\nb\nc\n");
      const document = await vscode.workspace.openTextDocument(vscode.Uri.file(at("clean.txt")));
      await vscode.window.showTextDocument(document);
      const followed = new Promise<void>((resolve) => {
        const listening = vscode.workspace.onDidChangeTextDocument((event) => {
          if (event.document !== document || !document.getText().includes("BB")) return;
          listening.dispose();
          resolve();
        });
      });
      await replace(files, "clean.txt", "b", "BB");
      assert.equal(got("clean.txt").toString(), "a\r\nBB\nc\n");
      await followed;
      assert.equal(document.isDirty, false);
    });
  });

  describe("a document with unsaved changes", () => {
    test("is read as the editor has it", async () => {
      put("dirty1.txt", "disk\n");
      await type("dirty1.txt", START, "typed ");
      const result = await read(files, "dirty1.txt");
      assert.deepEqual(result, {
        kind: "text",
        text: "typed disk\n",
        lines: 1,
        totalLines: 1,
        totalBytes: 11,
        charset: "utf8",
        source: "editor",
      });
    });

    test("is changed in the editor and saved, with what the person had typed", async () => {
      put("dirty2.txt", "one\ntwo\n");
      const document = await type("dirty2.txt", START, "zero\n");
      const written = await replace(files, "dirty2.txt", "two", "2");
      assert.equal(written.savedUnsaved, true);
      assert.equal(written.text, "zero\none\n2\n");
      assert.equal(got("dirty2.txt").toString(), "zero\none\n2\n");
      assert.equal(document.isDirty, false);
    });

    test("several changes are one step of undo", async () => {
      put("dirty3.txt", "a b a\n");
      const document = await type("dirty3.txt", START, "#");
      const before = await files.snapshot(at("dirty3.txt"), signal);
      await change(files, before, [
        { start: 1, end: 2, text: "X" },
        { start: 5, end: 6, text: "Y" },
      ]);
      assert.equal(document.getText(), "#X b Y\n");
      await vscode.commands.executeCommand("undo");
      assert.equal(document.getText(), "#a b a\n");
    });

    test("is found by whatever path it was opened", async () => {
      put("target.txt", "disk\n");
      symlinkSync(at("target.txt"), at("link.txt"));
      await type("link.txt", START, "typed ");
      assert.equal((await files.snapshot(at("target.txt"), signal)).text, "typed disk\n");
    });

    test("that came after the snapshot stops the write, also when the size would be the same", async () => {
      put("same.txt", "aaa\n");
      const before = await files.snapshot(at("same.txt"), signal);
      await type("same.txt", START, "x");
      await assert.rejects(change(files, before, [{ start: 0, end: 1, text: "b" }]), failsWith("precondition_failed"));
      assert.equal(got("same.txt").toString(), "aaa\n");
    });

    test("that changed again since the snapshot is not touched", async () => {
      put("moving.txt", "a\n");
      const document = await type("moving.txt", START, "x");
      const before = await files.snapshot(at("moving.txt"), signal);
      await type("moving.txt", START, "y");
      await assert.rejects(change(files, before, [{ start: 0, end: 1, text: "b" }]), failsWith("precondition_failed"));
      assert.equal(document.getText(), "yxa\n");
    });

    test("of a file that it could not read without loss is refused", async () => {
      put("lost.txt", win1252("caf\u00e9\n"));
      await type("lost.txt", START, "x", "utf8");
      await assert.rejects(files.snapshot(at("lost.txt"), signal), failsWith("unsupported"));
      assert.deepEqual(got("lost.txt"), win1252("caf\u00e9\n"));
    });

    test("gets no character that its charset lacks", async () => {
      put("narrow4.txt", win1252("caf\u00e9\n"));
      const document = await type("narrow4.txt", START, "x", "windows1252");
      await assert.rejects(replace(files, "narrow4.txt", "caf", "\u6c49"), failsWith("unsupported"));
      assert.equal(document.getText(), "xcaf\u00e9\n");
      assert.deepEqual(got("narrow4.txt"), win1252("caf\u00e9\n"));
    });

    test("keeps its charset when it is saved", async () => {
      put("narrow5.txt", win1252("caf\u00e9\n"));
      await type("narrow5.txt", START, "\u00fc", "windows1252");
      await replace(files, "narrow5.txt", "caf", "Caf");
      assert.deepEqual(got("narrow5.txt"), win1252("\u00fcCaf\u00e9\n"));
    });
  });

  test("nothing is written without a permit for just that", async () => {
    put("guarded.txt", "a\n");
    const before = await files.snapshot(at("guarded.txt"), signal);
    const other = fakePermit({ writes: [{ real: at("other.txt"), hash: before.hash }] });
    await assert.rejects(
      files.change(other, before, [{ start: 0, end: 1, text: "b" }], signal),
      failsWith("permission_denied"),
    );
    await type("guarded.txt", START, "x");
    const dirty = await files.snapshot(at("guarded.txt"), signal);
    await assert.rejects(
      files.change(other, dirty, [{ start: 0, end: 1, text: "b" }], signal),
      failsWith("permission_denied"),
    );
    await assert.rejects(
      files.readWindow(other, at("guarded.txt"), { offset: 1, limit: 1, maxBytes: 100 }, signal),
      failsWith("permission_denied"),
    );
  });
});
