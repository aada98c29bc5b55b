import assert from "node:assert/strict";
import * as vscode from "vscode";

describe("the extension", () => {
  const extension = () => {
    const found = vscode.extensions.getExtension("gatehouse.gatehouse");
    assert.ok(found);
    return found;
  };

  test("runs where the files are", () => {
    assert.equal(extension().extensionKind, vscode.ExtensionKind.Workspace);
  });

  test("activates", async () => {
    await extension().activate();
    assert.equal(extension().isActive, true);
  });

  test("registers every command of its manifest", async () => {
    await extension().activate();
    const registered = await vscode.commands.getCommands(true);
    const declared: { command: string }[] = extension().packageJSON.contributes.commands;
    assert.deepEqual(
      declared.map(({ command }) => command).filter((command) => !registered.includes(command)),
      [],
    );
  });
});
