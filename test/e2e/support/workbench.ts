import { mkdirSync } from "node:fs";
import { join } from "node:path";
import {
  type Browser,
  type BrowserContext,
  chromium,
  type FrameLocator,
  type Locator,
  type Page,
} from "playwright-core";
import { needBrowser } from "../../../scripts/browser.mjs";
import { root } from "../../../scripts/project.mjs";
import type { Server } from "./server";
import { until } from "./until";

const EXTENSION = "gatehouse.gatehouse";
const QUIET = ["--disable-quic", "--no-first-run", "--disable-component-update", "--disable-sync"];
const ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", ...QUIET];

/** On a busy machine a window takes its time. */
const START_MS = 120_000;

export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: await needBrowser(), args: ARGUMENTS });
}

export interface WindowOptions {
  readonly folder?: string;
  /** Of extensions and of VS Code's interface to them; the workbench's own words stay English. */
  readonly language?: string;
  /** Of the address; VS Code reads the places of extensions and suites under test from it. */
  readonly payload?: readonly (readonly [string, string])[];
  /** Runs on the blank page. */
  readonly before?: (page: Page) => Promise<void>;
  readonly size?: { readonly width: number; readonly height: number };
}

/** Those that were used last stand first, and one's name may be the beginning of another's. */
function placeOf(label: string, offered: readonly string[]): number {
  const exact = offered.findIndex((name) => name === label || name.startsWith(`${label},`));
  return exact >= 0 ? exact : offered[0]?.startsWith(label) ? 0 : -1;
}

/** Where the workbench looks for its language, which it tells the extension host. */
function speak(language: string): void {
  Object.assign(globalThis, { _VSCODE_NLS_LANGUAGE: language });
}

/** One window. Each has a browser context of its own, so trust, secrets and layout start anew. */
export class Workbench {
  /** Addresses outside of this machine that the page asked for; none was reached. */
  readonly foreign: string[] = [];
  readonly console: string[] = [];

  private constructor(
    readonly server: Server,
    private readonly context: BrowserContext,
    readonly page: Page,
  ) {}

  static async open(server: Server, browser: Browser, options: WindowOptions = {}): Promise<Workbench> {
    const { folder = server.workspace, language, payload, before, size = { width: 1280, height: 800 } } = options;
    const context = await browser.newContext({
      viewport: size,
      permissions: ["clipboard-read", "clipboard-write"],
    });
    const workbench = new Workbench(server, context, await context.newPage());
    await workbench.watch();
    if (language) await workbench.page.addInitScript(speak, language);
    await before?.(workbench.page);
    const query = new URLSearchParams({ folder, ...(payload && { payload: JSON.stringify(payload) }) });
    await workbench.page.goto(`${server.origin}/?${query}`, { timeout: START_MS, waitUntil: "commit" });
    await workbench.ready();
    return workbench;
  }

  /** VS Code leaves these marks itself when it is up and knows its extensions. */
  async ready(): Promise<void> {
    const marked = () =>
      ["code/LifecyclePhase/Restored", "code/didLoadExtensions"].every(
        (name) => performance.getEntriesByName(name).length,
      );
    await this.page.waitForFunction(marked, null, { timeout: START_MS });
  }

  async reload(): Promise<void> {
    await this.page.reload({ timeout: START_MS, waitUntil: "commit" });
    await this.ready();
  }

  close(): Promise<void> {
    return this.context.close();
  }

  /** Runs a command by its palette label, such as "Gatehouse: Open Chat"; the end of a long one may be left out. */
  async run(label: string): Promise<void> {
    await until(`the command "${label}"`, async () => {
      const at = placeOf(label, await this.offers(label));
      for (let row = 0; row < at; row++) await this.page.keyboard.press("ArrowDown");
      if (at >= 0) return true;
      await this.page.keyboard.press("Escape");
      return false;
    });
    await this.page.keyboard.press("Enter");
    await this.paletteInput.waitFor({ state: "hidden", timeout: 5_000 });
  }

  /** Leaves the palette open with `label` typed in, and gives the entries it offers. */
  offers(label: string): Promise<string[]> {
    return until(`the palette with "${label}"`, async () => {
      // The palette may lose the focus once while the window settles.
      if (!(await this.paletteInput.isVisible())) await this.page.keyboard.press("F1");
      await this.paletteInput.fill(`>${label}`, { timeout: 2_000 });
      const rows = this.page.locator(".quick-input-widget .quick-input-list .monaco-list-row");
      await rows.first().waitFor({ timeout: 2_000 });
      const names = await rows.evaluateAll((all) => all.map((row) => row.getAttribute("aria-label") ?? ""));
      return names.length > 0 ? names : undefined;
    });
  }

  /** Whether the palette has the command; closes it again. */
  async has(label: string): Promise<boolean> {
    const names = await this.offers(label);
    await this.page.keyboard.press("Escape");
    return names.some((name) => name.startsWith(label));
  }

  /** Shows the chat, and gives its document. */
  async openChat(): Promise<FrameLocator> {
    await this.run("Gatehouse: Open Chat");
    const chat = this.chat();
    await chat.locator("body").waitFor();
    return chat;
  }

  /** The inner document of our view: the outer frame is VS Code's. The view stands at the right edge of the window. */
  chat(): FrameLocator {
    return this.#ours(".webview-overlay-outer-right");
  }

  /** The inner document of our panel, in the editor area. */
  panel(): FrameLocator {
    return this.#ours(":not(.webview-overlay-outer-right)");
  }

  /** A frame's address says whose it is, but not in every case what: view or panel. */
  #ours(place: string): FrameLocator {
    const frame = `${place} > iframe.webview.ready[src*="extensionId=${EXTENSION}"]`;
    return this.page.frameLocator(frame).frameLocator("iframe#active-frame");
  }

  /** A row of the list that VS Code shows for a choice; chosen by Enter or a click. */
  pick(text: string | RegExp): Locator {
    return this.page.locator(".quick-input-widget:visible .quick-input-list .monaco-list-row", { hasText: text });
  }

  /** Opens a file of the workspace in an editor, which has the focus then. */
  async openFile(name: string): Promise<void> {
    await until(`the editor of ${name}`, async () => {
      await this.page.keyboard.press("Control+P");
      await this.paletteInput.fill(name, { timeout: 2_000 });
      await this.pick(name).first().waitFor({ timeout: 2_000 });
      await this.page.keyboard.press("Enter");
      await this.editor.first().waitFor({ timeout: 10_000 });
      return true;
    });
    await this.editor.first().click();
  }

  get editor(): Locator {
    return this.page.locator(".editor-instance .monaco-editor .view-lines");
  }

  /** A notification while it shows. Information hides after some 10 seconds. */
  toast(text: string | RegExp): Locator {
    return this.page.locator(".notifications-toasts .notification-toast", { hasText: text });
  }

  dialog(text: string | RegExp): Locator {
    return this.page.locator(".monaco-dialog-box", { hasText: text });
  }

  statusItem(text: string | RegExp): Locator {
    return this.page.locator(".statusbar-item", { hasText: text });
  }

  /** Presses a button of a toast or dialog and waits until that is gone. */
  async press(box: Locator, button: string): Promise<void> {
    await box.waitFor();
    await box.locator(".monaco-button", { hasText: button }).first().click();
    await box.waitFor({ state: "hidden" });
  }

  /** Keeps a picture in test-artifacts/ and gives its path. */
  async screenshot(name: string): Promise<string> {
    const folder = join(root, "test-artifacts");
    mkdirSync(folder, { recursive: true });
    const path = join(folder, `${name.replace(/[^\w-]+/g, "-")}.png`);
    await this.page.screenshot({ path });
    return path;
  }

  /** The same in dark and in light; the theme is what it was before in the end. */
  async inBothThemes(name: string): Promise<void> {
    await this.screenshot(`${name}-dark`);
    await this.run("Preferences: Toggle between Light/Dark Themes");
    await this.page.locator(".monaco-workbench.vs").first().waitFor();
    await this.screenshot(`${name}-light`);
    await this.run("Preferences: Toggle between Light/Dark Themes");
    await this.page.locator(".monaco-workbench.vs-dark").first().waitFor();
  }

  private get paletteInput(): Locator {
    return this.page.locator(".quick-input-widget:visible .quick-input-box input");
  }

  private async watch(): Promise<void> {
    this.page.on("console", (message) => this.console.push(`[${message.type()}] ${message.text()}`));
    this.page.on("pageerror", (error) => this.console.push(`[pageerror] ${error.stack ?? error.message}`));
    const isForeign = (url: URL) =>
      /^(https?|wss?):$/.test(url.protocol) && url.host !== new URL(this.server.origin).host;
    await this.context.route(isForeign, (route) => {
      this.foreign.push(route.request().url());
      return route.abort();
    });
  }
}
