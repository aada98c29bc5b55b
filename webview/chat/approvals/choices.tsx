import * as l10n from "@vscode/l10n";
import { useState } from "preact/hooks";
import type { ApprovalChoice, SessionScope } from "../../../src/shared/approval";
import type { ApprovalCard } from "../../../src/shared/messages/chat";
import { Button } from "../../ui/button";
import { commandEnterLabel, handled } from "../../ui/keys";

export type Choice = ApprovalChoice | "open_diff";
export type Press = (choice: Choice) => void;

const ORDER: readonly Choice[] = ["once", "session", "always", "deny", "deny_with_note", "open_diff"];

interface ChoicesProps {
  readonly card: ApprovalCard;
  readonly disabled: boolean;
  readonly onPress: Press;
}

/** One tab stop, the safest choice first; arrow keys move between the buttons. */
export function Choices({ card, disabled, onPress }: ChoicesProps) {
  const [stop, setStop] = useState<Choice>("deny");
  const offered = ORDER.filter((choice) => isOffered(card, choice));
  const onKeyDown = (event: KeyboardEvent) => {
    const next = offered[nextIndex(event, offered.indexOf(stop), offered.length)];
    if (next === undefined) return;
    handled(event);
    setStop(next);
    (event.currentTarget as Element).querySelector<HTMLElement>(`[data-choice="${next}"]`)?.focus();
  };
  // The second click of a double click may land on the next card's button: it answers nothing.
  const press = (choice: Choice) => (event: MouseEvent) => event.detail < 2 && onPress(choice);
  return (
    <div class="buttons" role="toolbar" aria-label={l10n.t("Your answer")} onKeyDown={onKeyDown}>
      {offered.map((choice) => (
        <Button
          key={choice}
          choice={choice}
          primary={choice === "once"}
          disabled={disabled && choice !== "open_diff"}
          tabIndex={choice === stop ? 0 : -1}
          keys={keysOf(choice)}
          {...(choice === "session" && { about: sessionWords(card.sessionScope, card.diff?.files ?? 1) })}
          onPress={press(choice)}
        >
          {wordsOf(choice)}
        </Button>
      ))}
    </div>
  );
}

/** Deny is always there. */
function isOffered(card: ApprovalCard, choice: Choice): boolean {
  if (choice === "open_diff") return card.diff !== undefined;
  return choice === "deny" || card.choices.includes(choice);
}

/** -1 when the key does not move. */
function nextIndex(event: KeyboardEvent, current: number, length: number): number {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return -1;
  switch (event.key) {
    case "ArrowRight":
    case "ArrowDown":
      return (current + 1) % length;
    case "ArrowLeft":
    case "ArrowUp":
      return (current - 1 + length) % length;
    case "Home":
      return 0;
    case "End":
      return length - 1;
    default:
      return -1;
  }
}

function wordsOf(choice: Choice): string {
  switch (choice) {
    case "once":
      return l10n.t("Allow once");
    case "session":
      return l10n.t("Allow for the session");
    case "always":
      return l10n.t("Always allow…");
    case "deny":
      return l10n.t("Deny");
    case "deny_with_note":
      return l10n.t("Deny with a note…");
    case "open_diff":
      return l10n.t("Open diff");
    default:
      return choice satisfies never;
  }
}

/** Exactly what would be remembered, and nothing wider. */
function sessionWords(scope: SessionScope | undefined, files: number): string {
  switch (scope) {
    case "command":
      return l10n.t("Allow for the session: this command");
    case "file":
      return files === 1
        ? l10n.t("Allow for the session: this file")
        : l10n.t("Allow for the session: these {0} files", files);
    case "call":
      return l10n.t("Allow for the session: this very call");
    case "host":
      return l10n.t("Allow for the session: this host");
    case undefined:
      return l10n.t("Allow for the session");
    default:
      return scope satisfies never;
  }
}

function keysOf(choice: Choice): string {
  if (choice === "once") return commandEnterLabel();
  return choice === "deny" ? "Esc" : "";
}
