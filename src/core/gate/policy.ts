import { type Mode, POSTURES, type Posture } from "../../shared/modes";
import type { NameList, Policy } from "./statutes";
import { fits, namesOfTool } from "./toolNames";
import type { Deny, Stage } from "./verdict";

/** What the administrator of this machine permits. It only refuses. */
export const policy: Stage = ({ tool }, facts) => {
  const { policy: held } = facts;
  if (!held) return undefined;
  if (held.broken !== undefined) return refuse(held.broken);
  if (cappedMode(held, facts.mode) !== facts.mode) return refuse(`mode ${facts.mode}`);
  if (cappedPosture(held, facts.posture) !== facts.posture) return refuse(`posture ${facts.posture}`);
  const barred = namesOfTool(tool).find((name) => !permits(held.tools, name));
  if (barred !== undefined) return refuse(barred);
  if (tool.server !== undefined && !permits(held.servers, tool.server)) return refuse(tool.server);
  return undefined;
};

/** Plan is narrower than Work and Operate, which have the same authority. A broken policy leaves Plan. */
export function cappedMode(held: Policy | undefined, mode: Mode): Mode {
  if (!held) return mode;
  return held.broken !== undefined || held.mode === "plan" ? "plan" : mode;
}

/** The narrower of both. A broken policy leaves Ask. */
export function cappedPosture(held: Policy | undefined, posture: Posture): Posture {
  const widest = held?.broken === undefined ? held?.posture : "ask";
  if (widest === undefined) return posture;
  return POSTURES.indexOf(posture) <= POSTURES.indexOf(widest) ? posture : widest;
}

export function permitsServer(held: Policy | undefined, name: string): boolean {
  return held === undefined || (held.broken === undefined && permits(held.servers, name));
}

/** Of an endpoint: its address, and the model's name there. */
export function permitsModel(held: Policy | undefined, address: string, model: string): boolean {
  return permitsEndpoint(held, address) && (held === undefined || permits(held.models, model));
}

export function permitsEndpoint(held: Policy | undefined, address: string): boolean {
  if (held === undefined) return true;
  if (held.broken !== undefined) return false;
  const { allow, deny = [] } = held.endpoints ?? {};
  const isIn = (list: readonly string[]): boolean => list.some((entry) => isBelow(address, entry));
  return !isIn(deny) && (allow === undefined || isIn(allow));
}

function permits({ allow, deny = [] }: NameList = {}, name: string): boolean {
  const isIn = (list: readonly string[]): boolean => list.some((entry) => fits(entry, name));
  return !isIn(deny) && (allow === undefined || isIn(allow));
}

/** The same scheme, host and port, and the same path or one below it. */
function isBelow(address: string, entry: string): boolean {
  if (!URL.canParse(address) || !URL.canParse(entry)) return false;
  const [given, wanted] = [new URL(address), new URL(entry)];
  const folder = wanted.pathname.replace(/\/*$/, "/");
  return given.origin === wanted.origin && `${given.pathname}/`.startsWith(folder);
}

function refuse(subject: string): Deny {
  const advice = "A policy of this machine forbids it. Nobody here can change that: do without it, and say so.";
  return { outcome: "deny", layer: "policy", reason: "managed_policy", subject, advice };
}
