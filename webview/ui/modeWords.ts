import * as l10n from "@vscode/l10n";
import type { Mode, Posture } from "../../src/shared/modes";
import type { IconName } from "./icon";

export interface Words {
  readonly label: string;
  readonly about: string;
  readonly icon: IconName;
}

export function modeWords(mode: Mode): Words {
  switch (mode) {
    case "plan":
      return { label: l10n.t("Plan"), about: l10n.t("Reads and proposes; changes nothing"), icon: "lightbulb" };
    case "work":
      return { label: l10n.t("Work"), about: l10n.t("Reads, edits and runs commands"), icon: "tools" };
    case "operate":
      return {
        label: l10n.t("Operate"),
        about: l10n.t("As Work; prefers compact plans for many steps"),
        icon: "robot",
      };
    default:
      return mode satisfies never;
  }
}

export function postureWords(posture: Posture): Words {
  switch (posture) {
    case "ask":
      return { label: l10n.t("Ask"), about: l10n.t("You answer what the gate asks"), icon: "shield" };
    case "auto-review":
      return {
        label: l10n.t("Auto-Review"),
        about: l10n.t("Never asks: edits here are allowed, the rest is denied"),
        icon: "eye",
      };
    case "full-access":
      return {
        label: l10n.t("Full Access"),
        about: l10n.t("Allows without asking, except commands; the hard floor stays"),
        icon: "warning",
      };
    default:
      return posture satisfies never;
  }
}
