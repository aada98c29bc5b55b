import type { McpPool } from "../../core/mcp/pool";
import { SETTINGS } from "../../shared/contributions";
import type { ServerAction } from "../../shared/messages/surface";
import type { Settings } from "../settings";
import type { Servers } from "./servers";

export interface ServerActs {
  readonly pool: Pick<McpPool, "restart" | "stop" | "signIn">;
  readonly servers: Pick<Servers, "approve" | "refresh">;
  settings(): Pick<Settings, "trustedServers" | "disabledServers">;
  /** Writes one of the user's own settings. */
  update(key: string, value: unknown): Promise<void>;
}

/** What a person does with one server, from the list of servers or the panel. */
export async function actOnServer(name: string, action: ServerAction, parts: ServerActs): Promise<void> {
  const { pool, servers } = parts;
  switch (action) {
    case "start":
    case "restart":
      return pool.restart(name);
    case "stop":
      return pool.stop(name);
    case "signIn":
      return pool.signIn(name);
    case "approve":
      if (await servers.approve(name)) await pool.restart(name);
      return;
    case "trust":
    case "untrust":
      return list("trustedServers", name, action === "trust", parts);
    case "disable":
    case "enable":
      return list("disabledServers", name, action === "disable", parts);
    default:
      return action satisfies never;
  }
}

/** Puts the name on a list of the settings, or takes it off. */
async function list(key: "trustedServers" | "disabledServers", name: string, on: boolean, parts: ServerActs) {
  const others = parts.settings()[key].filter((each) => each !== name);
  await parts.update(SETTINGS[key], on ? [...others, name] : others);
  await parts.servers.refresh();
}
