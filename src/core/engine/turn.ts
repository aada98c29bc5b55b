import { type Words, words } from "../../shared/words";
import type { Message, Model } from "../models/model";
import { ModelError } from "../models/model";
import type { NoticeCode, TurnSummary } from "../progress/events";
import { estimateTokens } from "../results/tokens";
import { MODE_CHANGED } from "./context";
import { dispatch } from "./dispatch";
import type { TurnScope } from "./engine";
import type { TurnClock } from "./limits";
import { isPrintedCall } from "./printed";
import { RepeatGuard } from "./repeat";
import { TurnStop } from "./stop";
import { type Answer, emptyAnswer, receive } from "./stream";

export interface TurnParts extends TurnScope {
  readonly clock: TurnClock;
}

/** Answers in a row that may be cut by their length before the turn gives up. */
const MAX_CUTS = 3;

// What the model is told; the user sees it too.
const PRINTED = words(
  "Your last answer was dropped: it printed a tool call as text, which runs nothing. Call the tool through the tool interface.",
);
const REPEATED = words(
  "The same call gave the same result three times in a row. Another time will not change it: do something else, or say what is in the way.",
);
const CUT = words(
  "Your last answer was cut at the length limit; a call that was not whole did not run. Go on from there in smaller pieces.",
);

/**
 * One turn: ask the model, run what it calls, tell it the results, again, until it calls nothing.
 * Whatever ends it, each call has its result and the conversation can go on.
 */
export async function runTurn(parts: TurnParts): Promise<TurnSummary> {
  const loop = new Loop(parts);
  const stop = await loop.run().catch((error: unknown) => stopOf(error, parts));
  for (const message of [...parts.engine.record.state.queued]) parts.engine.record.store(message);
  if (stop.notice && stop.sentence)
    notify(parts, stop.end === "failed" ? "error" : "warning", stop.notice, stop.sentence);
  return parts.tally.summary(stop.end, stop.sentence, parts.clock.total);
}

function stopOf(error: unknown, { signal, engine }: TurnParts): TurnStop {
  if (signal.aborted && signal.reason instanceof TurnStop) return signal.reason;
  if (error instanceof TurnStop) return error;
  if (error instanceof ModelError) return new TurnStop("failed", error.said, "model_error");
  engine.ports.log.error("A turn failed on a fault of Gatehouse's own.", error);
  return new TurnStop("failed", words("The turn ended on an internal error; the log has the details."), "other");
}

/** Tokens; roughly where the endpoint does not say. */
function costOf({ usage, text }: Answer): number {
  return usage ? usage.inputTokens + usage.outputTokens : estimateTokens(text);
}

function notify(
  { engine }: TurnParts,
  level: "info" | "warning" | "error",
  code: NoticeCode,
  said: Words,
  toModel = false,
): void {
  engine.record.store({ type: "notice", id: engine.ports.ids.next("notice"), level, code, ...said, toModel });
}

class Loop {
  readonly #repeats = new RepeatGuard();
  #cuts = 0;
  #askedForCall = false;

  constructor(private readonly parts: TurnParts) {}

  async run(): Promise<TurnStop> {
    const { maxSteps } = this.parts.engine.settings;
    for (let step = 1; step <= maxSteps; step++) {
      const ended = await this.#step(step);
      if (ended) return ended;
    }
    return new TurnStop("step_limit", words("The turn was ended after {0} steps. Send a message to go on.", maxSteps));
  }

  async #step(step: number): Promise<TurnStop | undefined> {
    const model = this.#begin(step);
    const answer = await this.#ask(model, step);
    if (this.#voidPrinted(answer, step)) return undefined;
    this.#keep(answer, step);
    const repeated = await this.#runCalls(answer);
    this.parts.engine.goals.spend(costOf(answer));
    return repeated ?? this.#afterCut(answer) ?? this.#endWithoutCalls(answer);
  }

  /** What the model must know before its next answer joins the end of the conversation. */
  #begin(step: number): Model {
    const { engine, turn, tally, signal } = this.parts;
    signal.throwIfAborted();
    const model = engine.useModel();
    if (!model)
      throw new TurnStop("failed", words("No model is chosen. Choose one and send the message again."), "other");
    for (const message of [...engine.record.state.queued]) engine.record.store(message);
    const mode = engine.untoldMode();
    if (mode) notify(this.parts, "info", "other", MODE_CHANGED[mode], true);
    tally.steps = step;
    engine.record.tell({ type: "step_started", turn, step });
    return model;
  }

  async #ask(model: Model, step: number): Promise<Answer> {
    const { engine, turn, tally, signal } = this.parts;
    const { record } = engine;
    const answer = emptyAnswer();
    const messages: readonly Message[] = record.state.messages;
    const request = { system: engine.system, tools: engine.surface.offered, messages };
    engine.noteRequest(request.tools, model, turn, step);
    try {
      await receive(model, request, signal, answer, { turn, step }, (event) => record.tell(event));
    } catch (error) {
      // What the user has seen of the answer stays in the conversation; its calls are dropped.
      this.#keep({ ...answer, calls: [] }, step);
      throw error;
    }
    if (answer.usage) {
      const { inputTokens, outputTokens } = answer.usage;
      const { contextTokens } = model.capabilities();
      tally.usage(answer.usage);
      record.tell({
        type: "usage",
        inputTokens,
        outputTokens,
        ...(contextTokens === undefined ? {} : { contextTokens }),
      });
    }
    return { ...answer, calls: engine.uniqueCalls(answer.calls) };
  }

  /** A call printed as text is never shown or kept: the model is asked once more. */
  #voidPrinted(answer: Answer, step: number): boolean {
    const { engine, turn } = this.parts;
    if (
      this.#askedForCall ||
      answer.calls.length > 0 ||
      !isPrintedCall(
        answer.text,
        engine.surface.offered.map((tool) => tool.name),
      )
    )
      return false;
    this.#askedForCall = true;
    engine.record.tell({
      type: "step_restarted",
      turn,
      step,
      attempt: 1,
      maxAttempts: 1,
      waitMs: 0,
      reason: words("The model printed a call as text instead of making it.").text,
    });
    notify(this.parts, "warning", "printed_call", PRINTED, true);
    return true;
  }

  #keep(answer: Answer, step: number): void {
    const { engine, turn } = this.parts;
    const { text, reasoning, calls } = answer;
    if (text === "" && calls.length === 0) return;
    const id = engine.ports.ids.next("message");
    const thoughts = reasoning === "" ? {} : { reasoning };
    engine.record.store({ type: "assistant_message", id, turn, step, text, ...thoughts, calls });
  }

  async #runCalls({ calls, text }: Answer): Promise<TurnStop | undefined> {
    if (calls.length === 0) return undefined;
    const { engine, tally, signal } = this.parts;
    const results = await dispatch(this.parts, calls, text);
    for (const [index, result] of results.entries()) {
      tally.result(result);
      engine.goals.see(calls[index] as (typeof calls)[number], result);
    }
    signal.throwIfAborted();
    const seen = calls.map((call, index) => this.#repeats.see(call, results[index] as (typeof results)[number]));
    if (seen.includes("stop")) {
      return new TurnStop(
        "repeated_call",
        words("The turn was ended: the model made the same call five times and got the same result."),
        "repeated_call",
      );
    }
    if (seen.includes("notice")) {
      notify(this.parts, "warning", "repeated_call", REPEATED, true);
    }
    return undefined;
  }

  #afterCut({ finish }: Answer): TurnStop | undefined {
    if (finish !== "length") {
      this.#cuts = 0;
      return undefined;
    }
    this.#cuts += 1;
    if (this.#cuts >= MAX_CUTS) {
      return new TurnStop(
        "failed",
        words("The model's answers were cut at their length limit again and again."),
        "length_cut",
      );
    }
    notify(this.parts, "warning", "length_cut", CUT, true);
    return undefined;
  }

  #endWithoutCalls({ calls, finish, text }: Answer): TurnStop | undefined {
    if (calls.length > 0 || finish === "length") return undefined;
    if (this.parts.engine.record.state.queued.length > 0) return undefined;
    if (finish === "refused")
      return new TurnStop("failed", words("The model or its provider refused to answer this."), "model_error");
    if (text === "") notify(this.parts, "warning", "other", words("The model gave an empty answer."));
    return new TurnStop("completed");
  }
}
