import type { Capability, Prepared, Tool } from "../tools/tool";

/**
 * What a call can do: what its tool declares, and what its effects show. A tool that declares less
 * than it does gains nothing by it.
 */
export function capabilitiesOf(tool: Tool, prepared?: Prepared): readonly Capability[] {
  const found = new Set(tool.capabilities);
  if (prepared && prepared.effects.writes.length > 0) found.add("write");
  if (prepared && prepared.effects.commands.length > 0) found.add("shell");
  if (prepared?.effects.hosts?.length) found.add("network");
  return [...found];
}
