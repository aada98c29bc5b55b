import { commands, env, l10n, window } from "vscode";
import { COMMANDS, CONTEXT_KEYS } from "../shared/contributions";
import type { ChatIntent } from "../shared/messages/chat";
import type { ImageAnswer } from "../shared/messages/chatItems";
import { sayRestricted } from "./commands/authority";
import type { Composer } from "./composer/submission";
import type { Faults } from "./faults";
import { openLink } from "./links";
import type { Results } from "./results";
import type { Sessions } from "./sessions";
import type { Mirrors } from "./terminal";
import { openDiff } from "./views/diff";
import type { Texts } from "./views/texts";

export interface IntentParts {
  readonly sessions: Sessions;
  readonly faults: Faults;
  readonly texts: Texts;
  readonly mirrors: Mirrors;
  readonly results: Results;
  readonly composer: Composer;
  /** Hands the view an image that it asked for. */
  image(callId: string, index: number, image: ImageAnswer): void;
}

/** What a person wants, as the chat view says it. The view only says; here it is checked and done. */
export async function act(intent: Exclude<ChatIntent, { kind: "ready" }>, parts: IntentParts): Promise<void> {
  const { sessions } = parts;
  switch (intent.kind) {
    case "send":
      return parts.composer.submit(intent.text);
    case "stop":
      return sessions.stop();
    case "answer":
      return answer(sessions, intent);
    case "answerForm":
      return answerForm(sessions, intent);
    case "goal":
      return sessions.actOnGoal(intent.action, intent.text);
    case "complete":
      return parts.composer.complete(intent);
    case "loadImage":
      return parts.image(intent.callId, intent.index, sessions.current.images.find(intent.callId, intent.index));
    case "openDiff":
      return showDiff(intent.requestId, parts);
    case "openFile":
      return parts.results.openFile(intent.path, intent.line);
    case "openLink":
      return openLink(intent.url);
    case "showTerminal":
      return parts.mirrors.show(intent.callId);
    case "showFullResult":
      return parts.results.show(intent.callId);
    case "setMode":
      return sessions.status.trusted ? sessions.setMode(intent.mode) : sayRestricted();
    case "setPosture":
      return sessions.setPosture(intent.posture);
    case "command":
      await commands.executeCommand(commandOf(intent.command));
      return;
    case "mend":
      return parts.faults.open(intent.of);
    case "focus":
      return tellFocus(intent.where);
    case "copy":
      await env.clipboard.writeText(intent.text);
      return;
    default:
      intent satisfies never;
  }
}

/** For `when` clauses: nothing else tells that the focus is inside a webview view. */
export function tellFocus(where: "none" | "list" | "composer" | "approval"): void {
  void commands.executeCommand("setContext", CONTEXT_KEYS.chatFocus, where !== "none");
  void commands.executeCommand("setContext", CONTEXT_KEYS.approvalFocus, where === "approval");
}

/** An answer is bound to one request: when that is settled already, nothing happens. */
function answer(sessions: Sessions, intent: Extract<ChatIntent, { kind: "answer" }>): void {
  const { requestId, answer: said, note, rules = [] } = intent;
  if (said === "always") sessions.answer(requestId, { answer: "always", rules });
  else if (said === "deny") sessions.answer(requestId, { answer: "deny", ...(note ? { note } : {}) });
  else sessions.answer(requestId, { answer: said });
}

/** A stale one does nothing. A page that a server wants is opened after the person's yes, never before. */
function answerForm(sessions: Sessions, said: Extract<ChatIntent, { kind: "answerForm" }>): void {
  const url = sessions.current.projection.form(said.formId)?.url;
  const { action, values } = said;
  const taken = sessions.answerForm(said.formId, action === "accept" ? { action, values } : { action });
  if (taken && action === "accept" && url !== undefined) openLink(url);
}

async function showDiff(requestId: string, { sessions, texts }: IntentParts): Promise<void> {
  const request = sessions.current.projection.approval(requestId);
  if (request) await openDiff(texts, request);
  else void window.showInformationMessage(l10n.t("That question was already settled."));
}

type Command = Extract<ChatIntent, { kind: "command" }>["command"];

function commandOf(command: Command): string {
  if (command === "manageTrust") return "workbench.trust.manage";
  if (command === "openFolder") return "vscode.openFolder";
  return COMMANDS[command];
}
