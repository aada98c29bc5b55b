import { appendFileSync } from "node:fs";
import * as vscode from "vscode";

/** Runs inside the extension host: loads and activates the extension once, and leaves the milliseconds. */
export async function run(): Promise<void> {
  const extension = vscode.extensions.getExtension("gatehouse.gatehouse");
  if (!extension || extension.isActive)
    throw new Error("The extension is missing, or was active before it was needed.");
  const start = performance.now();
  await extension.activate();
  appendFileSync(process.env["EXTHOST_RESULTS"] ?? "", `${performance.now() - start}\n`);
}
