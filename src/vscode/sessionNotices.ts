import { l10n, window } from "vscode";
import type { EngineEvent } from "../core/engine/session";

/** What the sessions of a window tell a person beside the conversation. */
export function sayReadOnly(): void {
  say(l10n.t("Another window has this session open. Start a new session to write here."));
}

export function sayUnfinishedGoal(): void {
  say(l10n.t("There is an unfinished goal. Complete, block or clear it first."));
}

export function sayNotPermitted(): void {
  say(l10n.t("The policy of this machine does not permit that."));
}

/** The first thing in a new session where a folder is on no disk. */
export function virtualNotice(): EngineEvent {
  const text = l10n.t(
    "A folder here is on no disk: its files are written through VS Code, not atomically, and commands can't run in it.",
  );
  return { type: "notice", id: "virtual", level: "info", code: "other", text, toModel: false };
}

function say(text: string): void {
  void window.showInformationMessage(text);
}
