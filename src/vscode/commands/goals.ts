import { l10n, window } from "vscode";
import { MAX_OBJECTIVE } from "../../core/goals/goal";
import type { Sessions } from "../sessions";

/** A goal of the person's own, from the palette. */
export function goalCommands(sessions: Sessions, show: () => Promise<void>) {
  return {
    async setGoal() {
      const title = l10n.t("What is to be reached?");
      const prompt = l10n.t("Gatehouse works on it over several turns until it is reached, blocked or stopped.");
      const objective = await window.showInputBox({ title, prompt, ignoreFocusOut: true, validateInput: tooLong });
      if (objective === undefined || objective.trim() === "") return;
      await show();
      await sessions.pursue(objective.trim());
    },
  };
}

const tooLong = (text: string): string | undefined =>
  text.length > MAX_OBJECTIVE ? l10n.t("At most {0} characters.", MAX_OBJECTIVE) : undefined;
