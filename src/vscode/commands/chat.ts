import { commands, l10n, type QuickPickItem, window } from "vscode";
import { VIEWS } from "../../shared/contributions";
import { plainLabel } from "../plainLabel";
import type { Sessions } from "../sessions";
import type { ChatView } from "../views/chat";

/** Bringing the chat and what waits in it into view; stopping. */
export function chatCommands(sessions: Sessions, chat: ChatView) {
  const focusForm = async () => {
    await revealChat();
    chat.focus({ target: "approval" });
  };
  return {
    async open() {
      await revealChat();
      chat.focus({ target: "composer" });
    },
    stop() {
      sessions.stop();
    },
    /** Never answers by itself: it shows the card. */
    async showApprovals() {
      const { approvals, forms } = sessions.current.projection.state();
      if (approvals.length + forms.length === 0)
        return void window.showInformationMessage(l10n.t("Nothing waits for your answer."));
      // Cards stand above forms; one form shows at a time, so there is nothing to choose from.
      if (approvals.length === 0) return focusForm();
      const items = approvals.map(({ id, title, subject }): QuickPickItem & { id: string } => ({
        id,
        label: `${l10n.t(title)} ${plainLabel(subject, 200)}`,
      }));
      const placeHolder = l10n.t("What waits for your answer");
      const chosen = items.length === 1 ? items[0] : await window.showQuickPick(items, { placeHolder });
      if (!chosen) return;
      await revealChat();
      chat.focus({ target: "approval", id: chosen.id });
    },
  };
}

/** Opens the side bar when it is shut, and puts the focus into the view. */
export async function revealChat(): Promise<void> {
  await commands.executeCommand(`${VIEWS.chat}.focus`);
}
