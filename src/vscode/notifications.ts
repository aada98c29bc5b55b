import { l10n, window } from "vscode";
import { type ApprovalRequest, fitsNotification } from "../shared/approval";

export interface ApprovalDesk {
  /** Brings the card or form into view; false when it was settled meanwhile. */
  show(requestId: string): boolean;
  isOpen(requestId: string): boolean;
  /** False when it was settled meanwhile: the answer did nothing. */
  allowOnce(requestId: string): boolean;
}

/**
 * Calls a person to a card they can't see. Its words are fixed, never taken from a call: VS Code
 * renders links in notifications. A notification can't be withdrawn, so a late press only says that
 * it is late; and nobody waits for it, since one that was hidden may never be answered.
 */
export class ApprovalNotifier {
  #unanswered = false;

  constructor(private readonly desk: ApprovalDesk) {}

  raise(request: ApprovalRequest): void {
    const once = l10n.t("Allow Once");
    void this.#ask(request.id, fitsNotification(request) ? [once] : []).then((pressed) => {
      if (pressed === once) void this.#allowOnce(request);
    });
  }

  /** Questions to a person are answered in their form alone. */
  raiseForm(id: string): void {
    void this.#ask(id, []);
  }

  async #ask(id: string, buttons: readonly string[]): Promise<string | undefined> {
    if (this.#unanswered) return undefined;
    this.#unanswered = true;
    const show = l10n.t("Show");
    const words = l10n.t("Gatehouse waits for your answer before it goes on.");
    const pressed = await window.showWarningMessage(words, show, ...buttons);
    this.#unanswered = false;
    if (pressed === show) this.#tellIfLate(this.desk.show(id));
    return pressed;
  }

  /** Nobody allows what they have not seen: the call, which is short and plain, is shown whole first. */
  async #allowOnce(request: ApprovalRequest): Promise<void> {
    if (!this.desk.isOpen(request.id)) return this.#tellIfLate(false);
    const once = l10n.t("Allow Once");
    const { command, subject, subjectWords: said } = request;
    const what = command ?? (said ? l10n.t(said.text, ...(said.args ?? [])) : subject);
    const title = request.program === undefined ? l10n.t(request.title) : ofProgram(request.tool);
    const detail = [`${title} ${what}`, ...request.paths].join("\n");
    const pressed = await window.showWarningMessage(l10n.t("Allow this call once?"), { modal: true, detail }, once);
    if (pressed === once) this.#tellIfLate(this.desk.allowOnce(request.id));
  }

  #tellIfLate(inTime: boolean): void {
    if (!inTime) void window.showInformationMessage(l10n.t("That question was already settled. Nothing was done."));
  }
}

const ofProgram = (tool: string): string => l10n.t("execute_tools program call: {0}", tool);
