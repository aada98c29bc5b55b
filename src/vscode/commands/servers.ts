import { l10n, ProgressLocation, type QuickPickItem, ThemeIcon, window } from "vscode";
import type { McpPool, ServerConfig } from "../../core/mcp/pool";
import { SETTINGS } from "../../shared/contributions";
import type { ServerRow, ServerStatus } from "../../shared/surface";
import { openPlace } from "../mcp/banner";
import type { Servers } from "../mcp/servers";
import { plainLabel } from "../plainLabel";
import type { Settings } from "../settings";

export interface ServerCommandParts {
  readonly pool: McpPool;
  readonly servers: Servers;
  settings(): Pick<Settings, "trustedServers" | "disabledServers">;
  /** Writes one of the user's own settings. */
  update(key: string, value: unknown): Promise<void>;
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

type Action = QuickPickItem & { readonly act: () => Promise<unknown> };

/** Only what makes sense in its state. */
function actionsOf(parts: ServerCommandParts, row: ServerRow): Action[] {
  const { pool, servers } = parts;
  const { name, status, transport } = row;
  const configured = servers.find(name);
  const lacksValues = (configured?.expanded.unanswered.length ?? 0) > 0;
  const runs = status === "ready" || status === "connecting";
  const can = status !== "disabled" && configured?.config.problem === undefined;
  const startable = can && status !== "needs_approval";
  const start = runs || status === "failed" ? l10n.t("Restart") : l10n.t("Start");
  const items: (Action | false)[] = [
    startable && transport !== "stdio" && action("sign-in", l10n.t("Sign In…"), () => pool.signIn(name)),
    status === "needs_approval" && action("check", l10n.t("Approve…"), () => approveAndStart(parts, name)),
    lacksValues && action("edit", l10n.t("Enter Its Values…"), () => approveAndStart(parts, name)),
    startable && action("play", start, () => pool.restart(name)),
    runs && action("debug-stop", l10n.t("Stop"), () => pool.stop(name)),
    status !== "disabled" && action("plug", l10n.t("Check…"), () => checkServer(parts, name)),
    trustAction(parts, row),
    switchAction(parts, row),
    action("key", l10n.t("Forget Its Sign-In and Values"), () => servers.forget(name)),
    action("output", l10n.t("Show Log"), async () => parts.showLog()),
    configured ? action("go-to-file", l10n.t("Open Its Configuration"), () => openPlace(configured.entry)) : false,
  ];
  return items.filter((item) => item !== false);
}

function action(icon: string, label: string, act: () => Promise<unknown>, detail?: string): Action {
  const failed = (error: unknown) => void window.showErrorMessage(plainLabel(whyOf(error)));
  return { label, iconPath: new ThemeIcon(icon), act: () => act().catch(failed), ...(detail ? { detail } : {}) };
}

function trustAction(parts: ServerCommandParts, { name }: ServerRow): Action {
  const { trustedServers } = parts.settings();
  if (trustedServers.includes(name)) {
    return action("shield", l10n.t("Do Not Trust It Any More"), () =>
      without(parts, SETTINGS.trustedServers, trustedServers, name),
    );
  }
  const detail = l10n.t("Its word is taken that a tool only reads: such tools are then called without asking.");
  const trust = () =>
    parts.update(SETTINGS.trustedServers, [...trustedServers, name]).then(() => parts.servers.refresh());
  return action("shield", l10n.t("Trust It"), trust, detail);
}

function switchAction(parts: ServerCommandParts, { name }: ServerRow): Action | false {
  const { disabledServers } = parts.settings();
  if (disabledServers.includes(name)) {
    return action("circle-large-outline", l10n.t("Enable"), () =>
      without(parts, SETTINGS.disabledServers, disabledServers, name),
    );
  }
  if (parts.servers.find(name)?.entry.disabled) return false;
  const disable = () =>
    parts.update(SETTINGS.disabledServers, [...disabledServers, name]).then(() => parts.servers.refresh());
  return action("circle-slash", l10n.t("Disable"), disable);
}

async function without(parts: ServerCommandParts, key: string, all: readonly string[], name: string): Promise<void> {
  await parts.update(
    key,
    all.filter((each) => each !== name),
  );
  await parts.servers.refresh();
}

async function approveAndStart({ servers, pool }: ServerCommandParts, name: string): Promise<void> {
  if (await servers.approve(name)) await pool.restart(name);
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
