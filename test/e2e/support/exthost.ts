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

const LIMIT_MS = 300_000;

/**
 * Runs the suites of test/exthost INSIDE the extension host, with the extension taken from this checkout (dist/ must
 * be built). VS Code only does so under its smoke test driver, which hides toasts and refuses dialogs: so these suites
 * are about the API, never about what a person sees.
 */
export async function runInExtensionHost(browser: Browser, options: ServerOptions = {}): Promise<HostTest[]> {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-exthost-"));
  const results = join(folder, "results.json");
  const suite = await bundleSuites();
  const server = await Server.start({
    ...options,
    args: ["--vscode-option", "enable-smoke-test-driver"],
    packaged: false,
    env: { ...options.env, EXTHOST_RESULTS: results },
  });
  try {
    const { ended, log } = await driveSuite(server, browser, suite);
    const tests: HostTest[] = existsSync(results) ? JSON.parse(readFileSync(results, "utf8")) : [];
    if (ended && tests.length > 0) return tests;
    const error = `${tests.at(-1)?.name ?? "Nothing"} was the last to end.\n${log}\n${server.extensionHostLog()}`;
    return [...tests, { name: `the suites end within ${LIMIT_MS / 1000} s`, state: "failed", error }];
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Opens a window that loads the suite, and waits until it has ended; `log` is what it wrote to the console. */
export async function driveSuite(
  server: Server,
  browser: Browser,
  suite: string,
): Promise<{ ended: boolean; log: string }> {
  const remote = (path: string) => `vscode-remote://127.0.0.1:${server.port}${path}`;
  let log = "";
  let end: (ended: true) => void;
  const ended = new Promise<true>((resolve) => {
    end = resolve;
  });
  const before = async (page: Page) => {
    await page.exposeFunction("codeAutomationLog", (_type: string, values: unknown[]) => {
      log += `${values.map(String).join(" ")}\n`;
    });
    await page.exposeFunction("codeAutomationExit", () => end(true));
  };
  const payload = [
    ["extensionDevelopmentPath", remote(root)],
    ["extensionTestsPath", remote(suite)],
  ] as const;
  const workbench = await Workbench.open(server, browser, { payload, before });
  const inTime = await Promise.race([ended, sleep(LIMIT_MS, false, { ref: false })]);
  await workbench.close();
  return { ended: inTime, log };
}

/** All suites and the little that runs them, in one file which VS Code can load. */
async function bundleSuites(): Promise<string> {
  const suites = readdirSync(join(root, "test/exthost")).filter((name) => name.endsWith(".test.ts"));
  const loads = suites.map((name) => `await import("./${name}");`).join(" ");
  const outfile = join(root, "dist/exthost/suites.cjs");
  await build({
    absWorkingDir: root,
    stdin: {
      contents: `
        import { runSuites } from "./runner";
        export const run = () => runSuites(async () => { ${loads} });`,
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
