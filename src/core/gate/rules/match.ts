import type { PathFacts } from "../../operations/files";
import type { Tool } from "../../tools/tool";
import { readsOf, writesOf } from "../effects";
import { covers, reaches, touches } from "../globs";
import type { Naming } from "../pathNames";
import type { PlacedRule } from "../statutes";
import { coversTool, meetsTool } from "../toolNames";
import type { PlannedCall } from "../verdict";
import { coversHost, touchesHost } from "./hosts";

/** Something that a call does, as rules name it. */
export type RuledEffect = { readonly path: PathFacts } | { readonly host: string } | { readonly server: string };

/** All that an allow rule must cover. Commands are not among it: those are judged part by part, by the shell analysis. */
export function effectsOf({ tool, prepared, reads, writes }: PlannedCall): readonly RuledEffect[] {
  const server = tool.server === undefined ? [] : [{ server: tool.server }];
  const hosts = (prepared.effects.hosts ?? []).map((host) => ({ host }));
  return [...[...reads, ...writes].map((path) => ({ path })), ...hosts, ...server];
}

/** A rule that asks or denies meets a call when it meets anything that the call does. */
export function meets(rule: PlacedRule, call: PlannedCall, facts: Naming): boolean {
  if (rule.command !== undefined || !meetsTool(rule.tool, call.tool)) return false;
  const { hosts = [] } = call.prepared.effects;
  if (rule.server !== undefined) return call.tool.server === rule.server;
  if (rule.host !== undefined) return hosts.some((host) => touchesHost(String(rule.host), host));
  if (rule.path === undefined) return isOfRoot(rule, call);
  return (
    readsOf(call).some((path) => meetsRead(rule, path, facts)) ||
    writesOf(call).some((path) => meetsWrite(rule, path, facts))
  );
}

/** What a search comes across is judged path by path. */
export function meetsFound(rule: PlacedRule, tool: Tool, path: PathFacts, facts: Naming): boolean {
  return rule.path !== undefined && meetsTool(rule.tool, tool) && meetsRead(rule, path, facts);
}

/** An allow rule covers one effect of a call. */
export function coversEffect(rule: PlacedRule, effect: RuledEffect, tool: Tool, facts: Naming): boolean {
  if (rule.command !== undefined || !coversTool(rule.tool, tool)) return false;
  if ("server" in effect && rule.server !== undefined) return rule.server === effect.server;
  if ("host" in effect && rule.host !== undefined) return coversHost(rule.host, effect.host);
  if ("path" in effect && rule.path !== undefined)
    return isIn(rule, effect.path) && covers(rule.path, effect.path, facts);
  return isBare(rule) && rule.tool !== "*";
}

/** A call that does nothing that rules name is covered by its tool's name alone. */
export const coversBare = (rule: PlacedRule, tool: Tool): boolean => isBare(rule) && coversTool(rule.tool, tool);

const isBare = ({ command, path, server, host }: PlacedRule): boolean =>
  (command ?? path ?? server ?? host) === undefined;

/** Rules of one root hold for what lies in it; for commands, and for what lies in none, those of all roots do. */
function isOfRoot(rule: PlacedRule, call: PlannedCall): boolean {
  const paths = [...readsOf(call), ...writesOf(call)];
  if (call.prepared.effects.commands.length > 0 || paths.length === 0) return true;
  return paths.some((path) => isIn(rule, path));
}

const isIn = ({ root }: PlacedRule, path: PathFacts): boolean => root === undefined || path.root?.path === root;

const meetsRead = (rule: PlacedRule, path: PathFacts, facts: Naming): boolean =>
  isIn(rule, path) && touches(rule.path ?? "", path, facts);

const meetsWrite = (rule: PlacedRule, path: PathFacts, facts: Naming): boolean =>
  isIn(rule, path) && reaches(rule.path ?? "", path, facts);
