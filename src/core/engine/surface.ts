import type { Mode } from "../../shared/modes";
import { portsThere } from "../operations/ports";
import type { OfferedTool } from "../progress/events";
import { NO_GOVERNANCE } from "../surface/governance";
import { LiveSurface } from "../surface/live";
import { nativeTools } from "../tools";
import type { SessionOptions } from "./options";

/**
 * The surface of a session, or of the one that a first message would begin. `codeMode`: its requests offer programs.
 * `head`: as its first request had them.
 */
export function sessionSurface(
  { ports, pool, governance, allow, limit }: Pick<SessionOptions, "ports" | "pool" | "governance" | "allow" | "limit">,
  facts: () => { readonly mode: Mode; readonly trusted: boolean },
  codeMode: boolean,
  head: readonly OfferedTool[] = [],
): LiveSurface {
  return new LiveSurface({
    native: nativeTools(ports.processes.shell, codeMode),
    pool,
    governance: () => governance?.() ?? NO_GOVERNANCE,
    facts: () => ({ ...facts(), roots: ports.files.roots().map(({ path }) => path) }),
    ports: portsThere(ports),
    allowed: allow?.tools,
    ...(limit && { limit }),
    agent: { kind: "root" },
    head,
  });
}
