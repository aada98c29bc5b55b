import { commands, l10n, Range, Uri, window, workspace } from "vscode";
import type { Files } from "../core/operations/files";
import type { Sessions } from "./sessions";
import type { Texts } from "./views/texts";
import { isVirtual } from "./virtualFiles";

/** A longer one is not brought into an editor. */
const MAX_BYTES = 32 << 20;

/** Showing what calls gave and what they were about, in editors. */
export class Results {
  constructor(
    private readonly sessions: Sessions,
    private readonly texts: Texts,
    private readonly files: Files,
    /** Path of a kept output; it belongs to the session's own agent. */
    private readonly spillPath: (sessionId: string, handle: string) => string | undefined,
  ) {}

  /** The whole output when the model saw a part of it, else what the model saw. */
  async show(callId: string): Promise<void> {
    const { current } = this.sessions;
    const seen = this.#seen(callId);
    if (!seen) return;
    const handle = current.spillOf(callId);
    const path = handle && current.id ? this.spillPath(current.id, handle) : undefined;
    const text = (path ? await readWhole(path) : undefined) ?? seen.text;
    if (text === undefined)
      void window.showInformationMessage(l10n.t("This result is kept in the session's log alone."));
    else await this.texts.show(`/${seen.title} ${callId}.txt`, callId, text);
  }

  /** A card of its own, or a row of a program's card. */
  #seen(callId: string): { readonly title: string; readonly text: string | undefined } | undefined {
    const { projection, nested } = this.sessions.current;
    const item = projection.item(callId);
    if (item?.kind === "call") return { title: l10n.t(item.title), text: item.text ?? item.output ?? "" };
    const row = projection.programCall(callId);
    // A program may name its tools as it likes; a document's name has no room for that.
    return row && { title: row.tool.replace(/[^\w-]+/g, "_"), text: nested.find(callId) };
  }

  /** A file that a card names; never anything outside of what paths can name. */
  async openFile(path: string, line: number | undefined): Promise<void> {
    try {
      const { real, kind } = await this.files.inspect(path);
      if (kind !== "file") throw new Error(kind);
      const uri = isVirtual(real) ? Uri.parse(real, true) : Uri.file(real);
      const at = Math.max(0, (line ?? 1) - 1);
      const place = line ? { selection: new Range(at, 0, at, 0) } : {};
      // In whatever editor is for it: not every file that a card names is text.
      await commands.executeCommand("vscode.open", uri, { preview: true, ...place });
    } catch {
      void window.showInformationMessage(l10n.t("This file can't be opened here any more."));
    }
  }
}

async function readWhole(path: string): Promise<string | undefined> {
  try {
    const uri = Uri.file(path);
    if ((await workspace.fs.stat(uri)).size > MAX_BYTES) return undefined;
    return new TextDecoder().decode(await workspace.fs.readFile(uri));
  } catch {
    return undefined;
  }
}
