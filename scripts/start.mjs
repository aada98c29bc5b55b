// npm start: a real VS Code with Gatehouse in it, on a copy of the sample workspace, with the tour as its model.
// Options: --once ends after the first sign of life; --port N.
import { cpSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { needPackage } from "./package.mjs";
import { root, vsix } from "./project.mjs";
import { setUp } from "./setup.mjs";
import { runMain, say, step } from "./steps.mjs";
import { freePort, installExtension, layOut, remove, serve } from "./window.mjs";

const SETTINGS = {
  "gatehouse.model": "tour",
  "security.workspace.trust.enabled": false,
  "workbench.startupEditor": "readme",
};

await runMain(async () => {
  await setUp({ browser: false });
  await needPackage();
  const layout = layOut(mkdtempSync(join(tmpdir(), "gatehouse-")), { settings: SETTINGS });
  cpSync(join(root, "scripts/sample"), layout.workspace, { recursive: true });
  const interrupted = new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, resolve);
  });
  try {
    await step("installing the extension", () => installExtension(layout, vsix));
    const port = await freePort(Number(argument("--port") ?? 8421));
    const server = await step("starting VS Code", () => serve(layout, { port }));
    invite(`${server.origin}/?folder=${encodeURIComponent(layout.workspace)}`);
    if (!process.argv.includes("--once")) await Promise.race([interrupted, server.exited]);
    await server.stop();
  } finally {
    remove(layout);
  }
});

/** @param {string} address */
function invite(address) {
  say(`
Open this in a browser:

  ${address}

The chat is at the right; if not, run "Gatehouse: Open Chat" from the command palette (F1).
Write:  fix the failing test in src/sum.js
Then answer the cards. The model is the built-in tour: a script that needs no key and no network.
Ctrl-C here ends everything and removes the copy of the sample workspace.
`);
}

/** @param {string} name */
function argument(name) {
  const index = process.argv.indexOf(name);
  return index < 0 ? undefined : process.argv[index + 1];
}
