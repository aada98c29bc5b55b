import { l10n, type QuickPickItem, ThemeIcon, window } from "vscode";
import type { SessionSummary } from "../../core/sessions/store";
import type { Sessions } from "../sessions";

type Item = QuickPickItem & { readonly id?: string };

/** Starting and finding sessions. `show` brings the chat into view. */
export function sessionCommands(sessions: Sessions, show: () => Promise<void>) {
  return {
    async newSession() {
      if (!(await mayLeave(sessions))) return;
      await sessions.startNew();
      await show();
    },
    async sessions() {
      const title = l10n.t("Sessions of this workspace");
      const items = sessions
        .list()
        .then((found) => found.toSorted(newestFirst).map((each) => item(each, sessions.current.id)));
      const none: Item = { label: l10n.t("There are no sessions yet"), iconPath: new ThemeIcon("info") };
      const offered = items.then((all) => (all.length > 0 ? all : [none]));
      const chosen = await window.showQuickPick<Item>(offered, { title, placeHolder: title, matchOnDescription: true });
      if (!chosen?.id || chosen.id === sessions.current.id || !(await mayLeave(sessions))) return;
      if (await sessions.reopen(chosen.id)) await show();
      else void window.showWarningMessage(l10n.t("This session can't be found any more."));
    },
  };
}

const newestFirst = (a: SessionSummary, b: SessionSummary) => b.updatedAt - a.updatedAt;

function item({ id, title, updatedAt, turns }: SessionSummary, current: string | undefined): Item {
  const when = new Date(updatedAt).toLocaleString();
  const count = turns === 1 ? l10n.t("1 turn") : l10n.t("{0} turns", turns);
  const here = id === current ? ` · ${l10n.t("current")}` : "";
  return { id, label: title || l10n.t("Untitled"), description: `${when} · ${count}${here}` };
}

/** Leaving a running turn stops it: that is said first. */
export async function mayLeave(sessions: Sessions): Promise<boolean> {
  if (!sessions.status.running) return true;
  const leave = l10n.t("Stop It");
  const words = l10n.t("A turn is still running here.");
  const detail = l10n.t("It is stopped when you leave this session. What it has done so far stays.");
  return (await window.showWarningMessage(words, { modal: true, detail }, leave)) === leave;
}
