import * as l10n from "@vscode/l10n";
import type { ShownTool, SwitchLock } from "../../../src/shared/messages/surface";
import type {
  Approval,
  Manifest,
  Offer,
  Origin,
  Route,
  RouteState,
  ToolKind,
  WorkerRoutingHint,
  WorkerRoutingStrategy,
} from "../../../src/shared/surface";
import { reasonWords } from "../../ui/reasonWords";
import { plain } from "../factWords";

/** A built-in's title is ours to translate; a server's is foreign text. */
export const titleWords = ({ origin, title }: ShownTool): string => plain(origin === "builtin" ? l10n.t(title) : title);

/** What is so of a tool here and now, in one sentence or less. */
export function effectWords(row: ShownTool): string {
  if (!row.inEffect) return row.reason ? reasonWords(row.reason) : l10n.t("Not in effect.");
  if (row.sent) return row.offer === "eager" ? l10n.t("in each request") : l10n.t("in the request, activated");
  return offerWords(row.offer);
}

export function offerWords(offer: Offer): string {
  switch (offer) {
    case "eager":
      return l10n.t("in each request");
    case "deferred":
      return l10n.t("found by search");
    case "hidden":
      return l10n.t("by its exact name only");
    default:
      return offer satisfies never;
  }
}

export function originWords(origin: Origin): string {
  switch (origin) {
    case "builtin":
      return l10n.t("built in");
    case "plugin":
      return l10n.t("plugin");
    case "mcp":
      return l10n.t("MCP server");
    case "synthetic":
      return l10n.t("made by Gatehouse");
    default:
      return origin satisfies never;
  }
}

export function approvalWords(approval: Approval): string {
  switch (approval) {
    case "auto":
      return l10n.t("runs without asking");
    case "suggest":
      return l10n.t("asks, unless a setting allows it");
    case "required":
      return l10n.t("asks");
    default:
      return approval satisfies never;
  }
}

const CAPABILITIES: Readonly<Record<string, () => string>> = {
  read: () => l10n.t("reads"),
  write: () => l10n.t("writes"),
  shell: () => l10n.t("runs commands"),
  network: () => l10n.t("uses the network"),
  secrets: () => l10n.t("uses secrets"),
  ask: () => l10n.t("asks you"),
  spend: () => l10n.t("spends"),
  state: () => l10n.t("keeps the session's own state"),
};

/** What it can do; one that a newer host names stays readable. */
export function capabilitiesWords(capabilities: readonly string[]): string {
  const words = capabilities.map((each) => (Object.hasOwn(CAPABILITIES, each) ? CAPABILITIES[each]?.() : plain(each)));
  return words.join(", ") || l10n.t("none");
}

export function routeWords(route: Route): string {
  switch (route) {
    case "worker-local":
      return l10n.t("in the worker");
    case "main-process-proxy":
      return l10n.t("through the main process");
    case "disabled":
      return l10n.t("not for sub-agents");
    default:
      return route satisfies never;
  }
}

export function routeStateWords(state: RouteState): string {
  switch (state) {
    case "worker-local":
      return routeWords("worker-local");
    case "main-process-proxied":
      return routeWords("main-process-proxy");
    case "disabled-in-worker":
      return l10n.t("does not run for a sub-agent");
    case "not-selected":
      return l10n.t("not selected");
    default:
      return state satisfies never;
  }
}

export interface StrategyWords {
  readonly label: string;
  readonly about: string;
}

export function strategyWords(strategy: WorkerRoutingStrategy): StrategyWords {
  switch (strategy) {
    case "auto":
      return { label: l10n.t("Automatic"), about: l10n.t("Where the tool itself runs best") };
    case "force-local":
      return { label: l10n.t("In the worker"), about: l10n.t("Blocked where it can't run there") };
    case "force-main-process-proxy":
      return { label: l10n.t("Through the main process"), about: l10n.t("The host runs it for the worker") };
    case "force-disabled":
      return { label: l10n.t("Never for sub-agents"), about: l10n.t("No sub-agent can call it") };
    default:
      return strategy satisfies never;
  }
}

function kindWords(kind: ToolKind): string {
  const words: Readonly<Record<ToolKind, () => string>> = {
    builtin: () => l10n.t("built-in work"),
    memory: () => l10n.t("memory"),
    skill: () => l10n.t("skills"),
    delegation: () => l10n.t("delegation"),
    admin: () => l10n.t("administration"),
    custom: () => l10n.t("custom"),
  };
  return words[kind]();
}

function hintWords(hint: WorkerRoutingHint): string {
  switch (hint) {
    case "local":
      return routeWords("worker-local");
    case "main-process-proxy":
      return routeWords("main-process-proxy");
    case "disabled":
      return routeWords("disabled");
    default:
      return hint satisfies never;
  }
}

/** The static profile: what is true of the tool wherever it runs. */
export function manifestWords(manifest: Manifest): string {
  const { kind, executionMode, supportedInWorker, workerRoutingHint } = manifest;
  const parts = [
    kindWords(kind),
    executionMode === "parallel" ? l10n.t("runs beside others") : l10n.t("runs alone"),
    supportedInWorker ? l10n.t("sub-agents: {0}", hintWords(workerRoutingHint)) : routeStateWords("disabled-in-worker"),
    manifest.requiresShell ? l10n.t("needs a shell") : "",
    manifest.requiresWrite ? l10n.t("writes") : "",
    manifest.requiresSkillScope ? l10n.t("needs a skill") : "",
  ];
  return parts.filter((part) => part !== "").join(" · ");
}

/** Why a switch can't be changed where changes go now. */
export function lockWords(lock: SwitchLock | undefined): string | undefined {
  switch (lock) {
    case undefined:
      return undefined;
    case "core":
      return l10n.t("A core tool can't be switched off.");
    case "user":
      return l10n.t("Off in your user settings; a workspace can only narrow. Choose user settings to change it.");
    case "workspace":
      return l10n.t("Off in the workspace's settings. Choose workspace settings to change it.");
    case "elsewhere":
      return l10n.t("Off in other settings, such as a folder's. Open the settings to change it.");
    default:
      return lock satisfies never;
  }
}
