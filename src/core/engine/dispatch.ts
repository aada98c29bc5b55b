import type { ResultEnvelope } from "../../shared/results";
import { auditRecord, refusedBefore } from "../gate/audit";
import { admit } from "../gate/gate";
import { namesOfTool } from "../gate/toolNames";
import type { Deny } from "../gate/verdict";
import type { CallRequest } from "../models/model";
import { ToolError } from "../operations/failure";
import { failedEnvelope } from "../results/envelope";
import { suggestNames } from "../results/suggest";
import { parseArguments } from "../tools/arguments";
import { canonicalJson } from "../tools/canonical";
import { toolSchema } from "../tools/schema";
import type { Tool } from "../tools/tool";
import { Clearance } from "./clear";
import type { TurnScope } from "./engine";
import { keepDecision } from "./keepDecision";
import type { ResolvedCall } from "./plan";
import { refusal } from "./refusal";
import { cardOf, hasEffects, limitsOf, parentOf, runCall } from "./run";
import { type Job, Schedule } from "./schedule";
import { OwnTurn, Step } from "./step";
import { whoStopped } from "./stop";

/** Characters of a schema in an answer. */
const MAX_SCHEMA = 16_000;
/** Calls of one response that work at the same time, and of one program. */
const SIDE_BY_SIDE = 10;
const OF_A_PROGRAM = 8;

/**
 * From a response's calls to their results, in call order. Never rejects: whatever happens to a call
 * becomes its result. `said` is the model's text before the calls.
 */
export function dispatch(parts: TurnScope, calls: readonly CallRequest[], said: string): Promise<ResultEnvelope[]> {
  const all = new Calls(parts, intentOf(said), SIDE_BY_SIDE, new Step());
  return Promise.all(calls.map((call) => all.add(call)));
}

/** Calls of one response, or one by one those of a program. */
class Calls {
  readonly #schedule: Schedule<ResultEnvelope>;
  #count = 0;

  constructor(
    private readonly parts: TurnScope,
    private readonly intent: string,
    sideBySide: number,
    private readonly step: Step,
  ) {
    this.#schedule = new Schedule(sideBySide);
  }

  add(request: CallRequest): Promise<ResultEnvelope> {
    this.#count += 1;
    return this.#schedule.add(new Call(this.parts, this.step, request, this.#count, this.intent).job());
  }
}

/** The last paragraph of prose before the calls, on one line: cards have no room for code. */
function intentOf(said: string): string {
  const prose = said.replace(/^(`{3,}|~{3,}).*?(^\1|$(?![\s\S]))/gms, "");
  return (
    prose
      .trim()
      .split(/\n\s*\n/)
      .at(-1) ?? ""
  ).replace(/\s+/g, " ");
}

/** The one way of one call: parse, prepare and gate, run, finish. */
class Call {
  readonly #tool: Tool | undefined;
  #startedAt: number | undefined;

  constructor(
    private readonly parts: TurnScope,
    private readonly step: Step,
    private readonly request: CallRequest,
    private readonly order: number,
    private readonly intent: string,
  ) {
    this.#tool = parts.engine.surface.find(request.name);
  }

  job(): Job<ResultEnvelope> {
    return { parallel: this.#tool?.parallel ?? true, run: (take) => this.#whole(new OwnTurn(take)) };
  }

  async #whole(own: OwnTurn): Promise<ResultEnvelope> {
    const { engine, turn } = this.parts;
    const result = await this.#perform(own).catch((error: unknown) => this.#failed(error));
    const ms = this.#startedAt === undefined ? 0 : Math.round(engine.ports.clock.elapsed() - this.#startedAt);
    engine.record.store({ type: "call_finished", turn, callId: this.request.id, ...parentOf(this.parts), result, ms });
    const names = this.#tool ? namesOfTool(this.#tool) : [this.request.name];
    engine.hooks.after({ id: this.request.id, tool: this.request.name, ...result }, names, this.parts.agent);
    this.step.ended(this.order);
    await own.release();
    return result;
  }

  async #perform(own: OwnTurn): Promise<ResultEnvelope> {
    const { parts, step, order, intent } = this;
    const call = this.#resolve();
    parts.engine.record.tell({ type: "call_waiting", callId: call.id, ...parentOf(parts), ...cardOf(call) });
    const refused = admit(call.tool, parts.engine.facts());
    if (refused) throw this.#refuse(refused, call.tool.subject(call.input));
    const cleared = await new Clearance(parts, step, call, order, own, intent).clear();
    this.#startedAt = parts.engine.ports.clock.elapsed();
    return runCall(parts, cleared, (within) => this.#nested(within)).finally(() => {
      if (hasEffects(cleared.planned)) step.hadEffects();
    });
  }

  /** For the calls of the program that this call runs: the very same way. */
  #nested(within: TurnScope): (request: CallRequest) => Promise<ResultEnvelope> {
    const calls = new Calls(within, this.intent, OF_A_PROGRAM, new Step(this.step));
    return (request) => calls.add(request);
  }

  /** Stage 1: name and arguments. Nothing is said of the arguments of a tool that is not in effect. */
  #resolve(): ResolvedCall {
    const { engine, agent, program } = this.parts;
    const { id, name } = this.request;
    const tool = this.#tool;
    const barred = program?.bars(name, tool);
    if (barred) throw this.#refuse(barred, "");
    if (!tool) throw this.#unknown();
    const disabled = engine.surface.reasonAgainst(tool.name) !== undefined && admit(tool, engine.facts());
    if (disabled) throw this.#refuse(disabled, "");
    const input = this.#parse(tool);
    return { session: engine.record.id, agent, id, tool, input, args: canonicalJson(input) };
  }

  #parse(tool: Tool): unknown {
    const parsed = parseArguments(tool, this.request.arguments);
    if (!(parsed instanceof ToolError)) return parsed.input;
    this.#audit({ outcome: "deny", layer: "name", reason: "invalid_arguments" });
    throw this.#wasSent(tool) ? parsed : withSchema(parsed, tool);
  }

  /** The model has seen its schema. Of a hidden tool it never does: a transcript it calls from has it. */
  #wasSent(tool: Tool): boolean {
    return tool.offer === "hidden" || this.parts.engine.surface.offered.some(({ name }) => name === tool.name);
  }

  #unknown(): ToolError {
    const { name } = this.request;
    const planned = this.parts.engine.surface.reasonAgainst(name);
    if (planned) return this.#refuse({ outcome: "deny", layer: "resolver", reason: planned, subject: name }, "");
    this.#audit({ outcome: "deny", layer: "name", reason: "unknown_tool" });
    const { catalog, resolved } = this.parts.engine.surface;
    const known = resolved.toolNames.filter((each) => catalog.find(each)?.offer !== "hidden");
    const near = suggestNames(name, known);
    const hint = near.length > 0 ? `Did you mean ${near.join(", ")}?` : "Use one of the tools you were given.";
    return new ToolError("not_offered", `There is no tool named ${JSON.stringify(name.slice(0, 100))}.`, hint);
  }

  #refuse(verdict: Deny, subject: string): ToolError {
    this.#audit(verdict, subject);
    return refusal(refusedBefore(verdict));
  }

  #audit(verdict: Deny, subject = ""): void {
    const { engine, agent } = this.parts;
    const { id, name, arguments: args } = this.request;
    const call = { session: engine.record.id, agent, id, tool: name, subject, args };
    keepDecision(this.parts, auditRecord(call, engine.facts(), refusedBefore(verdict), engine.ports));
  }

  #failed(error: unknown): Promise<ResultEnvelope> {
    const { signal, engine } = this.parts;
    const stopped = signal.aborted ? cancelledBy(signal.reason, this.#startedAt !== undefined) : undefined;
    if (!stopped && !(error instanceof ToolError))
      engine.ports.log.error(`The tool ${this.request.name} failed on a fault of its own.`, error);
    return failedEnvelope(stopped ?? error, this.request.id, limitsOf(this.parts));
  }
}

/** A call to a tool that the request did not carry: nothing ran, and the next try can be right. */
function withSchema({ code, message, hint }: ToolError, tool: Tool): ToolError {
  const schema = JSON.stringify(toolSchema(tool).parameters).slice(0, MAX_SCHEMA);
  const text = `${message}\nThe schema of ${tool.name}, which this request did not carry: ${schema}`;
  return new ToolError(code, text, hint ?? "Call it again with arguments that fit the schema.");
}

function cancelledBy(reason: unknown, hadStarted: boolean): ToolError {
  const what = hadStarted
    ? "while this call ran. It may have done part of its work."
    : "before this call ran. Nothing of it was done.";
  return new ToolError("cancelled", `${whoStopped(reason)} ${what}`);
}
