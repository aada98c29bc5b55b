import { appendFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import * as vscode from "vscode";

/**
 * Runs inside the extension host: loads the extension's code and calls its `activate()`, as VS Code
 * would, and leaves the milliseconds. Not `Extension.activate()`, whose time is mostly that of the
 * window which is still starting. Throws when activation left work behind.
 */
export async function run(): Promise<void> {
  const extension = vscode.extensions.getExtension("gatehouse.gatehouse");
  if (!extension || extension.isActive)
    throw new Error("The extension is missing, or was active before it was needed.");
  const load = createRequire(join(extension.extensionPath, "package.json"));
  const context = { subscriptions: [] as vscode.Disposable[] };
  const before = resources();
  const start = performance.now();
  load("./dist/extension.js").activate(context);
  const ms = performance.now() - start;
  const left = added(before, resources());
  for (const each of context.subscriptions) each.dispose();
  if (left.length > 0) throw new Error(`Activation started a request, file work or process: ${left.join(", ")}`);
  appendFileSync(process.env["EXTHOST_RESULTS"] ?? "", `${ms}\n`);
}

/** What keeps Node busy, but for timers and VS Code's own channel. */
const resources = (): string[] =>
  process.getActiveResourcesInfo().filter((each) => /FS|TCP|Process|GetAddrInfo|Worker/.test(each));

/** What `after` has more than `before`; both may name a kind several times. */
function added(before: readonly string[], after: string[]): string[] {
  for (const each of before) {
    const at = after.indexOf(each);
    if (at >= 0) after.splice(at, 1);
  }
  return after;
}
