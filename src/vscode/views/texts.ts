import { type Disposable, EventEmitter, type TextDocumentContentProvider, Uri, window, workspace } from "vscode";

const SCHEME = "gatehouse-text";
/** Older documents close over an empty text rather than fill the memory. */
const KEPT = 32;

/** Read-only documents made by us: whole results, the audit log, both sides of a diff. */
export class Texts implements TextDocumentContentProvider, Disposable {
  readonly #texts = new Map<string, string>();
  readonly #changed = new EventEmitter<Uri>();
  readonly onDidChange = this.#changed.event;
  readonly #registered = workspace.registerTextDocumentContentProvider(SCHEME, this);

  provideTextDocumentContent(uri: Uri): string {
    return this.#texts.get(uri.toString()) ?? "";
  }

  /** `path` gives the document its name and language; `key` keeps two of one path apart. */
  put(path: string, key: string, text: string): Uri {
    const uri = Uri.from({ scheme: SCHEME, path: path.startsWith("/") ? path : `/${path}`, query: key });
    const id = uri.toString();
    this.#texts.delete(id);
    this.#texts.set(id, text);
    for (const old of [...this.#texts.keys()].slice(0, -KEPT)) this.#texts.delete(old);
    this.#changed.fire(uri);
    return uri;
  }

  async show(path: string, key: string, text: string): Promise<void> {
    const document = await workspace.openTextDocument(this.put(path, key, text));
    await window.showTextDocument(document, { preview: true, preserveFocus: false });
  }

  dispose(): void {
    this.#registered.dispose();
    this.#changed.dispose();
  }
}
