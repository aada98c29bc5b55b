import type { ResultEnvelope } from "../../shared/results";
import type { Words } from "../../shared/words";
import { judgeRead, pathFactsOf } from "../gate/paths";
import { endPermit, issuePermit, permitFacts, redeemPermit } from "../gate/permit";
import { rulingOn } from "../gate/rules/rules";
import type { PlannedCall } from "../gate/verdict";
import { ToolError } from "../operations/failure";
import type { Permit } from "../operations/permit";
import type { Ports } from "../operations/ports";
import type { Programs } from "../operations/programs";
import type { Skills } from "../operations/skills";
import { openProgress } from "../progress/channel";
import { toEnvelope } from "../results/envelope";
import type { Limits } from "../results/limiter";
import { wellFormed } from "../results/sizes";
import { ROOT } from "../sessions/replay";
import type { ProgramRunner, TodoList, ToolOutput } from "../tools/tool";
import type { Cleared } from "./clear";
import type { TurnScope } from "./engine";
import { type Escalation, escalation } from "./escalation";
import { type MakeCall, ProgramRun } from "./program";

/** A stopped tool has this long to end its work (a command's group gets TERM, then KILL) and say what it did. */
const GRACE_MS = 3_000;
/** In characters, of what a card says a call is about. */
const MAX_SUBJECT = 10_000;
/** Of what a program gets of one result. */
const NESTED_BYTES = 100 * 1024;
/** Without a reason of its own `abort` makes an exception with a stack, at each call. */
const ENDED = "ended";

/**
 * Runs a cleared call. The record that it starts is written before, and with effects is on the disk.
 * `open`: for the calls that a program makes.
 */
export async function runCall(
  parts: TurnScope,
  { planned, granted, stance }: Cleared,
  open: (within: TurnScope) => MakeCall,
): Promise<ResultEnvelope> {
  const { engine, signal, turn } = parts;
  const { tool, id } = planned;
  const permit = issuePermit(granted);
  const card = cardOf(planned);
  engine.record.store({ type: "call_started", turn, callId: id, ...parentOf(parts), ...card });
  if (hasEffects(planned)) await syncRecord(parts);
  signal.throwIfAborted();
  if (engine.stance !== stance || engine.surface.reasonAgainst(tool.name) !== undefined) throw overtaken();
  engine.record.tell({ type: "call_running", callId: id });
  // What programs call changes no request.
  if (!parts.program) engine.surface.ran(tool.name);
  redeemPermit(permit, permitFacts(planned));
  const progress = openProgress(
    engine.record.id,
    id,
    engine.ports.clock,
    (event) => engine.record.tell(event),
    engine.settings.progress,
  );
  const wayOut = escalation(parts, planned);
  try {
    const context = runContext(parts, planned, permit, { wayOut, open, progress: progress.write });
    const output = await withGrace(tool.run(planned.input, context), parts);
    const envelope = await toEnvelope(output, id, limitsOf(parts));
    return signal.aborted ? { ...envelope, status: "cancelled" } : envelope;
  } finally {
    endPermit(permit);
    wayOut.end();
    progress.close();
  }
}

/** What a card needs to know of a call. */
export function cardOf({ tool, input }: Pick<PlannedCall, "tool" | "input">): {
  tool: string;
  title: string;
  subject: string;
  subjectWords?: Words;
  renderer: string;
} {
  const subjectWords = tool.subjectWords?.(input);
  const said = { subject: cut(tool.subject(input)), ...(subjectWords && { subjectWords }) };
  return { tool: tool.name, title: tool.title, ...said, renderer: tool.renderer };
}

/** A program may hand over megabytes, call after call, and each event goes to the views and into the log. */
const cut = (subject: string): string =>
  subject.length > MAX_SUBJECT ? `${wellFormed(subject.slice(0, MAX_SUBJECT))}…` : subject;

/** For the events of a program's call. */
export function parentOf({ program }: TurnScope): { parent?: string } {
  return program ? { parent: program.callId } : {};
}

export function limitsOf({ engine, agent, program }: TurnScope): Limits {
  const limits = { maxTokens: engine.settings.maxResultTokens, spills: engine.ports.spills, owner: agent };
  return program ? { ...limits, maxBytes: NESTED_BYTES } : limits;
}

/** Anything beyond reading and the session's own state. */
export function hasEffects({ tool, prepared }: PlannedCall): boolean {
  const { writes, commands } = prepared.effects;
  return (
    writes.length > 0 || commands.length > 0 || tool.capabilities.some((each) => each !== "read" && each !== "state")
  );
}

/** The disk may take its time, and the person theirs: what was decided before does not count any more. */
function overtaken(): ToolError {
  return new ToolError(
    "precondition_failed",
    "The mode, the posture or the tools were changed at the moment this call was to run, so it was not run.",
    "Call it again if it is still wanted: it is then decided anew.",
  );
}

async function syncRecord({ engine }: TurnScope): Promise<void> {
  try {
    await engine.record.flush(true);
  } catch (error) {
    engine.ports.log.error("The session log could not be written.", error);
    const message =
      "The session's log could not be written, so this call was not run: nothing may happen without a record.";
    throw new ToolError("precondition_failed", message, "Tell the user: the disk may be full or read-only.", {
      cause: error,
    });
  }
}

type Context = Parameters<PlannedCall["tool"]["run"]>[1];

/** What is made anew for each call. */
interface Own {
  readonly wayOut: Escalation;
  readonly open: (within: TurnScope) => MakeCall;
  readonly progress: Context["progress"];
}

function runContext(parts: TurnScope, planned: PlannedCall, permit: Permit, own: Own): Context {
  const { engine, agent, signal } = parts;
  const { ports, goals, questions } = engine;
  const facts = engine.facts();
  // What lies below a folder that the call may read is not outside: that folder was asked about, if need be.
  const places = { ...facts, roots: [...facts.roots, ...planned.reads.map(({ real }) => ({ name: "", path: real }))] };
  return {
    ...powers(ports),
    ...(ports.skills && { skills: recorded(ports.skills, parts) }),
    permit,
    plan: planned.prepared.plan,
    callId: planned.id,
    agent,
    todos: todoList(parts),
    goals: goals.book(agent),
    people: questions,
    finder: parts.program ? { search: (query, ended) => engine.finder().describe(query, ended) } : engine.finder(),
    ...(ports.programs && { program: runner(parts, planned.id, ports.programs, own.open) }),
    mayRead: (realPath) => {
      const path = pathFactsOf(realPath, places);
      return judgeRead(path, facts) === undefined && rulingOn(path, planned.tool, facts) === undefined;
    },
    // Out of the sandbox goes only what stands in the conversation itself.
    outside: parts.program ? async () => undefined : own.wayOut.ask,
    takesImages: engine.options.model()?.capabilities().images !== false,
    // Each call has a signal of its own: what listens on it goes away with the call.
    signal: AbortSignal.any([signal]),
    progress: own.progress,
  };
}

function runner(
  parts: TurnScope,
  callId: string,
  programs: Programs,
  open: (within: TurnScope) => MakeCall,
): ProgramRunner {
  return { run: (code) => new ProgramRun(parts, callId, open).run(programs, code, limitsOf(parts)) };
}

/** All that a host has, as far as a tool may be given it. */
function powers(ports: Ports): Omit<Ports, "log" | "digest" | "assets" | "programs"> {
  const { log: _log, digest: _digest, assets: _assets, programs: _programs, ...given } = ports;
  return given;
}

/** From the moment it is loaded, a skill's folder can be read, and is sensitive for writing. */
function recorded(skills: Skills, { engine }: TurnScope): Skills {
  return {
    list: () => skills.list(),
    async load(name) {
      const loaded = await skills.load(name);
      if (loaded) engine.record.store({ type: "skill_loaded", name, folder: loaded.skill.folder });
      return loaded;
    },
  };
}

function todoList({ engine, agent }: TurnScope): TodoList {
  return {
    get: () => (agent === ROOT ? engine.record.state.todos : []),
    set: (todos) => engine.record.store({ type: "todos_changed", agent, todos }),
  };
}

/** The tool's own end, or the signal's reason when it does not end after it was stopped. */
function withGrace(running: Promise<ToolOutput>, { signal, engine }: TurnScope): Promise<ToolOutput> {
  return new Promise((resolve, reject) => {
    const ended = new AbortController();
    const giveUp = (): void =>
      void engine.ports.clock.sleep(GRACE_MS, ended.signal).then(
        () => reject(signal.reason),
        () => undefined,
      );
    signal.addEventListener("abort", giveUp, { once: true, signal: ended.signal });
    running.then(resolve, reject).finally(() => ended.abort(ENDED));
  });
}
