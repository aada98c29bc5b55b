import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { buildSync } from "esbuild";
import { beforeAll, expect, test } from "vitest";
import { temporaryFolder } from "../support/folder";

/** All that the suite has for clients, but for one of an extension that we do not have: `auth/cross-app-access`. */
const SCENARIOS = [
  ...["initialize", "tools_call", "elicitation-sep1034-client-defaults", "sse-retry"],
  ...["metadata-default", "metadata-var1", "metadata-var2", "metadata-var3", "basic-cimd"].map(auth),
  ...["scope-from-www-authenticate", "scope-from-scopes-supported", "scope-omitted-when-undefined"].map(auth),
  ...["scope-step-up", "scope-retry-limit"].map(auth),
  ...["token-endpoint-auth-basic", "token-endpoint-auth-post", "token-endpoint-auth-none"].map(auth),
  ...["pre-registration", "2025-03-26-oauth-metadata-backcompat", "2025-03-26-oauth-endpoint-fallback"].map(auth),
  ...["resource-mismatch", "offline-access-scope", "offline-access-not-supported"].map(auth),
  ...["client-credentials-jwt", "client-credentials-basic"].map(auth),
];

const ROOT = join(import.meta.dirname, "../../..");
const SUITE = join(ROOT, "node_modules/@modelcontextprotocol/conformance/dist/index.js");
/** The suite kills the client after this; one scenario takes a second or two. */
const MS = 25_000;
let client: string;

beforeAll(() => {
  const folder = temporaryFolder();
  client = join(folder, "conformanceClient.mjs");
  buildSync({
    entryPoints: [join(ROOT, "test/support/mcp/conformanceClient.ts")],
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    // As in dist/: within one file esbuild forgets to set up what is imported both at once and on first use.
    splitting: true,
    platform: "node",
    format: "esm",
    target: "node22",
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
    logLevel: "error",
  });
});

test("the scenarios are all that the suite has but cross-app access", async () => {
  const { output } = await suite(["list", "--client"]);
  const named = [...output.matchAll(/^\s+- (\S+)/gm)].map(([, name]) => name);
  expect(named.filter((name) => !name?.startsWith("auth/cross-app-access")).sort()).toEqual([...SCENARIOS].sort());
});

test.each(SCENARIOS)("the pool passes %s", { timeout: 2 * MS }, async (scenario) => {
  const folder = temporaryFolder();
  const command = `${process.execPath} ${client}`;
  const args = ["client", "--command", command, "--scenario", scenario, "--timeout", String(MS), "-o", folder];
  const { code, output } = await suite(args);
  const checks = checksIn(folder);
  const wrong = checks.filter(({ status }) => status === "FAILURE" || status === "WARNING");
  expect({ code, wrong, output: code === 0 ? "" : output }).toEqual({ code: 0, wrong: [], output: "" });
  expect(checks.some(({ status }) => status === "SUCCESS")).toBe(true);
});

function checksIn(folder: string): { readonly id: string; readonly status: string; readonly errorMessage?: string }[] {
  const [result = "."] = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) =>
    path.endsWith("checks.json"),
  );
  return JSON.parse(readFileSync(join(folder, result), "utf8"));
}

function suite(args: readonly string[]): Promise<{ readonly code: number; readonly output: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [SUITE, ...args], { cwd: ROOT, maxBuffer: 1 << 24 }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code ?? 1) : 0, output: stdout + stderr }),
    );
  });
}

function auth(name: string): string {
  return `auth/${name}`;
}
