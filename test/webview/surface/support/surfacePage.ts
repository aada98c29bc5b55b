import { build } from "esbuild";
import { type Browser, chromium, type Page } from "playwright-core";
import { needBrowser } from "../../../../scripts/browser.mjs";
import type { SurfaceIntent, SurfaceMessage, SurfaceView } from "../../../../src/shared/messages/surface";
import { page as hostPage } from "../../../../src/vscode/views/html";
import { type Theme, themeStyle } from "../../support/themes";
import { serverTool } from "./states";

/** The surface panel in a real browser, under the very page and policy that the host makes. */
export interface Surface {
  readonly page: Page;
  /** What the panel asked of the host. */
  intents(): Promise<SurfaceIntent[]>;
  post(message: SurfaceMessage): Promise<void>;
  /** The whole state, with the next revision. */
  state(state: SurfaceView): Promise<void>;
  update(parts: Partial<SurfaceView>): Promise<void>;
  /** A state with this many tools of servers behind its own; they are made in the page, as carrying them there is slow. */
  manyTools(state: SurfaceView, count: number): Promise<void>;
  dress(theme: Theme): Promise<void>;
  /** The page goes and comes again, as when the panel was hidden. */
  reload(): Promise<void>;
  /** What must not happen: errors on the page, and whatever the policy refused. */
  faults(): Promise<string[]>;
}

const ORIGIN = "http://gatehouse.test";
const CODICONS = "node_modules/@vscode/codicons/dist";

let browser: Browser | undefined;
let page: Page | undefined;
/** Each page keeps its state under a name of its own. */
let opened = 0;

export async function startBrowser(): Promise<void> {
  browser = await chromium.launch({ executablePath: await needBrowser(), args: ["--no-sandbox", "--disable-gpu"] });
  page = await browser.newPage({ viewport: { width: 1100, height: 760 }, reducedMotion: "reduce" });
  await page.addInitScript(fakeVsCode);
  await serve(page);
}

export async function stopBrowser(): Promise<void> {
  await browser?.close();
  browser = undefined;
}

/** What the page may do that its host is not; called by the view under test. */
interface FakeHost {
  intents: SurfaceIntent[];
  faults: string[];
}

export async function openSurface(): Promise<Surface> {
  if (!page) throw new Error("No browser was started.");
  await page.setViewportSize({ width: 1100, height: 760 });
  await page.goto(`${ORIGIN}/?surface${++opened}`);
  await dress(page, "dark");
  return surfaceOn(page);
}

function surfaceOn(page: Page): Surface {
  let revision = 0;
  const post = (message: SurfaceMessage) =>
    page.evaluate((data) => {
      window.postMessage(data, "*");
      // The view listens to the same queue: once ours has come, so has theirs, and it has been drawn.
      return new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
    }, message);
  const fake = () => page.evaluate(() => (window as unknown as { surfaceHost: FakeHost }).surfaceHost);
  return {
    page,
    post,
    intents: async () => (await fake()).intents,
    state: (state) => post({ type: "state", revision: ++revision, state, l10n: {}, locale: "en" }),
    update: (parts) => post({ type: "update", revision: ++revision, parts }),
    manyTools: (state, count) => manyTools(page, state, count, ++revision),
    dress: (theme) => dress(page, theme),
    reload: async () => {
      await page.reload();
      await dress(page, "dark");
    },
    faults: async () => (await fake()).faults,
  };
}

function manyTools(page: Page, state: SurfaceView, count: number, revision: number): Promise<void> {
  const data = { state, count, revision, template: serverTool };
  return page.evaluate(({ state, count, revision, template }) => {
    const more = Array.from({ length: count }, (_, index) => {
      const server = `server${index % 40}`;
      return { ...template, name: `mcp_${server}_tool_${index}`, server, description: `Does thing ${index} for you.` };
    });
    const tools = { ...state.tools, rows: [...state.tools.rows, ...more] };
    window.postMessage({ type: "state", revision, state: { ...state, tools }, l10n: {}, locale: "en" }, "*");
    return new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
  }, data);
}

/** As VS Code does when its theme changes: variables on the root, a class on the body. */
function dress(page: Page, theme: Theme): Promise<void> {
  return page.evaluate(({ variables, bodyClass }) => {
    document.documentElement.removeAttribute("style");
    for (const [name, value] of variables) document.documentElement.style.setProperty(name, value);
    document.body.className = bodyClass;
  }, themeStyle(theme));
}

/** Runs in the page before its scripts. */
function fakeVsCode(): void {
  const host: FakeHost = { intents: [], faults: [] };
  const key = `state ${location.search}`;
  window.addEventListener("error", (event) => host.faults.push(event.message));
  document.addEventListener("securitypolicyviolation", (event) =>
    host.faults.push(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`),
  );
  Object.assign(window, {
    surfaceHost: host,
    acquireVsCodeApi: () => ({
      postMessage: (intent: SurfaceIntent) => host.intents.push(structuredClone(intent)),
      getState: () => JSON.parse(sessionStorage.getItem(key) ?? "null"),
      setState: (state: unknown) => sessionStorage.setItem(key, JSON.stringify(state)),
    }),
  });
}

async function serve(page: Page): Promise<void> {
  const files = await bundled();
  const html = hostPage({
    nonce: "bm9uY2U",
    cspSource: ORIGIN,
    script: "/surface.js",
    styles: ["/codicon.css", "/surface.css"],
    highlighter: "/highlight.js",
    language: "en",
    title: "Tool Surface",
  });
  await page.route("**/*", (route) => {
    const name = new URL(route.request().url()).pathname.slice(1);
    if (name === "") return route.fulfill({ contentType: "text/html", body: html });
    if (name === "codicon.ttf") return route.fulfill({ path: `${CODICONS}/codicon.ttf` });
    const body = files.get(name);
    if (body === undefined) return route.abort();
    return route.fulfill({ contentType: name.endsWith(".css") ? "text/css" : "text/javascript", body });
  });
}

/** As `scripts/build.mjs` bundles it, in memory. */
async function bundled(): Promise<Map<string, string>> {
  const { outputFiles } = await build({
    entryPoints: {
      surface: "webview/surface/main.tsx",
      highlight: "webview/chat/highlight.ts",
      codicon: `${CODICONS}/codicon.css`,
    },
    outdir: "out",
    assetNames: "[name]",
    bundle: true,
    write: false,
    minify: true,
    platform: "browser",
    target: "chrome128",
    format: "iife",
    jsx: "automatic",
    jsxImportSource: "preact",
    loader: { ".ttf": "file" },
  });
  return new Map(outputFiles.map(({ path, text }) => [path.split(/[\\/]/).at(-1) ?? "", text]));
}
