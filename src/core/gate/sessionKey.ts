import type { SessionScope } from "../../shared/approval";
import type { PlannedCall } from "./verdict";

/** What "allow for this session" covers for a call. */
export function sessionScope(call: PlannedCall): SessionScope {
  const { commands, writes, hosts = [] } = call.prepared.effects;
  if (hosts.length > 0 && commands.length === 0 && writes.length === 0) return "host";
  if (commands.length > 0 && writes.length === 0) return "command";
  if (writes.length > 0 && commands.length === 0) return "file";
  return "call";
}

/** Equal for two calls exactly when one approval for the session covers both: same agent, tool and scope. */
export function sessionKey(call: PlannedCall): string {
  const scope = sessionScope(call);
  return JSON.stringify([call.agent, call.tool.name, call.tool.version ?? "", scope, covered(scope, call)]);
}

function covered(scope: SessionScope, call: PlannedCall): readonly string[] {
  switch (scope) {
    case "command":
      return call.prepared.effects.commands;
    case "file":
      return call.writes.map((path) => path.real);
    case "call":
      return [call.args];
    case "host":
      return call.prepared.effects.hosts ?? [];
  }
}
