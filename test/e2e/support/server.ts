import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { vsix } from "../../../scripts/project.mjs";
import { installExtension, type Layout, layOut, remove, serve } from "../../../scripts/window.mjs";
import { until } from "./until";

const TRUST_SETTINGS = {
  /** Everything is trusted without a question. What most tests want. */
  off: { "security.workspace.trust.enabled": false },
  /** The modal question on start. */
  prompt: { "security.workspace.trust.enabled": true, "security.workspace.trust.startupPrompt": "always" },
  /** Restricted Mode without a question. */
  restricted: { "security.workspace.trust.enabled": true, "security.workspace.trust.startupPrompt": "never" },
};

export type Theme = "Dark Modern" | "Light Modern" | "Default High Contrast";

export interface ServerOptions {
  /** What stands in the workspace: path to text or bytes. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  /** User settings. */
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly trust?: keyof typeof TRUST_SETTINGS;
  readonly theme?: Theme;
  readonly env?: Readonly<Record<string, string>>;
  /** False for a suite that brings the extension by its folder. */
  readonly packaged?: boolean;
  /** More arguments of code-server. */
  readonly args?: readonly string[];
}

type Served = Awaited<ReturnType<typeof serve>>;

/** One VS Code server with its own user data, extensions, home and workspace in a temporary folder. */
export class Server {
  private constructor(
    private readonly layout: Layout,
    private readonly served: Served,
  ) {}

  static async start(options: ServerOptions = {}): Promise<Server> {
    const { files = { "hello.txt": "hello\n" }, trust = "off", theme = "Dark Modern", packaged = true } = options;
    if (packaged && !existsSync(vsix)) throw new Error(`There is no ${vsix}: run "npm run package" first.`);
    const settings = {
      "workbench.reduceMotion": "on",
      "workbench.colorTheme": theme,
      "window.autoDetectColorScheme": false,
      ...TRUST_SETTINGS[trust],
      ...options.settings,
    };
    const base = mkdtempSync(join(tmpdir(), "gatehouse-e2e-"));
    const layout = layOut(base, { settings, env: { ...options.env } });
    try {
      writeFiles(layout.workspace, files);
      if (packaged) await installExtension(layout, vsix);
      return new Server(layout, await serve(layout, { args: options.args ?? [] }));
    } catch (error) {
      remove(layout);
      throw error;
    }
  }

  /** `E2E_KEEP=1` leaves the folder: settings, logs, workspace. */
  async stop(): Promise<void> {
    await this.served.stop();
    if (process.env["E2E_KEEP"] !== "1") remove(this.layout);
  }

  get pid(): number {
    return this.served.pid;
  }
  get port(): number {
    return this.served.port;
  }
  get origin(): string {
    return this.served.origin;
  }
  get workspace(): string {
    return this.layout.workspace;
  }
  get userData(): string {
    return this.layout.userData;
  }

  path(name: string): string {
    return join(this.workspace, name);
  }
  bytes(name: string): Buffer {
    return readFileSync(this.path(name));
  }
  read(name: string): string {
    return this.bytes(name).toString("utf8");
  }
  write(name: string, content: string | Uint8Array): void {
    writeFiles(this.workspace, { [name]: content });
  }
  waitForText(name: string, part: string, timeoutMs?: number): Promise<string> {
    const what = `${JSON.stringify(part)} in ${name}`;
    return until(what, () => (this.read(name).includes(part) ? this.read(name) : undefined), timeoutMs);
  }

  /** Says which extension was activated, when and by which event; and what it threw. */
  extensionHostLog(): string {
    return this.logs("remoteexthost.log");
  }

  /** All log files whose path ends so, one after the other; ".log" gives everything. */
  logs(ending: string): string {
    const folder = join(this.userData, "logs");
    const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(ending));
    return names.map((name) => readFileSync(join(folder, name), "utf8")).join("");
  }
}

function writeFiles(folder: string, files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
}
