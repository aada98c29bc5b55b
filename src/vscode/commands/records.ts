import { commands, type LogOutputChannel, l10n } from "vscode";
import type { Sessions } from "../sessions";
import { auditText } from "../views/auditText";
import type { Texts } from "../views/texts";

/** What was decided and what happened, to read. */
export function recordCommands(sessions: Sessions, texts: Texts, channel: LogOutputChannel) {
  return {
    async showAudit() {
      const { audit, id } = sessions.current;
      await texts.show(`/${l10n.t("Gatehouse audit")}.txt`, id ?? "none", auditText(sessions.status.title, audit));
    },
    showLogs() {
      channel.show();
    },
    async openSettings() {
      await commands.executeCommand("workbench.action.openSettings", "@ext:gatehouse.gatehouse");
    },
  };
}
