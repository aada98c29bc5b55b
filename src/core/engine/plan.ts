import { judgeRead, judgeSpelling } from "../gate/paths";
import { answerOf } from "../gate/postures";
import { rulingOn } from "../gate/rules/rules";
import type { Deny, GateFacts, PlannedCall } from "../gate/verdict";
import { ToolError } from "../operations/failure";
import type { PathFacts } from "../operations/files";
import type { Ports } from "../operations/ports";
import type { PrepareContext, Prepared, Tool } from "../tools/tool";
import type { LoadAnalyser } from "./commands";

/** A call whose name and arguments are known to be good. */
export interface ResolvedCall {
  readonly session: string;
  readonly agent: string;
  readonly id: string;
  readonly tool: Tool;
  readonly input: unknown;
  readonly args: string;
}

/** A path the gate refuses before anything looks at it. */
export class Refused extends Error {
  constructor(readonly verdict: Deny) {
    super(verdict.reason);
    this.name = "Refused";
  }
}

const NO_EFFECTS: Prepared = { effects: { reads: [], writes: [], commands: [] } };

/** Stage 4: what the call would touch, without touching it. Throws `ToolError` or `Refused`. */
export async function planCall(
  call: ResolvedCall,
  facts: GateFacts,
  ports: Ports,
  signal: AbortSignal,
  analyser?: LoadAnalyser,
): Promise<PlannedCall> {
  const asked = askedPath(call.input);
  if (asked !== undefined) refuseForm(asked, facts);
  const prepared = await prepare(call, facts, ports, signal);
  const { reads, writes } = prepared.effects;
  for (const path of [...reads, ...writes.map((write) => write.path)]) refuseForm(path, facts);
  const inspect = (path: string): Promise<PathFacts> => ports.files.inspect(path);
  const [readFacts, writeFacts] = await Promise.all([
    Promise.all(reads.map(inspect)),
    Promise.all(writes.map((write) => inspect(write.path))),
  ]);
  const commands = await judged(call.tool, prepared, facts, ports, analyser);
  return { ...call, prepared, reads: readFacts, writes: writeFacts, ...(commands && { commands }) };
}

/** What looks into commands is loaded with the first call that has some: most only read. */
async function judged(
  tool: Tool,
  { effects: { commands } }: Prepared,
  facts: GateFacts,
  ports: Ports,
  analyser: LoadAnalyser | undefined,
): Promise<PlannedCall["commands"]> {
  if (commands.length === 0) return undefined;
  const { judgeCommands } = await import("./commands");
  return judgeCommands(commands, tool, facts, ports, analyser);
}

/** Tools that act on one file name it so. */
function askedPath(input: unknown): string | undefined {
  if (typeof input !== "object" || input === null || !("path" in input)) return undefined;
  return typeof input.path === "string" ? input.path : undefined;
}

function refuseForm(path: string, facts: GateFacts): void {
  const verdict = judgeSpelling(path, facts);
  if (verdict) throw new Refused(verdict);
}

async function prepare(call: ResolvedCall, facts: GateFacts, ports: Ports, signal: AbortSignal): Promise<Prepared> {
  const { tool, input, agent } = call;
  if (!tool.prepare) return NO_EFFECTS;
  try {
    return await tool.prepare(input, { ...powersToLook(ports), agent, signal });
  } catch (error) {
    return withheld(call, facts, ports, error);
  }
}

/** What a preparation may use: none of it has effects. */
function powersToLook({ files, spills, language, git, web, skills }: Ports): Omit<PrepareContext, "agent" | "signal"> {
  return {
    ...{ files, spills },
    ...(language && { language }),
    ...(git && { git }),
    ...(web && { web }),
    ...(skills && { skills }),
  };
}

/**
 * A failed preparation tells the model about a file (its nearest lines, that it exists) before
 * anybody was asked: of a file it may not simply read it is told nothing. Where the posture refuses
 * in any case, it is the same refusal as of a call that could be prepared: else an edit that matches
 * and one that does not would spell the file out, guess by guess.
 */
async function withheld(call: ResolvedCall, facts: GateFacts, ports: Ports, error: unknown): Promise<Prepared> {
  const asked = askedPath(call.input);
  if (asked === undefined) throw error;
  const path = await ports.files.inspect(asked).catch(() => undefined);
  const verdict = path && judgeRead(path, facts);
  if (verdict?.outcome === "deny") throw new Refused(verdict);
  const ruling = path && rulingOn(path, call.tool, facts);
  const asks = verdict?.outcome === "ask" ? answerOf(verdict.kind, facts.posture) : "allow";
  if (ruling === "deny" || asks === "deny") {
    return { effects: { reads: [], writes: [{ path: asked, hash: "unread" }], commands: [] } };
  }
  if (!path || (ruling === undefined && asks === "allow")) throw error;
  throw new ToolError(
    "permission_denied",
    `The call could not be prepared, and nothing of ${path.shown} is shown because reading it needs approval.`,
    "Read the file first: the user will be asked.",
  );
}
