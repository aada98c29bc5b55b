import * as l10n from "@vscode/l10n";
import { useState } from "preact/hooks";
import type { ServerRow } from "../../../src/shared/surface";
import { Icon } from "../../ui/icon";
import { exact, plain } from "../factWords";
import { useView } from "../view";
import { actionAbout, actionsOf, actionWords, offersWords, serverStatusWords, urgentFirst } from "./serverWords";

/** Where tools from elsewhere come from: each server's state in words, and what can be done about it. */
export function Servers() {
  const { store, post } = useView();
  const servers = store.parts.servers.value;
  const [open, setOpen] = useState(true);
  const manage = () => post({ kind: "command", command: "manageServers" });
  return (
    <section class="servers" aria-label={l10n.t("MCP servers")}>
      <div class="servers-head">
        <button type="button" class="fold" aria-expanded={open} onClick={() => setOpen(!open)}>
          <Icon name={open ? "chevron-down" : "chevron-right"} />
          <h3>{l10n.t("MCP servers")}</h3>
          <small>{summary(servers)}</small>
        </button>
        <button type="button" class="text-button" onClick={manage}>
          {l10n.t("Manage servers…")}
        </button>
      </div>
      {open && servers.length > 0 && (
        <ul>
          {urgentFirst(servers).map((server) => (
            <Server key={server.name} server={server} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Server({ server }: { server: ServerRow }) {
  const { label, icon, tone } = serverStatusWords(server.status);
  const notes = [
    server.source === "workspace" ? l10n.t("from this workspace") : "",
    server.trusted ? l10n.t("trusted: what it says of reading counts") : "",
    offersWords(server),
  ];
  return (
    <li class={`server-line ${tone}`}>
      <Icon name={icon} spin={tone === "busy"} />
      <div class="server-words">
        <p>
          <b>{plain(server.name)}</b> <span class="status">{label}</span>{" "}
          <small>{notes.filter((note) => note !== "").map((note) => `· ${note} `)}</small>
        </p>
        <Troubles server={server} />
        <small class="target">
          <code>{plain(server.target)}</code>
        </small>
      </div>
      <Actions server={server} />
    </li>
  );
}

/** Foreign text, each on its own line. */
function Troubles({ server }: { server: ServerRow }) {
  return (
    <>
      {server.error !== undefined && <p class="error">{plain(server.error)}</p>}
      {server.warnings.map((warning) => (
        <p key={warning} class="warning">
          {plain(warning)}
        </p>
      ))}
      {server.quarantined.map(({ tool, why }) => (
        <p key={tool} class="warning">
          {l10n.t("Left out:")} <code>{plain(tool)}</code> {plain(why)}
        </p>
      ))}
    </>
  );
}

function Actions({ server }: { server: ServerRow }) {
  const { post, store } = useView();
  const isClosed = server.source === "workspace" && !store.parts.place.value.trusted;
  if (isClosed) return <small class="closed">{l10n.t("starts only in a trusted workspace")}</small>;
  return (
    <div class="server-actions">
      {actionsOf(server).map((action) => (
        <button
          key={action}
          type="button"
          class="text-button"
          title={actionAbout(action) ?? actionWords(action)}
          aria-label={l10n.t("{0}: {1}", actionWords(action), plain(server.name))}
          onClick={() => post({ kind: "server", name: server.name, action })}
        >
          {actionWords(action)}
        </button>
      ))}
    </div>
  );
}

const COUNTED: readonly ServerRow["status"][] = [
  "ready",
  "connecting",
  "needs_approval",
  "needs_sign_in",
  "failed",
  "configured",
  "disabled",
];

/** "3: 1 ready, 1 failed, 1 not started". */
function summary(servers: readonly ServerRow[]): string {
  if (servers.length === 0) return l10n.t("none is configured");
  const parts = COUNTED.flatMap((status) => {
    const count = servers.filter((server) => server.status === status).length;
    return count > 0 ? [l10n.t("{0} {1}", exact(count), shortStatus(status))] : [];
  });
  return parts.join(" · ");
}

function shortStatus(status: ServerRow["status"]): string {
  switch (status) {
    case "configured":
      return l10n.t("not started");
    case "connecting":
      return l10n.t("connecting");
    case "needs_approval":
      return l10n.t("waiting for approval");
    case "needs_sign_in":
      return l10n.t("waiting for sign-in");
    default:
      return serverStatusWords(status).label;
  }
}
