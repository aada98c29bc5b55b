import type { Review, ReviewFailure } from "../../shared/review";
import type { Guardian, GuardianRuling } from "../gate/guardian";
import { parseGuardianAnswer } from "../gate/guardianAnswer";
import { GUARDIAN_SYSTEM, guardianQuestion } from "../gate/guardianQuestion";
import type { PlannedCall } from "../gate/verdict";
import type { FinishReason, Model, Usage } from "../models/model";
import type { Clock } from "../operations/ports";
import { plainLine } from "../results/foreign";

export interface GuardianOptions {
  readonly model: () => Model | undefined;
  readonly clock: Clock;
  /** Ends the request, and the ruling is a deny. Asked for each call. */
  readonly signal: () => AbortSignal;
  /** Before each request. */
  readonly onAsk?: (call: PlannedCall) => void;
  /** After each, for whoever counts what is spent. */
  readonly onUsage?: (usage: Usage) => void;
}

const PATIENCE_MS = 90_000;
/** An answer is a few words; what goes on and on is none. */
const MAX_ANSWER = 16_384;
const MAX_REASON = 500;

/**
 * The guardian of one turn: one request to the session's model with the exact call as data, no tools and no
 * history. Whatever is not a clear, whole answer denies. What it denied stays denied for the turn, so that
 * asking again until it slips gains nothing; what it allowed holds for that one call alone.
 */
export function createGuardian(options: GuardianOptions): Guardian {
  const denied = new Map<string, Review>();
  const allowed = new Map<string, GuardianRuling>();
  return async (call, facts, said) => {
    const same = JSON.stringify([call.agent, call.tool.name, call.tool.version ?? "", call.args]);
    const before = denied.get(same);
    if (before) return { outcome: "deny", review: { ...before, inputTokens: 0, outputTokens: 0, ms: 0, again: true } };
    const question = guardianQuestion(call, facts, said);
    if (question === undefined) return remember(denied, same, failed("too_large"));
    // The same call comes again when it waited for its turn: it is the same question about the same call.
    const own = JSON.stringify([call.id, question]);
    const known = allowed.get(own);
    if (known) return known;
    options.onAsk?.(call);
    const ruling = await ask(question, options);
    if (ruling.outcome === "allow") allowed.set(own, ruling);
    return isFinal(ruling) ? remember(denied, same, ruling) : ruling;
  };
}

function remember(denied: Map<string, Review>, key: string, ruling: GuardianRuling): GuardianRuling {
  denied.set(key, ruling.review);
  return ruling;
}

/** A deny that is an answer. Where no answer came, another try may get one. */
function isFinal({ outcome, review }: GuardianRuling): boolean {
  return outcome === "deny" && !["no_model", "unreachable", "timeout"].includes(review.failure ?? "");
}

interface Heard {
  text: string;
  usage: Usage | undefined;
  finish: FinishReason | undefined;
  /** It called a tool although it was given none. */
  called: boolean;
}

async function ask(question: string, options: GuardianOptions): Promise<GuardianRuling> {
  const model = options.model();
  if (!model || model.scripted) return failed("no_model");
  const started = options.clock.elapsed();
  const { heard, failure } = await listen(model, question, options);
  const { inputTokens = 0, outputTokens = 0 } = heard.usage ?? {};
  if (heard.usage) options.onUsage?.(heard.usage);
  const cost = { model: model.label, inputTokens, outputTokens, ms: Math.round(options.clock.elapsed() - started) };
  return failure ? failed(failure, cost) : ruled(heard, cost);
}

type Cost = Pick<Review, "model" | "inputTokens" | "outputTokens" | "ms">;

function ruled({ text, finish, called }: Heard, cost: Cost): GuardianRuling {
  if (finish === "refused") return failed("refused", cost);
  if (finish === undefined || finish === "length") return failed("cut", cost);
  const answer = finish === "stop" && !called ? parseGuardianAnswer(text) : undefined;
  if (!answer) return failed("unreadable", cost);
  const { risk, decision } = answer;
  const runs = decision === "allow" && (risk === "low" || risk === "medium");
  return {
    outcome: runs ? "allow" : "deny",
    review: { risk, reason: plainLine(answer.reason, MAX_REASON), ...cost },
  };
}

/** Hears the whole answer, or as much as came until something ended it. Never rejects. */
async function listen(
  model: Model,
  question: string,
  { clock, signal }: GuardianOptions,
): Promise<{ heard: Heard; failure?: ReviewFailure }> {
  const stop = new AbortController();
  const heard = silence();
  const receive = async (): Promise<ReviewFailure | undefined> => {
    const request = {
      system: GUARDIAN_SYSTEM,
      tools: [],
      messages: [{ role: "user", text: question }],
      temperature: 0,
    } as const;
    for await (const event of model.stream(request, AbortSignal.any([stop.signal, signal()]))) {
      if (event.type === "retry") Object.assign(heard, silence());
      if (event.type === "text") heard.text += event.text;
      if (event.type === "usage") heard.usage = event.usage;
      if (event.type === "call" || event.type === "call_growing") heard.called = true;
      if (event.type === "finish") heard.finish = event.reason;
      if (heard.text.length > MAX_ANSWER) return "unreadable";
    }
    return undefined;
  };
  const late = clock.sleep(PATIENCE_MS, AbortSignal.any([stop.signal, signal()])).then(() => "timeout" as const);
  const failure = await Promise.race([receive(), late]).catch(() => "unreachable" as const);
  stop.abort(DONE);
  return { heard, ...(failure ? { failure } : {}) };
}

/** Without a reason of its own `abort` makes an exception with a stack. */
const DONE = "done";

const silence = (): Heard => ({ text: "", usage: undefined, finish: undefined, called: false });

function failed(failure: ReviewFailure, cost: Cost = { inputTokens: 0, outputTokens: 0, ms: 0 }): GuardianRuling {
  return { outcome: "deny", review: { failure, reason: FAILED[failure], ...cost } };
}

/** For the model; people get the same in their language. */
const FAILED: Readonly<Record<ReviewFailure, string>> = {
  too_large: "the call is too large to be reviewed",
  no_model: "no model could review it",
  unreachable: "the review failed",
  timeout: "the review took too long",
  cut: "the review was cut off",
  refused: "the model refused to review it",
  unreadable: "the review's answer could not be used",
};
