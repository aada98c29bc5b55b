import { commands, l10n, window } from "vscode";
import type { Log } from "../../core/operations/ports";
import { COMMANDS } from "../../shared/contributions";
import type { ChatIntent, Completion } from "../../shared/messages/chat";
import { plainLabel } from "../plainLabel";
import type { Sessions } from "../sessions";
import { completeMention, type MentionParts, mentioned } from "./mentions";
import { completeSlash, runSlash, type SlashParts, type Submission } from "./slash";

export type ComposerParts = SlashParts &
  MentionParts & {
    readonly sessions: Sessions;
    readonly log: Log;
    /** Gives text back to the composer. */
    draft(text: string): void;
    complete(id: number, items: readonly Completion[]): void;
  };

/** As many fit into the list under the composer. */
const MAX_COMPLETIONS = 30;

/** What becomes of what a person writes: a command is run, what is mentioned is looked up, the rest is sent. */
export class Composer {
  constructor(private readonly parts: ComposerParts) {}

  /** What can't be done is said, and the text comes back. */
  async submit(text: string): Promise<void> {
    if (text.trim() === "") return;
    try {
      const written = text.trimStart().startsWith("/") ? await runSlash(text, this.parts) : { text };
      if (written?.unknown !== undefined && !(await isMessage(written.unknown))) return this.parts.draft(text);
      if (written) await this.#send(written);
    } catch (error) {
      this.parts.log.error("A message could not be sent.", error);
      this.parts.draft(text);
      const why = error instanceof Error ? error.message : String(error);
      void window.showErrorMessage(l10n.t("The message was not sent: {0}", plainLabel(why)));
    }
  }

  async complete({ id, trigger, query }: Extract<ChatIntent, { kind: "complete" }>): Promise<void> {
    const find = trigger === "/" ? completeSlash : completeMention;
    const items = await find(query, this.parts).catch((error: unknown) => {
      this.parts.log.warn("The composer's list could not be made.", error);
      return [];
    });
    this.parts.complete(id, items.slice(0, MAX_COMPLETIONS));
  }

  async #send({ text, attachments = [] }: Submission): Promise<void> {
    if (!this.parts.sessions.status.model) await commands.executeCommand(COMMANDS.selectModel);
    const found = await mentioned(text, this.parts);
    await this.parts.sessions.send(text, [...attachments, ...found]);
  }
}

/** The list of commands may not have been there yet when Enter was pressed: nothing goes to the model by mistake. */
async function isMessage(word: string): Promise<boolean> {
  // The first button is the one that Enter presses.
  const keep = l10n.t("Keep Writing");
  const send = l10n.t("Send as a Message");
  const question = l10n.t("There is no command /{0}. Send it as a message anyway?", plainLabel(word));
  return (await window.showWarningMessage(question, { modal: true }, keep, send)) === send;
}
