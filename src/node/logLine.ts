import type { StoredEvent } from "../core/progress/events";
import type { LogLine } from "../core/sessions/store";
import { Mode, Posture } from "../shared/modes";

type Shape = "string" | "number" | "boolean" | "list" | "object" | "mode" | "posture";

/** What each event must have to be replayed. The compiler keeps the list of types whole. */
const SHAPES: Readonly<Record<StoredEvent["type"], Readonly<Record<string, Shape>>>> = {
  session_started: {
    id: "string",
    title: "string",
    mode: "mode",
    posture: "posture",
    system: "string",
    instructions: "list",
  },
  mode_changed: { mode: "mode" },
  posture_changed: { posture: "posture" },
  model_changed: { model: "string", label: "string", scripted: "boolean" },
  user_message: { id: "string", turn: "string", text: "string", context: "string", steering: "boolean" },
  turn_started: { turn: "string" },
  assistant_message: { id: "string", turn: "string", step: "number", text: "string", calls: "list" },
  call_started: {
    turn: "string",
    callId: "string",
    tool: "string",
    title: "string",
    subject: "string",
    renderer: "string",
  },
  decision: { record: "object" },
  call_finished: { turn: "string", callId: "string", result: "object", ms: "number" },
  todos_changed: { agent: "string", todos: "list" },
  goal_changed: { by: "string" },
  request_prepared: { turn: "string", step: "number", tools: "number" },
  skill_loaded: { name: "string", folder: "string" },
  notice: { id: "string", level: "string", code: "string", text: "string", toModel: "boolean" },
  turn_finished: { turn: "string", summary: "object" },
};

/** One line of the log, without its line end. The type stands first: `sessionSummary.ts` looks for it there. */
export function writeLine({ v, seq, ts, event }: LogLine): string {
  const { type, ...rest } = event;
  const line = { v, seq, ts, event: { type, ...rest } };
  const json = JSON.stringify(line);
  // JSON writes half a surrogate pair as an escape, which no reader of the session could show or send (F87).
  return /\\ud[89a-f]/i.test(json) ? JSON.stringify(line, wellFormed) : json;
}

/** Nothing when it is not a line that this version wrote or can replay. */
export function readLine(text: string): LogLine | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  return isLine(value) ? value : undefined;
}

function isLine(value: unknown): value is LogLine {
  if (!isObject(value) || !isObject(value["event"])) return false;
  const { v, seq, ts, event } = value;
  if (v !== 1 || !Number.isSafeInteger(seq) || typeof ts !== "number" || typeof event["type"] !== "string")
    return false;
  const shape = Object.hasOwn(SHAPES, event["type"]) ? SHAPES[event["type"] as StoredEvent["type"]] : undefined;
  return shape !== undefined && Object.entries(shape).every(([name, kind]) => fits(event[name], kind));
}

/** A mode or posture that is none would be compared with those that are, and never found to forbid anything. */
function fits(value: unknown, shape: Shape): boolean {
  if (shape === "mode") return Mode.safeParse(value).success;
  return shape === "posture" ? Posture.safeParse(value).success : shapeOf(value) === shape;
}

function shapeOf(value: unknown): string {
  if (Array.isArray(value)) return "list";
  return value === null ? "null" : typeof value;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return shapeOf(value) === "object";
}

function wellFormed(_key: string, value: unknown): unknown {
  return typeof value === "string" ? value.replace(/\p{Surrogate}/gu, "\uFFFD") : value;
}
