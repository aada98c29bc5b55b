import { l10n, type Memento, window } from "vscode";
import type { Hook } from "../core/operations/hooks";
import { visible } from "../shared/visible";

const KEY = "gatehouse.hooks.approved";
/** The oldest are asked about again. */
const MAX_KEPT = 1_000;
/** What does not fit into a dialog can't be judged in it. */
const MAX_SHOWN = 3_000;

/** Which hooks of workspaces may run, by the hash of all that they are. */
export class HookApprovals {
  constructor(private readonly memento: Memento) {}

  has(hash: string): boolean {
    return this.#all().includes(hash);
  }

  /** Shows the whole command. */
  async ask(hook: Hook, file: string, hash: string): Promise<boolean> {
    const detail = [
      visible(hook.command),
      l10n.t("It runs at {0} in {1}.", hook.event, visible(hook.folder ?? "", "")),
      l10n.t(
        "Configured in {0}. You are asked again when the entry, or a workspace file that it names, changes.",
        visible(file, ""),
      ),
    ].join("\n\n");
    if (detail.length > MAX_SHOWN) {
      void window.showWarningMessage(l10n.t("A hook of this workspace says more than a dialog can show: shorten it."));
      return false;
    }
    const approve = l10n.t("Approve");
    const words = l10n.t("May this hook of the workspace run?");
    if ((await window.showWarningMessage(words, { modal: true, detail }, approve)) !== approve) return false;
    await this.memento.update(KEY, [...this.#all().filter((each) => each !== hash), hash].slice(-MAX_KEPT));
    return true;
  }

  #all(): readonly string[] {
    const kept = this.memento.get<unknown>(KEY);
    return Array.isArray(kept) ? kept.filter((each) => typeof each === "string") : [];
  }
}
