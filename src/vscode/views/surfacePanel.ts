import { type Disposable, env, l10n, Uri, ViewColumn, type Webview, type WebviewPanel, window } from "vscode";
import type { Log } from "../../core/operations/ports";
import { PANELS } from "../../shared/contributions";
import {
  type Refusal,
  type SurfaceAct,
  type SurfaceAnswer,
  SurfaceIntent,
  type SurfaceMessage,
  type SurfaceTab,
} from "../../shared/messages/surface";
import { hostTimer } from "./hostTimer";
import { page } from "./html";
import { SurfaceUpdates } from "./surfaceUpdates";
import { refusalOf, type SurfaceState, surfaceView } from "./surfaceView";

export interface SurfaceSource {
  state(): SurfaceState;
  /** Whatever `state` is made of may be different now. */
  onDidChange(listener: () => void): Disposable;
  act(intent: SurfaceAct): Promise<SurfaceAnswer | undefined>;
}

/**
 * The tool surface as an editor panel, one for the window. It draws what it is told: hiding it loses its
 * page, and the next page starts over. An intent is checked here against the state as it is now.
 */
export class SurfacePanel implements Disposable {
  #panel: WebviewPanel | undefined;
  #parts: Disposable[] = [];
  /** The page has asked for its state: whatever is posted before is lost. */
  #ready = false;
  #wanted: SurfaceTab | undefined;
  readonly #updates: SurfaceUpdates;

  constructor(
    private readonly extensionUri: Uri,
    private readonly source: SurfaceSource,
    private readonly log: Log,
  ) {
    this.#updates = new SurfaceUpdates(
      () => surfaceView(source.state()),
      (message) => this.#post(message.type === "state" ? { ...message, ...language() } : message),
      { now: hostTimer.now, after: (ms, run) => hostTimer.after(ms, () => this.#guarded(run)) },
    );
  }

  get visible(): boolean {
    return this.#panel?.visible ?? false;
  }

  /** Opens it, or brings it to the front; on a tab when one is named. */
  show(tab?: SurfaceTab): void {
    this.#wanted = tab;
    if (this.#panel) this.#panel.reveal();
    else this.#open();
    this.#giveTab();
  }

  dispose(): void {
    this.#panel?.dispose();
  }

  #open(): void {
    const folders = ["dist/webview", "media"].map((folder) => Uri.joinPath(this.extensionUri, folder));
    const panel = window.createWebviewPanel(PANELS.surface, l10n.t("Tool Surface"), ViewColumn.Active, {
      enableScripts: true,
      localResourceRoots: folders,
    });
    panel.iconPath = icon(this.extensionUri);
    this.#panel = panel;
    this.#parts = [
      panel.webview.onDidReceiveMessage((message) => this.#receive(message)),
      panel.onDidChangeViewState(() => this.#visibilityChanged()),
      panel.onDidDispose(() => this.#forget()),
      this.source.onDidChange(() => this.#updates.changed()),
    ];
    panel.webview.html = this.#page(panel.webview);
  }

  #receive(message: unknown): void {
    const parsed = SurfaceIntent.safeParse(message);
    if (!parsed.success) {
      this.log.warn("The surface panel sent something unknown; it was ignored.", parsed.error.issues);
    } else if (parsed.data.kind === "ready") {
      this.#ready = true;
      this.#guarded(() => this.#updates.start());
      this.#giveTab();
    } else {
      void this.#act(parsed.data);
    }
  }

  async #act(intent: SurfaceAct): Promise<void> {
    try {
      const why = this.#updates.isStale(intent) ? "stale" : refusalOf(intent, this.source.state());
      if (why) return this.#refuse(intent, why);
      const answer = await this.source.act(intent);
      // What was saved must be there before the page is told so.
      if (answer?.type === "saved" || answer?.type === "ruleChanged") this.#guarded(() => this.#updates.start());
      if (answer) this.#post(answer);
    } catch (error) {
      this.log.error(`The surface panel's wish ${intent.kind} failed.`, error);
      this.#refuse(intent, "failed");
    }
  }

  /** With what is so now, from which a person can choose again. */
  #refuse(intent: SurfaceAct, why: Refusal): void {
    this.#guarded(() => this.#updates.start());
    this.#post({ type: "refused", intent: intent.kind, why, problems: [] });
  }

  #giveTab(): void {
    if (!this.#wanted || !this.#ready) return;
    this.#post({ type: "tab", tab: this.#wanted });
    this.#wanted = undefined;
  }

  #visibilityChanged(): void {
    if (this.visible) return;
    this.#ready = false;
    this.#updates.stop();
  }

  #guarded(run: () => void): void {
    try {
      run();
    } catch (error) {
      this.log.error("The tool surface could not be read.", error);
      this.#post({ type: "failed", message: error instanceof Error ? error.message : String(error) });
    }
  }

  #post(message: SurfaceMessage): void {
    void this.#panel?.webview.postMessage(message);
  }

  #forget(): void {
    for (const part of this.#parts) part.dispose();
    this.#parts = [];
    this.#panel = undefined;
    this.#ready = false;
    this.#updates.stop();
  }

  #page(webview: Webview): string {
    const file = (name: string) =>
      webview.asWebviewUri(Uri.joinPath(this.extensionUri, "dist/webview", name)).toString();
    return page({
      nonce: Buffer.from(crypto.getRandomValues(new Uint8Array(18))).toString("base64"),
      cspSource: webview.cspSource,
      script: file("surface.js"),
      styles: [file("codicon.css"), file("surface.css")],
      highlighter: file("highlight.js"),
      language: env.language,
      title: l10n.t("Tool Surface"),
    });
  }
}

/** A tab's picture is drawn as it stands, so each theme has its own. */
const icon = (extension: Uri) => ({
  light: Uri.joinPath(extension, "media/surface-light.svg"),
  dark: Uri.joinPath(extension, "media/surface-dark.svg"),
});

const language = () => ({ l10n: l10n.bundle ?? {}, locale: env.language });
