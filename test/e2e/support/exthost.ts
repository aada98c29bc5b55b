import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { build } from "esbuild";
import type { Browser, Page } from "playwright-core";
import { root } from "../../../scripts/project.mjs";
import type { HostTest } from "./hostTest";
import { Server, type ServerOptions } from "./server";
import { Workbench } from "./workbench";

/**
 * Runs the suites of test/exthost INSIDE the extension host, with the extension taken from this checkout (dist/ must
 * be built). VS Code only does so under its smoke test driver, which hides toasts and refuses dialogs: so these suites
 * are about the API, never about what a person sees.
 */
export async function runInExtensionHost(browser: Browser, options: ServerOptions = {}): Promise<HostTest[]> {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-exthost-"));
  const results = join(folder, "results.json");
  const suite = await bundleSuites();
  const args = ["--vscode-option", "enable-smoke-test-driver"];
  const server = await Server.start({
    ...options,
    args,
    packaged: false,
    env: { ...options.env, EXTHOST_RESULTS: results },
  });
  try {
    const log = await driveSuite(server, browser, suite);
    if (!existsSync(results)) throw new Error(`The suite left no results.\n${log}\n${server.extensionHostLog()}`);
    return JSON.parse(readFileSync(results, "utf8")) as HostTest[];
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Opens a window that loads the suite; gives what it wrote to the console once it has ended. */
async function driveSuite(server: Server, browser: Browser, suite: string): Promise<string> {
  const remote = (path: string) => `vscode-remote://127.0.0.1:${server.port}${path}`;
  let log = "";
  let end: () => void;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const before = async (page: Page) => {
    await page.exposeFunction("codeAutomationLog", (_type: string, values: unknown[]) => {
      log += `${values.map(String).join(" ")}\n`;
    });
    await page.exposeFunction("codeAutomationExit", () => end());
  };
  const payload = [
    ["extensionDevelopmentPath", remote(root)],
    ["extensionTestsPath", remote(suite)],
  ] as const;
  const workbench = await Workbench.open(server, browser, { payload, before });
  await Promise.race([ended, sleep(120_000, undefined, { ref: false })]);
  await workbench.close();
  return log;
}

/** All suites and the little that runs them, in one file which VS Code can load. */
async function bundleSuites(): Promise<string> {
  const suites = readdirSync(join(root, "test/exthost")).filter((name) => name.endsWith(".test.ts"));
  const outfile = join(root, "dist/exthost/suites.cjs");
  await build({
    absWorkingDir: root,
    stdin: {
      contents: `
        import { runSuites } from "./runner";
        export const run = () => runSuites(async () => { ${suites.map((name) => `await import("./${name}");`).join(" ")} });`,
      resolveDir: join(root, "test/exthost"),
      loader: "ts",
    },
    outfile,
    bundle: true,
    platform: "node",
    format: "cjs",
    target: "node24",
    external: ["vscode", "mocha"],
    sourcemap: "inline",
    logLevel: "error",
  });
  return outfile;
}
