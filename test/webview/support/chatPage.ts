import { build } from "esbuild";
import { type Browser, chromium, type Page } from "playwright-core";
import { needBrowser } from "../../../scripts/browser.mjs";
import type { ChatIntent, ChatMessage, ChatOp, ChatState } from "../../../src/shared/messages/chat";
import { page as hostPage } from "../../../src/vscode/views/html";
import { type Theme, themeStyle } from "./themes";

/** One chat in a real browser, under the very page and policy that the host makes. */
export interface Chat {
  readonly page: Page;
  /** What the view asked of the host, `focus` left out. */
  intents(): Promise<ChatIntent[]>;
  focusReports(): Promise<string[]>;
  post(message: ChatMessage): Promise<void>;
  snapshot(state: ChatState): Promise<void>;
  /** One delta with the next number. */
  delta(...ops: ChatOp[]): Promise<void>;
  dress(theme: Theme): Promise<void>;
  /** What must not happen: errors on the page, and whatever the policy refused. */
  faults(): Promise<string[]>;
}

const ORIGIN = "http://gatehouse.test";
const NONCE = "bm9uY2U";

let browser: Browser | undefined;
let page: Page | undefined;
/** Each page keeps its state under a name of its own. */
let opened = 0;

export async function startBrowser(): Promise<void> {
  browser = await chromium.launch({ executablePath: await needBrowser(), args: ["--no-sandbox", "--disable-gpu"] });
  page = await browser.newPage({ viewport: { width: 420, height: 860 }, reducedMotion: "reduce" });
  await page.addInitScript(fakeVsCode);
  await serve(page);
}

export async function stopBrowser(): Promise<void> {
  await browser?.close();
  browser = undefined;
}

/** What the page may do that its host is not; called by the view under test. */
interface FakeHost {
  intents: ChatIntent[];
  faults: string[];
}

declare global {
  interface Window {
    fake: FakeHost;
  }
}

/** Loads the page anew, with nothing kept of the one before. One page serves a file of tests: opening one costs most. */
export async function openChat(): Promise<Chat> {
  if (!page) throw new Error("No browser was started.");
  await page.goto(`${ORIGIN}/?${++opened}`);
  await dress(page, "dark");
  return chatOn(page);
}

function chatOn(page: Page): Chat {
  let seq = 0;
  const post = (message: ChatMessage) =>
    page.evaluate((data) => {
      window.postMessage(data, "*");
      // The view listens to the same queue: once ours has come, so has theirs, and it has been drawn.
      return new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
    }, message);
  const all = () => page.evaluate(() => window.fake.intents);
  return {
    page,
    post,
    intents: async () => (await all()).filter((intent) => intent.kind !== "focus"),
    focusReports: async () => (await all()).flatMap((intent) => (intent.kind === "focus" ? [intent.where] : [])),
    snapshot: (state) => post({ type: "snapshot", seq: ++seq, state, l10n: {}, locale: "en" }),
    delta: (...ops) => post({ type: "delta", seq: ++seq, ops }),
    dress: (theme) => dress(page, theme),
    faults: () => page.evaluate(() => window.fake.faults),
  };
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
  window.fake = { intents: [], faults: [] };
  window.addEventListener("error", (event) => window.fake.faults.push(event.message));
  document.addEventListener("securitypolicyviolation", (event) =>
    window.fake.faults.push(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`),
  );
  const key = `state ${location.search}`;
  Object.assign(window, {
    acquireVsCodeApi: () => ({
      postMessage: (intent: ChatIntent) => window.fake.intents.push(structuredClone(intent)),
      getState: () => JSON.parse(sessionStorage.getItem(key) ?? "null"),
      setState: (state: unknown) => sessionStorage.setItem(key, JSON.stringify(state)),
    }),
  });
}

async function serve(page: Page): Promise<void> {
  const files = await bundled();
  const html = hostPage({
    nonce: NONCE,
    cspSource: ORIGIN,
    script: "/chat.js",
    styles: ["/codicon.css", "/chat.css"],
    highlighter: "/highlight.js",
    language: "en",
    title: "Gatehouse",
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

const CODICONS = "node_modules/@vscode/codicons/dist";

let bundle: Promise<Map<string, string>> | undefined;

/** As `scripts/build.mjs` bundles it, in memory. */
function bundled(): Promise<Map<string, string>> {
  bundle ??= makeBundle();
  return bundle;
}

async function makeBundle(): Promise<Map<string, string>> {
  const { outputFiles } = await build({
    entryPoints: {
      chat: "webview/chat/main.tsx",
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
