import { l10n, type QuickPickItem, window } from "vscode";
import { MODES, type Mode, POSTURES, type Posture } from "../../shared/modes";
import type { Sessions } from "../sessions";
import { modeTooltip, modeWords, postureTooltip, postureWords } from "../statusBar";

/** Mode and posture, as palette and status bar offer them. */
export function authorityCommands(sessions: Sessions) {
  return {
    async setMode() {
      if (!sessions.status.trusted) return sayRestricted();
      const items = MODES.map((mode) => choice(mode, modeWords(mode), modeTooltip(mode), sessions.status.mode));
      const chosen = await pick<Mode>(items, l10n.t("Mode of this session"));
      if (chosen) sessions.setMode(chosen);
    },
    async setPosture() {
      const items = POSTURES.map((each) =>
        choice(each, postureWords(each), postureTooltip(each), sessions.status.posture),
      );
      const chosen = await pick<Posture>(items, l10n.t("Who answers when a call needs approval, in this session"));
      if (chosen) sessions.setPosture(chosen);
    },
  };
}

export function sayRestricted(): void {
  void window.showInformationMessage(
    l10n.t("In Restricted Mode only Plan is possible. Trust the workspace to change the mode."),
  );
}

type Choice<T> = QuickPickItem & { readonly value: T };

function choice<T>(value: T, label: string, detail: string, current: T): Choice<T> {
  return { value, label, detail, ...(value === current ? { description: l10n.t("current") } : {}) };
}

async function pick<T>(items: readonly Choice<T>[], title: string): Promise<T | undefined> {
  return (await window.showQuickPick(items, { title, placeHolder: title }))?.value;
}
