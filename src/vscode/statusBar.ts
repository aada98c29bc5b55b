import { type Disposable, l10n, StatusBarAlignment, type StatusBarItem, ThemeColor, window, workspace } from "vscode";
import { COMMANDS } from "../shared/contributions";
import type { Mode, Posture } from "../shared/modes";

export interface StatusFacts {
  readonly mode: Mode;
  readonly posture: Posture;
  readonly trusted: boolean;
  readonly pending: number;
  readonly running: boolean;
}

/**
 * Mode and posture, always in sight; each is changed by a click. Pending cards are counted here too,
 * since nobody sees the badge of a closed side bar. Made at activation, before any session: until
 * then it shows what the settings say a new session would have.
 */
export class StatusBar implements Disposable {
  readonly #waiting = item("waiting", l10n.t("Gatehouse: Approvals"), COMMANDS.showApprovals, 92);
  readonly #mode = item("mode", l10n.t("Gatehouse: Mode"), COMMANDS.setMode, 91);
  readonly #posture = item("posture", l10n.t("Gatehouse: Posture"), COMMANDS.setPosture, 90);

  constructor() {
    this.show(initialFacts());
    this.#mode.show();
    this.#posture.show();
  }

  show({ mode, posture, trusted, pending, running }: StatusFacts): void {
    this.#mode.text = `${running ? "$(sync~spin)" : "$(shield)"} ${modeWords(mode)}`;
    this.#mode.tooltip = trusted ? modeTooltip(mode) : l10n.t("Restricted Mode: Gatehouse only reads.");
    this.#posture.text = postureWords(posture);
    this.#posture.tooltip = postureTooltip(posture);
    this.#posture.backgroundColor =
      posture === "full-access" ? new ThemeColor("statusBarItem.warningBackground") : undefined;
    this.#waiting.text = `$(bell-dot) ${l10n.t("{0} waiting", pending)}`;
    this.#waiting.tooltip = l10n.t("Gatehouse waits for your answer. Click to see what it asks.");
    if (pending > 0) this.#waiting.show();
    else this.#waiting.hide();
  }

  dispose(): void {
    for (const each of [this.#waiting, this.#mode, this.#posture]) each.dispose();
  }
}

export function modeWords(mode: Mode): string {
  const words: Record<Mode, string> = { plan: l10n.t("Plan"), work: l10n.t("Work"), operate: l10n.t("Operate") };
  return words[mode];
}

export function postureWords(posture: Posture): string {
  const words: Record<Posture, string> = {
    ask: l10n.t("Ask"),
    "auto-review": l10n.t("Auto-Review"),
    "full-access": l10n.t("Full Access"),
  };
  return words[posture];
}

export function modeTooltip(mode: Mode): string {
  const words: Record<Mode, string> = {
    plan: l10n.t("Reads and thinks. Everything that writes, runs or spends is refused."),
    work: l10n.t("Ordinary work."),
    operate: l10n.t("The same rights as Work; prefers a compact workflow for delegation."),
  };
  return words[mode];
}

export function postureTooltip(posture: Posture): string {
  const words: Record<Posture, string> = {
    ask: l10n.t("You are asked before anything that needs approval."),
    "auto-review": l10n.t(
      "Nobody is asked: edits in the workspace are allowed, a guardian (one request to the model) judges commands, servers and the network; everything else that needs approval is denied.",
    ),
    "full-access": l10n.t(
      "Everything is allowed but what your rules, hooks or a repository's law hold back. The hard floor still holds.",
    ),
  };
  return words[posture];
}

function item(id: string, name: string, command: string, priority: number): StatusBarItem {
  const made = window.createStatusBarItem(`gatehouse.${id}`, StatusBarAlignment.Right, priority);
  made.name = name;
  made.command = command;
  return made;
}

/** Read without zod, which is not loaded at activation: anything odd counts as the stricter value. */
function initialFacts(): StatusFacts {
  const settings = workspace.getConfiguration("gatehouse");
  const mode = settings.get("mode");
  const posture = settings.get("posture");
  const trusted = workspace.isTrusted;
  return {
    mode: trusted && (mode === "work" || mode === "operate") ? mode : "plan",
    posture: posture === "auto-review" || posture === "full-access" ? posture : "ask",
    trusted,
    pending: 0,
    running: false,
  };
}
