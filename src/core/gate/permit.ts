import { ToolError } from "../operations/failure";
import type { PathFacts } from "../operations/files";
import type { Permit } from "../operations/permit";
import type { JudgedCommand, PlannedCall } from "./verdict";

/** What one permit is bound to. Any difference at run time means: prepare the call again. */
export interface PermitFacts {
  readonly session: string;
  readonly agent: string;
  readonly callId: string;
  readonly tool: string;
  /** Of an old name: the tools whose work it does. */
  readonly standsFor: readonly string[];
  /** Canonical JSON of the final arguments. */
  readonly args: string;
  /** Real paths. */
  readonly reads: readonly string[];
  /** Real paths and the hash of the bytes that the person was shown. */
  readonly writes: readonly { readonly real: string; readonly hash: string }[];
  readonly commands: readonly string[];
  readonly hosts: readonly string[];
  /** Where what its commands name really led. */
  readonly named: readonly string[];
  /** A person let this one command run outside of the sandbox. */
  readonly outside?: true;
  /** `Tool.version`: what a server said of its tool when the call was decided. */
  readonly version: string;
}

/** What a permit for this call is bound to. Made anew right before the run, it shows what has changed since. */
export function permitFacts(call: PlannedCall): PermitFacts {
  const { commands, writes, hosts = [] } = call.prepared.effects;
  return {
    session: call.session,
    agent: call.agent,
    callId: call.id,
    tool: call.tool.name,
    standsFor: [...(call.tool.standsFor ?? [])],
    args: call.args,
    reads: call.reads.map((path) => path.real),
    writes: writes.map((write, at) => ({ real: realOf(call.writes[at]), hash: write.hash })),
    commands: [...commands],
    hosts: [...hosts],
    named: (call.commands ?? []).flatMap(namedBy),
    version: call.tool.version ?? "",
  };
}

/** Also what nobody could tell, and where git reads foreign settings: a yes is for what was found then. */
function namedBy({ reads, writes, unknownReads, foreignGit }: JudgedCommand): readonly string[] {
  const known = [...reads, ...writes].map(({ real }) => real);
  return [...known, ...unknownReads.map((text) => `?${text}`), ...foreignGit.map((folder) => `git ${folder}`)];
}

/** `PlannedCall.writes` stand in the order of the effects; a missing one is a bug of whoever planned. */
function realOf(path: PathFacts | undefined): string {
  if (!path) throw new Error("A planned call has an effect without its real path.");
  return path.real;
}

export type Use =
  | { readonly read: string }
  | { readonly write: string; readonly hash: string }
  | { readonly command: string; readonly outside?: true }
  | { readonly host: string }
  /** A tool of a server, by its model name and version. */
  | { readonly tool: string; readonly version: string };

interface Held {
  readonly facts: PermitFacts;
  state: "issued" | "active" | "spent";
}

// Only this module can make a permit or look into one: the facts are not on the object.
const held = new WeakMap<Permit, Held>();
let count = 0;

/** For `engine/run.ts` alone, for a call that the gate has let through. */
export function issuePermit(facts: PermitFacts): Permit {
  count += 1;
  const permit = Object.freeze({ id: `permit-${count}` }) as unknown as Permit;
  held.set(permit, { facts, state: "issued" });
  return permit;
}

/** For `dispatch` right before a run: the one use of a permit starts. Throws `permission_denied`. */
export function redeemPermit(permit: Permit, now: PermitFacts): void {
  const entry = known(permit);
  if (entry.state !== "issued") throw refused("it was used before");
  entry.state = "spent";
  const changed = differences(entry.facts, now);
  if (changed.length > 0) throw refused(`${changed.join(", ")} changed since it was given`);
  entry.state = "active";
}

/** After the run: ports refuse it from now on. */
export function endPermit(permit: Permit): void {
  known(permit).state = "spent";
}

/** For ports: throws `permission_denied` unless this running call may do exactly that. */
export function assertMay(permit: Permit, use: Use): void {
  const { facts, state } = known(permit);
  if (state !== "active") throw refused("its call is not running");
  if ("read" in use && !facts.reads.includes(use.read)) throw refused(`it does not cover reading ${use.read}`);
  if ("write" in use && !facts.writes.some((write) => write.real === use.write && write.hash === use.hash)) {
    throw refused(`it does not cover writing ${use.write} as it is now`);
  }
  if ("host" in use && !facts.hosts.includes(use.host)) throw refused(`it does not cover the host ${use.host}`);
  if ("tool" in use && (![facts.tool, ...facts.standsFor].includes(use.tool) || facts.version !== use.version))
    throw refused("it is for another tool, or the tool has changed");
  if ("command" in use && !facts.commands.includes(use.command)) throw refused("it does not cover this command");
  if ("outside" in use && !facts.outside) throw refused("it does not cover running outside of the sandbox");
}

function known(permit: Permit): Held {
  const entry = held.get(permit);
  if (!entry) throw refused("the gate did not make it");
  return entry;
}

function differences(given: PermitFacts, now: PermitFacts): string[] {
  const keys = Object.keys(given) as (keyof PermitFacts)[];
  return keys.filter((key) => JSON.stringify(given[key]) !== JSON.stringify(now[key]));
}

function refused(why: string): ToolError {
  return new ToolError("permission_denied", `The permit for this call is not valid: ${why}.`, "Call the tool again.");
}
