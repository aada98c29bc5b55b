import { l10n, ProgressLocation, type QuickPickItem, ThemeIcon, window } from "vscode";
import type { McpPool, ServerConfig } from "../../core/mcp/pool";
import type { ServerAction } from "../../shared/messages/surface";
import type { ServerRow, ServerStatus } from "../../shared/surface";
import { actOnServer, type ServerActs } from "../mcp/actions";
import { openPlace } from "../mcp/banner";
import type { Servers } from "../mcp/servers";
import { plainLabel } from "../plainLabel";

export interface ServerCommandParts extends ServerActs {
  readonly pool: McpPool;
  readonly servers: Servers;
  /** A pool beside the window's, for one look; closed by whoever asked for it. */
  newPool(): Promise<McpPool>;
  showLog(): void;
}

/** Looking after MCP servers. */
export function serverCommands(parts: () => Promise<ServerCommandParts>) {
  return {
    manageServers: async () => manageServers(await parts()),
    checkServer: async () => {
      const all = await parts();
      const row = await pickServer(all, l10n.t("Check which MCP server?"));
      if (row) await checkServer(all, row.name);
    },
  };
}

/** The list, then what can be done with the one that was chosen. */
async function manageServers(parts: ServerCommandParts): Promise<void> {
  const row = await pickServer(parts, l10n.t("MCP servers"));
  if (!row) return;
  const title = `${plainLabel(row.name)} · ${statusWords(row.status)}`;
  const chosen = await window.showQuickPick(actionsOf(parts, row), {
    title,
    placeHolder: l10n.t("What to do with it"),
  });
  await chosen?.act();
}

type RowItem = QuickPickItem & { readonly row?: ServerRow };

async function pickServer({ servers, pool }: ServerCommandParts, title: string): Promise<ServerRow | undefined> {
  await servers.refresh();
  const items: RowItem[] = pool.servers().map(rowItem);
  const none: RowItem = { label: l10n.t("No MCP server is configured"), detail: howToConfigure() };
  const shown = items.length > 0 ? items : [none];
  return (await window.showQuickPick(shown, { title, placeHolder: title, matchOnDetail: true }))?.row;
}

function rowItem(row: ServerRow): RowItem {
  const counts = row.status === "ready" ? ` · ${countOf(row.tools)}` : "";
  const whose = row.source === "workspace" ? ` · ${l10n.t("of this workspace")}` : "";
  return {
    row,
    label: plainLabel(row.name),
    iconPath: new ThemeIcon(ICONS[row.status]),
    description: `${statusWords(row.status)}${counts}${whose}`,
    detail: plainLabel(row.error ?? row.warnings.at(-1) ?? row.target),
  };
}

type Item = QuickPickItem & { readonly act: () => Promise<unknown> };

/** Only what makes sense in its state. */
function actionsOf(parts: ServerCommandParts, row: ServerRow): Item[] {
  const { servers } = parts;
  const { name, status, transport } = row;
  const act = (what: ServerAction) => actOnServer(name, what, parts);
  const configured = servers.find(name);
  const lacksValues = (configured?.expanded.unanswered.length ?? 0) > 0;
  const runs = status === "ready" || status === "connecting";
  const can = status !== "disabled" && configured?.config.problem === undefined;
  const startable = can && status !== "needs_approval";
  const start = runs || status === "failed" ? l10n.t("Restart") : l10n.t("Start");
  const items: (Item | false)[] = [
    startable && transport !== "stdio" && item("sign-in", l10n.t("Sign In…"), () => act("signIn")),
    status === "needs_approval" && item("check", l10n.t("Approve…"), () => act("approve")),
    lacksValues && item("edit", l10n.t("Enter Its Values…"), () => act("approve")),
    startable && item("play", start, () => act("restart")),
    runs && item("debug-stop", l10n.t("Stop"), () => act("stop")),
    status !== "disabled" && item("plug", l10n.t("Check…"), () => checkServer(parts, name)),
    trustItem(parts, row),
    switchItem(parts, row),
    item("key", l10n.t("Forget Its Sign-In and Values"), () => servers.forget(name)),
    item("output", l10n.t("Show Log"), async () => parts.showLog()),
    configured ? item("go-to-file", l10n.t("Open Its Configuration"), () => openPlace(configured.entry)) : false,
  ];
  return items.filter((each) => each !== false);
}

function item(icon: string, label: string, act: () => Promise<unknown>, detail?: string): Item {
  const failed = (error: unknown) => void window.showErrorMessage(plainLabel(whyOf(error)));
  return { label, iconPath: new ThemeIcon(icon), act: () => act().catch(failed), ...(detail ? { detail } : {}) };
}

function trustItem(parts: ServerCommandParts, { name }: ServerRow): Item {
  if (parts.settings().trustedServers.includes(name)) {
    return item("shield", l10n.t("Do Not Trust It Any More"), () => actOnServer(name, "untrust", parts));
  }
  const detail = l10n.t("Its word is taken that a tool only reads: such tools are then called without asking.");
  return item("shield", l10n.t("Trust It"), () => actOnServer(name, "trust", parts), detail);
}

function switchItem(parts: ServerCommandParts, { name }: ServerRow): Item | false {
  if (parts.settings().disabledServers.includes(name)) {
    return item("circle-large-outline", l10n.t("Enable"), () => actOnServer(name, "enable", parts));
  }
  if (parts.servers.find(name)?.entry.disabled) return false;
  return item("circle-slash", l10n.t("Disable"), () => actOnServer(name, "disable", parts));
}

/** Connects once, beside the window's own connection, and tells what came of it. */
async function checkServer(parts: ServerCommandParts, name: string): Promise<void> {
  if (!(await parts.servers.approve(name))) return;
  const config = parts.servers.find(name)?.config;
  if (!config) return;
  const title = l10n.t("Checking the MCP server {0}", plainLabel(name));
  const row = await window.withProgress(
    { location: ProgressLocation.Notification, title, cancellable: true },
    (_progress, token) => {
      const abort = new AbortController();
      token.onCancellationRequested(() => abort.abort());
      return lookAt(parts, config, abort.signal);
    },
  );
  if (row) tellCheck(row);
}

async function lookAt(
  parts: ServerCommandParts,
  config: ServerConfig,
  signal: AbortSignal,
): Promise<ServerRow | undefined> {
  const pool = await parts.newPool();
  try {
    pool.configure([{ ...config, disabled: false }]);
    await pool.connect([config.name], config.connectMs + config.listMs, signal);
    return pool.servers().find(({ name }) => name === config.name);
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  } finally {
    await pool.close();
  }
}

function tellCheck(row: ServerRow): void {
  const name = plainLabel(row.name);
  if (row.status === "ready") {
    const words = l10n.t("The MCP server {0} works: {1}.", name, countOf(row.tools));
    const odd = row.quarantined.length > 0 ? ` ${l10n.t("{0} tools can't be used.", row.quarantined.length)}` : "";
    void window.showInformationMessage(words + odd);
  } else if (row.status === "needs_sign_in") {
    void window.showWarningMessage(l10n.t("The MCP server {0} answers and wants you to sign in.", name));
  } else {
    const why = plainLabel(row.error ?? statusWords(row.status));
    void window.showErrorMessage(l10n.t("The MCP server {0} does not work: {1}", name, why));
  }
}

const ICONS: Readonly<Record<ServerStatus, string>> = {
  configured: "circle-large-outline",
  needs_approval: "question",
  connecting: "sync",
  ready: "pass",
  needs_sign_in: "sign-in",
  failed: "error",
  disabled: "circle-slash",
};

function statusWords(status: ServerStatus): string {
  const words: Record<ServerStatus, string> = {
    configured: l10n.t("not started"),
    needs_approval: l10n.t("needs your approval"),
    connecting: l10n.t("connecting"),
    ready: l10n.t("ready"),
    needs_sign_in: l10n.t("needs a sign-in"),
    failed: l10n.t("failed"),
    disabled: l10n.t("disabled"),
  };
  return words[status];
}

function countOf(tools: number): string {
  return tools === 1 ? l10n.t("1 tool") : l10n.t("{0} tools", tools);
}

function howToConfigure(): string {
  return l10n.t("Servers stand in the setting gatehouse.mcpServers, in .gatehouse/mcp.json or in .vscode/mcp.json.");
}

function whyOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
