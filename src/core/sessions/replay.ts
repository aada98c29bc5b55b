import type { Goal } from "../../shared/goal";
import type { Mode, Posture } from "../../shared/modes";
import type { ResultEnvelope, Todo } from "../../shared/results";
import type { CallRequest, Message } from "../models/model";
import type { StoredEvent } from "../progress/events";
import { modelText } from "../results/envelope";
import type { LogLine } from "./store";

type Event<K extends StoredEvent["type"]> = Extract<StoredEvent, { type: K }>;
export type UserMessage = Event<"user_message">;

/** Calls of the newest assistant message that do not all have their result yet. */
interface OpenStep {
  readonly turn: string;
  readonly calls: readonly CallRequest[];
  readonly started: Set<string>;
  readonly results: Map<string, ResultEnvelope>;
  /** Calls of its programs, by id. */
  readonly nested: Map<string, NestedCall>;
}

/** A call that a program made, and that started. */
interface NestedCall {
  /** The program's own call. */
  readonly parent: string;
  readonly tool: string;
  readonly ended: boolean;
}

/**
 * A session as its events tell it. The running engine and a reopened log fold the same events by the
 * same function, so what is sent to the model after a restart is byte for byte what was sent before.
 */
export interface SessionState {
  started: Event<"session_started"> | undefined;
  title: string;
  mode: Mode;
  posture: Posture;
  model: string | undefined;
  todos: readonly Todo[];
  goal: Goal | undefined;
  /** Real paths of the folders of loaded skills. */
  readonly skillFolders: Set<string>;
  /** The conversation as the model gets it; only ever appended to. */
  readonly messages: Message[];
  readonly callIds: Set<string>;
  /** Real changes to files, by path as shown; counts are of the whole session. */
  readonly files: Map<string, { added: number; removed: number }>;
  /** Messages written during a turn that have not joined the conversation yet. */
  readonly queued: UserMessage[];
  openTurn: string | undefined;
  openStep: OpenStep | undefined;
}

export function emptyState(mode: Mode, posture: Posture): SessionState {
  return {
    started: undefined,
    title: "",
    mode,
    posture,
    model: undefined,
    todos: [],
    goal: undefined,
    skillFolders: new Set(),
    messages: [],
    callIds: new Set(),
    files: new Map(),
    queued: [],
    openTurn: undefined,
    openStep: undefined,
  };
}

export function replay(lines: readonly LogLine[]): SessionState {
  const state = emptyState("work", "ask");
  for (const line of lines) apply(state, line.event);
  return state;
}

export function apply(state: SessionState, event: StoredEvent): void {
  switch (event.type) {
    case "session_started":
      state.started = event;
      state.title = event.title;
      state.mode = event.mode;
      state.posture = event.posture;
      return;
    case "mode_changed":
      state.mode = event.mode;
      return;
    case "posture_changed":
      state.posture = event.posture;
      return;
    case "model_changed":
      state.model = event.model;
      return;
    case "user_message":
      userMessage(state, event);
      return;
    case "turn_started":
      state.openTurn = event.turn;
      return;
    case "assistant_message":
      assistantMessage(state, event);
      return;
    case "call_started":
      callStarted(state, event);
      return;
    case "call_finished":
      if (event.parent === undefined) callFinished(state, event);
      else nestedFinished(state, event);
      return;
    case "todos_changed":
      if (event.agent === ROOT) state.todos = event.todos;
      return;
    case "goal_changed":
      state.goal = event.goal ?? undefined;
      return;
    case "skill_loaded":
      state.skillFolders.add(event.folder);
      return;
    case "notice":
      if (event.toModel) closeStep(state);
      if (event.toModel) state.messages.push({ role: "user", text: noticeForModel(event.forModel ?? event.text) });
      return;
    case "turn_finished":
      state.openTurn = undefined;
      return;
    case "decision":
    case "request_prepared":
      return;
    default:
      // A line of a newer version tells nothing here; it stays in the log.
      event satisfies never;
  }
}

export const ROOT = "root";

/**
 * A message written during a turn is stored twice under one id: when it was sent, and again when it
 * joined the conversation, which is its place there.
 */
function userMessage(state: SessionState, event: UserMessage): void {
  const waiting = state.queued.findIndex((message) => message.id === event.id);
  if (event.steering && waiting < 0) {
    state.queued.push(event);
    return;
  }
  if (waiting >= 0) state.queued.splice(waiting, 1);
  closeStep(state);
  state.messages.push({ role: "user", text: withContext(event.text, event.context) });
}

function assistantMessage(state: SessionState, event: Event<"assistant_message">): void {
  const { text, reasoning, calls } = event;
  closeStep(state);
  state.messages.push({ role: "assistant", text, ...(reasoning === undefined ? {} : { reasoning }), calls });
  for (const call of calls) state.callIds.add(call.id);
  if (calls.length > 0)
    state.openStep = { turn: event.turn, calls, started: new Set(), results: new Map(), nested: new Map() };
}

function callStarted({ openStep, callIds }: SessionState, { callId, parent, tool }: Event<"call_started">): void {
  if (parent === undefined) openStep?.started.add(callId);
  else {
    // From now on: it may end long after its program.
    callIds.add(callId);
    openStep?.nested.set(callId, { parent, tool, ended: false });
  }
}

/** Results may finish in any order; the model gets them in call order once all are there. */
function callFinished(state: SessionState, event: Event<"call_finished">): void {
  const step = state.openStep;
  if (!step?.calls.some((call) => call.id === event.callId)) return;
  step.results.set(event.callId, event.result);
  noteFile(state, event.result);
  if (step.results.size === step.calls.length) closeStep(state);
}

/** What programs' calls bring the model gets from their programs alone. */
function nestedFinished(state: SessionState, { callId, result }: Event<"call_finished">): void {
  const { nested } = state.openStep ?? {};
  const call = nested?.get(callId);
  state.callIds.add(callId);
  if (call) nested?.set(callId, { ...call, ended: true });
  noteFile(state, result);
}

/**
 * The conversation goes on. A call without a result then had one, in a line of the log that was
 * damaged: no provider takes a conversation in which it has none.
 */
function closeStep(state: SessionState): void {
  const step = state.openStep;
  state.openStep = undefined;
  for (const call of step?.calls ?? []) state.messages.push(toolMessage(call.id, step?.results.get(call.id)));
}

const LOST = "The result of this call was lost: the session's log is damaged here. Look before you repeat it.";

function toolMessage(callId: string, result: ResultEnvelope | undefined): Message {
  const images = result?.images;
  return {
    role: "tool",
    callId,
    text: result ? modelText(result) : LOST,
    ...(images && images.length > 0 ? { images } : {}),
  };
}

function noteFile(state: SessionState, result: ResultEnvelope): void {
  if (result.details?.kind !== "diff") return;
  for (const { path, added, removed } of result.details.files ?? [result.details]) {
    const known = state.files.get(path) ?? { added: 0, removed: 0 };
    state.files.set(path, { added: known.added + added, removed: known.removed + removed });
  }
}

function withContext(text: string, context: string): string {
  return context === "" ? text : `${text}\n\n${context}`;
}

function noticeForModel(text: string): string {
  return `<notice>\n${text}\n</notice>`;
}
