import { commands, l10n, window } from "vscode";
import { SETTINGS } from "../shared/contributions";

/**
 * Asks a person whether a change that allows more is theirs. Its words are fixed: rules and laws hold
 * texts of others. A notification can't be withdrawn, so one asks at a time, and it is about the change
 * as it is when it is answered.
 */
export class RuleNotice {
  #open = false;

  constructor(
    /** Puts rules and laws in force as they are now, in the session of that id; false when it is gone. */
    private readonly use: (session: string) => boolean,
  ) {}

  async raise(session: string, what: { readonly rules: boolean; readonly laws: boolean }): Promise<void> {
    if (this.#open || (!what.rules && !what.laws)) return;
    const use = l10n.t("Use Them Now");
    const show = l10n.t("Show");
    const pressed = await this.#ask(wordsOf(what), use, ...(what.rules ? [show] : []));
    if (pressed === show) {
      void commands.executeCommand("workbench.action.openSettings", `gatehouse.${SETTINGS.rules}`);
      // Seeing them is no answer yet.
      return this.raise(session, what);
    }
    if (pressed === use && !this.use(session))
      void window.showInformationMessage(l10n.t("That session is closed. Nothing was done."));
  }

  async #ask(words: string, ...buttons: string[]): Promise<string | undefined> {
    this.#open = true;
    try {
      return await window.showWarningMessage(words, ...buttons);
    } finally {
      this.#open = false;
    }
  }
}

function wordsOf({ rules, laws }: { readonly rules: boolean; readonly laws: boolean }): string {
  if (rules && laws)
    return l10n.t(
      "Rules and a repository's law changed: they would allow more. This session goes on with those it began with until you want the new ones.",
    );
  return rules
    ? l10n.t(
        "Rules changed: they would allow more. This session goes on with those it began with until you want the new ones.",
      )
    : l10n.t(
        "A repository's law changed: it would allow more. This session goes on with the one it began with until you want the new one.",
      );
}
