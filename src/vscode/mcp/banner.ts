import { commands, l10n, Selection, Uri, window, workspace } from "vscode";
import type { ConfigProblem } from "../../core/mcp/config";
import type { Log } from "../../core/operations/ports";
import { visible } from "../../shared/visible";
import { plainLabel } from "../plainLabel";

/** Names what is wrong with a list of servers: one banner for each file, and not again until that changes. */
export class Banner {
  readonly #told = new Map<string, string>();

  constructor(private readonly log: Log) {}

  show(problems: readonly ConfigProblem[]): void {
    const files = new Set(problems.map(({ file }) => file));
    for (const file of this.#told.keys()) if (!files.has(file)) this.#told.delete(file);
    for (const file of files) {
      const own = problems.filter((problem) => problem.file === file);
      this.#tell(file, own);
    }
  }

  #tell(file: string, problems: readonly ConfigProblem[]): void {
    const [first] = problems;
    const all = problems.map(placed).join("\n");
    if (!first || this.#told.get(file) === all) return;
    this.#told.set(file, all);
    for (const problem of problems) this.log.warn(placed(problem));
    const open = l10n.t("Open");
    const more = problems.length > 1 ? ` ${l10n.t("There are {0} more, in the log.", problems.length - 1)}` : "";
    void window.showWarningMessage(plainLabel(placed(first), 400) + more, open).then((pressed) => {
      if (pressed === open) void openPlace(first);
    });
  }
}

/** At its line, or the settings. */
export async function openPlace({ file, line }: Pick<ConfigProblem, "file" | "line">): Promise<void> {
  if (file.startsWith("gatehouse.")) return void (await commands.executeCommand("workbench.action.openSettings", file));
  const uri = /^[a-z][\w+.-]+:\/\//i.test(file) ? Uri.parse(file, true) : Uri.file(file);
  const editor = await window.showTextDocument(await workspace.openTextDocument(uri));
  if (line === undefined) return;
  const range = editor.document.lineAt(Math.min(line, editor.document.lineCount) - 1).range;
  editor.selections = [new Selection(range.start, range.start)];
  editor.revealRange(range);
}

export function placed({ file, line, text }: ConfigProblem): string {
  return visible(`${line === undefined ? file : `${file}:${line}`}: ${text}`, "");
}
