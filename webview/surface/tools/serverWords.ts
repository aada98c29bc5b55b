import * as l10n from "@vscode/l10n";
import type { ServerAction } from "../../../src/shared/messages/surface";
import type { ServerRow, ServerStatus } from "../../../src/shared/surface";
import type { IconName } from "../../ui/icon";

interface StatusWords {
  readonly label: string;
  readonly icon: IconName;
  readonly tone: "ok" | "warn" | "bad" | "quiet" | "busy";
}

export function serverStatusWords(status: ServerStatus): StatusWords {
  switch (status) {
    case "configured":
      return { label: l10n.t("not started; starts when it is needed"), icon: "circle-outline", tone: "quiet" };
    case "needs_approval":
      return { label: l10n.t("waits for your approval of its first start"), icon: "shield", tone: "warn" };
    case "connecting":
      return { label: l10n.t("connecting…"), icon: "loading", tone: "busy" };
    case "ready":
      return { label: l10n.t("ready"), icon: "check", tone: "ok" };
    case "needs_sign_in":
      return { label: l10n.t("needs you to sign in"), icon: "key", tone: "warn" };
    case "failed":
      return { label: l10n.t("failed"), icon: "error", tone: "bad" };
    case "disabled":
      return { label: l10n.t("switched off"), icon: "circle-slash", tone: "quiet" };
    default:
      return status satisfies never;
  }
}

/** What failed, then what waits for the person, then all else; each in the order it had. */
export function urgentFirst(servers: readonly ServerRow[]): readonly ServerRow[] {
  const urgency = ({ status }: ServerRow) => ["warn", "bad"].indexOf(serverStatusWords(status).tone);
  return servers.toSorted((a, b) => urgency(b) - urgency(a));
}

export function actionWords(action: ServerAction): string {
  switch (action) {
    case "start":
      return l10n.t("Start");
    case "restart":
      return l10n.t("Restart");
    case "stop":
      return l10n.t("Stop");
    case "signIn":
      return l10n.t("Sign in");
    case "approve":
      return l10n.t("Approve…");
    case "trust":
      return l10n.t("Trust");
    case "untrust":
      return l10n.t("Don't trust");
    case "enable":
      return l10n.t("Switch on");
    case "disable":
      return l10n.t("Switch off");
    default:
      return action satisfies never;
  }
}

/** More on an action whose one word does not say it all. */
export function actionAbout(action: ServerAction): string | undefined {
  if (action === "trust") return l10n.t("When it says that a tool only reads, believe it");
  if (action === "untrust") return l10n.t("Ask before its tools again, whatever it says of them");
  if (action === "approve") return l10n.t("Shows the exact command before it starts for the first time");
  return undefined;
}

const BY_STATUS: Readonly<Record<ServerStatus, readonly ServerAction[]>> = {
  configured: ["start"],
  needs_approval: ["approve"],
  connecting: ["stop"],
  ready: ["restart", "stop"],
  needs_sign_in: ["signIn"],
  failed: ["restart"],
  disabled: [],
};

/** What can be done with a server in its state, the likeliest first. */
export function actionsOf({ status, trusted }: ServerRow): readonly ServerAction[] {
  if (status === "disabled") return ["enable"];
  return [...BY_STATUS[status], trusted ? "untrust" : "trust", "disable"];
}

/** "12 tools, 3 resources, 2 prompts"; nothing for what is not there. */
export function offersWords({ tools, resources, prompts, quarantined }: ServerRow): string {
  const parts = [
    tools === 1 ? l10n.t("1 tool") : tools > 1 ? l10n.t("{0} tools", tools) : "",
    quarantined.length > 0 ? l10n.t("{0} left out", quarantined.length) : "",
    resources > 0 ? l10n.t("resources: {0}", resources) : "",
    prompts > 0 ? l10n.t("prompts: {0}", prompts) : "",
  ];
  return parts.filter((part) => part !== "").join(" · ");
}
