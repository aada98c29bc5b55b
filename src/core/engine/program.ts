import type { ResultEnvelope } from "../../shared/results";
import { answerOf } from "../code/answer";
import { staysDirect } from "../code/direct";
import { receiptOf } from "../code/receipt";
import { Rows } from "../code/rows";
import type { CallRequest } from "../models/model";
import type { ProgramAnswer, ProgramEnd, ProgramLimits, Programs } from "../operations/programs";
import type { Limits } from "../results/limiter";
import type { ToolOutput } from "../tools/tool";
import type { ProgramScope, TurnScope } from "./engine";
import { ProgramOver, TurnStop, whoStopped } from "./stop";

/** One call on its whole way, with the others of its program. Never rejects. */
export type MakeCall = (request: CallRequest) => Promise<ResultEnvelope>;

/** Calls in one program, unless a setting says otherwise. */
export const MAX_CALLS = 2_000;
const LIMITS: Omit<ProgramLimits, "calls"> = {
  callsAtOnce: 8,
  heapMb: 64,
  cpuMs: 60_000,
  logBytes: 16 * 1024,
  argumentBytes: 1024 * 1024,
  resultBytes: 1024 * 1024,
};

/** No tool's name is as long: of a longer one no more is looked at. */
const MAX_NAME = 200;

/** What still runs when its program has ended has this long to end too; less where the turn itself is over. */
const GRACE_MS = 2_000;
const SHORT_GRACE_MS = 500;

/** Runs one program. Its calls go the way of all calls; what it may do follows from nothing but them. */
export class ProgramRun {
  readonly #rows: Rows;
  readonly #log: string[] = [];
  readonly #over = new AbortController();
  readonly #running = new Set<Promise<unknown>>();
  readonly #make: MakeCall;

  /** `open`: for the calls that are made within a scope. */
  constructor(
    private readonly parts: TurnScope,
    private readonly callId: string,
    open: (within: TurnScope) => MakeCall,
  ) {
    const signal = AbortSignal.any([parts.signal, this.#over.signal]);
    this.#rows = new Rows(parts.engine.ports.clock);
    this.#make = open({ ...parts, signal, program: this.#scope() });
  }

  async run(programs: Programs, code: string, limits: Limits): Promise<ToolOutput> {
    const { signal, engine } = this.parts;
    const host = {
      call: (name: string, args: string) => this.#call(name, args),
      log: (line: string) => void this.#log.push(line),
    };
    const calls = engine.settings.maxProgramCalls ?? MAX_CALLS;
    const end = await programs.run(code, { ...LIMITS, calls }, host, signal);
    await this.#settle();
    return receiptOf({ code, end, ...this.#stopped(end), rows: this.#rows, log: this.#log.join("\n") }, limits);
  }

  #scope(): ProgramScope {
    const { engine } = this.parts;
    const { posture, postures } = engine;
    return {
      callId: this.callId,
      bars: staysDirect,
      isOutdated: () => engine.postures !== postures || engine.posture !== posture,
      decided: (record) => this.#rows.decided(record),
    };
  }

  async #call(given: string, args: string): Promise<ProgramAnswer> {
    if (this.#over.signal.aborted) return { failed: "cancelled", message: "The program has ended." };
    const { engine, tally } = this.parts;
    const name = given.slice(0, MAX_NAME);
    const asked = { id: `${this.callId}.${this.#rows.made + 1}`, name, arguments: args };
    const [request = asked] = engine.uniqueCalls([asked]);
    this.#rows.begin(request.id, name);
    const made = this.#make(request);
    this.#running.add(made);
    const result = await made.finally(() => this.#running.delete(made));
    tally.result(result);
    engine.goals.see(request, result);
    this.#rows.ended(request.id, result);
    return answerOf(name, result, this.#rows.decisionOn(request.id));
  }

  /** What the program did not wait for is stopped, so that nothing of it runs on beside the calls that follow. */
  async #settle(): Promise<void> {
    this.#over.abort(new ProgramOver());
    const { signal, engine } = this.parts;
    const enough = new AbortController();
    const late = engine.ports.clock.sleep(signal.aborted ? SHORT_GRACE_MS : GRACE_MS, enough.signal);
    await Promise.race([Promise.all(this.#running), late.catch(() => undefined)]);
    enough.abort("ended");
  }

  #stopped(end: ProgramEnd): { readonly stopped?: { readonly message: string; readonly timedOut: boolean } } {
    const { reason, aborted } = this.parts.signal;
    if (!aborted || end.how !== "killed" || end.by !== "stopped") return {};
    const timedOut = reason instanceof TurnStop && reason.end === "time_limit";
    return { stopped: { message: `${whoStopped(reason)} while the program ran.`, timedOut } };
  }
}
