import { type Disposable, env, l10n, Uri, type Webview, type WebviewView } from "vscode";
import type { Log } from "../../core/operations/ports";
import { ChatIntent, type ChatMessage, type ChatOp, type ChatState, type Completion } from "../../shared/messages/chat";
import type { ImageAnswer } from "../../shared/messages/chatItems";
import { Deltas } from "./deltas";
import { hostTimer } from "./hostTimer";
import { page } from "./html";

export interface ChatSource {
  state(): ChatState;
  act(intent: Exclude<ChatIntent, { kind: "ready" }>): void;
  /** The view was closed or hidden: nothing in it has the focus any more. */
  hidden(): void;
}

type FocusTarget = { readonly target: "composer" | "approval"; readonly id?: string };

/**
 * The chat as VS Code's webview view. It draws what it is told and nothing else: hiding it loses its
 * page, and the next page starts over from a snapshot.
 */
export class ChatView implements Disposable {
  #view: WebviewView | undefined;
  #parts: Disposable[] = [];
  #seq = 0;
  /** The page has asked for its snapshot: deltas make sense to it. */
  #ready = false;
  #wanted: FocusTarget | undefined;
  #badge = 0;
  readonly #deltas = new Deltas((ops) => this.#post({ type: "delta", seq: ++this.#seq, ops }), hostTimer);

  constructor(
    private readonly extensionUri: Uri,
    private readonly source: ChatSource,
    private readonly log: Log,
  ) {}

  get visible(): boolean {
    return this.#view?.visible ?? false;
  }

  resolve(view: WebviewView): void {
    this.#forget();
    this.#view = view;
    const { webview } = view;
    const folders = ["dist/webview", "media"].map((folder) => Uri.joinPath(this.extensionUri, folder));
    webview.options = { enableScripts: true, localResourceRoots: folders };
    this.#parts = [
      webview.onDidReceiveMessage((message) => this.#receive(message)),
      view.onDidChangeVisibility(() => this.#visibilityChanged()),
      view.onDidDispose(() => this.#forget()),
    ];
    webview.html = this.#page(webview);
    // The window may still show the badge of a host that died, and a badge that was never set is not taken away.
    view.badge = { value: 0, tooltip: "" };
    this.badge(this.#badge);
  }

  push(ops: readonly ChatOp[]): void {
    if (this.#ready) this.#deltas.push(ops);
  }

  /** Everything is different: another session. */
  reset(): void {
    this.#deltas.clear();
    if (this.#ready) this.#snapshot();
  }

  /** A page that is still loading gets it right after its snapshot. */
  focus(target: FocusTarget): void {
    this.#wanted = target;
    if (this.#ready) this.#giveFocus();
  }

  /** Puts text into the composer. */
  draft(text: string): void {
    this.#post({ type: "draft", text });
  }

  complete(id: number, items: readonly Completion[]): void {
    this.#post({ type: "completions", id, items });
  }

  image(callId: string, index: number, image: ImageAnswer): void {
    this.#post({ type: "image", callId, index, image });
  }

  badge(pending: number): void {
    this.#badge = pending;
    const tooltip = l10n.t("{0} waiting for your answer", pending);
    if (this.#view) this.#view.badge = pending > 0 ? { value: pending, tooltip } : undefined;
  }

  dispose(): void {
    this.#forget();
  }

  #receive(message: unknown): void {
    const parsed = ChatIntent.safeParse(message);
    if (!parsed.success) {
      this.log.warn("The chat view sent something unknown; it was ignored.", parsed.error.issues);
    } else if (parsed.data.kind === "ready") {
      this.#ready = true;
      this.#deltas.clear();
      this.#snapshot();
      this.#giveFocus();
    } else {
      this.source.act(parsed.data);
    }
  }

  #snapshot(): void {
    const state = this.source.state();
    this.#post({ type: "snapshot", seq: this.#seq, state, l10n: l10n.bundle ?? {}, locale: env.language });
  }

  #giveFocus(): void {
    if (!this.#wanted) return;
    this.#deltas.flush();
    this.#post({ type: "focus", ...this.#wanted });
    this.#wanted = undefined;
  }

  #visibilityChanged(): void {
    if (this.visible) return;
    this.#ready = false;
    this.#deltas.clear();
    this.source.hidden();
  }

  #post(message: ChatMessage): void {
    void this.#view?.webview.postMessage(message);
  }

  #forget(): void {
    for (const part of this.#parts) part.dispose();
    this.#parts = [];
    this.#view = undefined;
    this.#ready = false;
    this.#deltas.clear();
    this.source.hidden();
  }

  #page(webview: Webview): string {
    const file = (name: string) =>
      webview.asWebviewUri(Uri.joinPath(this.extensionUri, "dist/webview", name)).toString();
    return page({
      nonce: Buffer.from(crypto.getRandomValues(new Uint8Array(18))).toString("base64"),
      cspSource: webview.cspSource,
      script: file("chat.js"),
      styles: [file("codicon.css"), file("chat.css")],
      highlighter: file("highlight.js"),
      language: env.language,
      title: "Gatehouse",
    });
  }
}
