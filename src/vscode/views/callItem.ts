import { isInterrupted } from "../../core/sessions/recover";
import { nativeTools } from "../../core/tools";
import { parseArguments } from "../../core/tools/arguments";
import type { AuditRecord } from "../../shared/approval";
import type { CallItem } from "../../shared/messages/chatItems";
import type { Details, ResultEnvelope } from "../../shared/results";
import { bounded } from "../../shared/visible";
import type { Words } from "../../shared/words";
import { imagesOf } from "./images";
import { abandoned, withReceipt } from "./receipt";

/** How much of a text a card carries; the rest is fetched with `showFullResult`. */
const MAX_TEXT = 65_536;
const MAX_INPUT = 10_000;

/** As the model's message carries it. */
export interface AskedCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

type CallFacts = {
  readonly callId: string;
  readonly tool: string;
  readonly title: string;
  readonly subject: string;
  readonly subjectWords?: Words | undefined;
  readonly renderer: string;
};

/** `asked`: the call's arguments as the model wrote them. Only where no renderer draws what the call did. */
export function newCall(facts: CallFacts, state: CallItem["state"], asked = ""): CallItem {
  const { callId, tool, title, subject, subjectWords, renderer } = facts;
  const said = { subject, ...(subjectWords && { subjectWords }) };
  const input = renderer === "generic" && asked !== "" ? { input: laidOut(asked) } : {};
  const program = renderer === "program" ? { program: { code: head(codeOf(asked)), rows: [] } } : {};
  return { kind: "call", id: callId, tool, title, ...said, renderer, ...input, ...program, state };
}

function codeOf(json: string): string {
  try {
    const { code } = JSON.parse(json) as { readonly code?: unknown };
    return typeof code === "string" ? code : "";
  } catch {
    return "";
  }
}

function laidOut(json: string): string {
  try {
    return bounded(JSON.stringify(JSON.parse(json), null, 2), MAX_INPUT);
  } catch {
    return bounded(json, MAX_INPUT);
  }
}

/** A call that was never started has no card yet: what the model asked for tells what it would have been. */
export function neverStarted({ id, name, arguments: json }: AskedCall): CallItem {
  const tool = nativeTools(undefined).find((each) => each.name === name);
  const parsed = tool && parseArguments(tool, json);
  const input = parsed && "input" in parsed ? parsed.input : undefined;
  const subject = tool && input !== undefined ? tool.subject(input) : "";
  const subjectWords = input === undefined ? undefined : tool?.subjectWords?.(input);
  const { title, renderer } = tool ?? { title: name, renderer: "generic" };
  return newCall({ callId: id, tool: name, title, subject, subjectWords, renderer }, "waiting", json);
}

export function callDecided(call: CallItem, record: AuditRecord): CallItem {
  const { reviewing: _, ...rest } = call;
  const { outcome, by, layer, reason, because, note, review } = record;
  const said = {
    ...(because === undefined ? {} : { because }),
    ...(note === undefined ? {} : { note }),
    ...(review === undefined ? {} : { review }),
  };
  return { ...rest, decision: { outcome, by, layer, reason, ...said } };
}

/** The result replaces what was shown while it ran. */
export function callFinished(call: CallItem, result: ResultEnvelope, ms: number): CallItem {
  const { output: _, reviewing: __, ...rest } = call;
  const { errorCode, hint } = result;
  const images = imagesOf(result);
  return {
    ...rest,
    ...(isInterrupted(result) ? interrupted(call) : { state: result.status }),
    ms,
    text: head(result.text),
    ...drawn(call, result.details),
    ...(images.length === 0 ? {} : { images }),
    ...(errorCode === undefined ? {} : { errorCode }),
    ...(hint === undefined ? {} : { hint }),
  };
}

function drawn({ program }: CallItem, details: Details | undefined): Pick<CallItem, "details" | "program"> {
  if (details?.kind === "program") return { program: withReceipt(program ?? { code: "", rows: [] }, details) };
  return { ...(program && { program: abandoned(program) }), ...(details && { details }) };
}

/** Its host ended before it did. */
export function interrupted({ state, program }: CallItem): Pick<CallItem, "state" | "mayHaveRun" | "program"> {
  return { state: "interrupted", mayHaveRun: state === "running", ...(program && { program: abandoned(program) }) };
}

export function appendOutput(call: CallItem, text: string): CallItem {
  const output = (call.output ?? "") + text;
  return { ...call, output: output.length > MAX_TEXT ? tail(output) : output };
}

function head(text: string): string {
  return text.length > MAX_TEXT ? text.slice(0, MAX_TEXT) : text;
}

/** From the start of a line, so that no colour sequence or character is cut in two. */
function tail(text: string): string {
  const kept = text.slice(-MAX_TEXT);
  const line = kept.indexOf("\n");
  return line < 0 ? kept : kept.slice(line + 1);
}
