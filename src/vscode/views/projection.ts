import type { EngineEvent } from "../../core/progress/events";
import type { ApprovalRequest } from "../../shared/approval";
import type { FormRequest } from "../../shared/forms";
import type { Goal } from "../../shared/goal";
import type { ApprovalCard, ChatOp, ChatState, ChatStatus } from "../../shared/messages/chat";
import type { ChatItem, ProgramRow } from "../../shared/messages/chatItems";
import type { Todo } from "../../shared/results";
import type { Places } from "../../shared/words";
import { Calls } from "./calls";
import { ended, Items } from "./items";
import { Programs } from "./programs";
import { statusOf } from "./statusEvents";

type Of<T extends EngineEvent["type"]> = Extract<EngineEvent, { type: T }>;

/** A log of a later version may hold it. */
const unheardOf = (_event: never): ChatOp[] => [];

/**
 * What the chat shows, made from the engine's events alone. The same events give the same picture,
 * live or read back from a session's log. It is a picture: nothing here decides anything.
 */
export class ChatProjection {
  readonly #items = new Items();
  readonly #calls = new Calls(this.#items);
  readonly #programs = new Programs(this.#items);
  readonly #approvals: ApprovalRequest[] = [];
  #todos: readonly Todo[] = [];
  #goal: Goal | undefined;
  #forms: readonly FormRequest[] = [];
  #status: ChatStatus;

  constructor(status: ChatStatus) {
    this.#status = status;
  }

  get status(): ChatStatus {
    return shown(this.#status);
  }

  /** Mode and posture as the person set them, whatever is in force meanwhile. */
  get wanted(): Pick<ChatStatus, "mode" | "posture"> {
    return this.#status;
  }

  state(): ChatState {
    const items = this.#items.snapshot();
    const approvals = this.#approvals.map(card);
    return { status: this.status, items, approvals, todos: this.#todos, goal: this.#goal, forms: this.#forms };
  }

  item(id: string): ChatItem | undefined {
    return this.#items.find(id);
  }

  /** A call that a program made. */
  programCall(callId: string): ProgramRow | undefined {
    return this.#programs.row(callId);
  }

  approval(id: string): ApprovalRequest | undefined {
    return this.#approvals.find((request) => request.id === id);
  }

  form(id: string): FormRequest | undefined {
    return this.#forms.find((form) => form.id === id);
  }

  /** How many questions are open. */
  get waiting(): number {
    return this.#approvals.length + this.#forms.length;
  }

  /** Facts that no event carries: trust, the model, who holds the log. */
  patch(change: Partial<ChatStatus>): ChatOp[] {
    return this.#set({ ...this.#status, ...change });
  }

  /** After the last line of a log: whatever still looks busy is not. */
  settle(): ChatOp[] {
    return [...this.#items.open().map((item) => this.#items.put(ended(item))), ...this.#idle()];
  }

  /** `at` is when it happened, wall time. */
  apply(event: EngineEvent, at: number): ChatOp[] {
    return this.#programs.apply(event) ?? this.#apply(event, at);
  }

  #apply(event: EngineEvent, at: number): ChatOp[] {
    switch (event.type) {
      case "session_started":
      case "mode_changed":
      case "posture_changed":
      case "model_changed":
      case "isolation_known":
        return this.patch(statusOf(event));
      case "user_message":
        return this.#user(event);
      case "turn_started":
        return this.patch({ running: true, turnStartedAt: at, tokens: 0 });
      case "step_started":
        return this.#without("retry", "growing");
      case "text_delta":
        return [...this.#text(event), ...this.#without("retry")];
      case "reasoning_delta":
        return this.#without("retry");
      case "assistant_message":
        return [...this.#assistant(event), ...this.#without("retry", "growing")];
      case "step_restarted":
        return this.#restarted(event, at);
      case "call_growing":
        return [...this.#without("retry"), ...this.patch({ growing: { name: event.name, bytes: event.bytes } })];
      case "call_waiting":
        return [...this.#calls.begun(event), ...this.#without("growing")];
      case "call_started":
        return this.#calls.begun(event);
      case "call_reviewing":
      case "call_running":
        return this.#calls.went(event);
      case "decision":
        return this.#calls.decided(event.record);
      case "tool_progress":
        return this.#calls.progress(event);
      case "call_finished":
        return this.#calls.finished(event);
      case "approval_requested":
      case "approval_settled":
      case "form_requested":
      case "form_settled":
        return this.#question(event);
      case "todos_changed":
        return this.#setTodos(event);
      case "goal_changed":
        return this.#setGoal(event.goal ?? undefined);
      case "notice":
        return this.#notice(event);
      case "usage":
        return this.#usage(event);
      case "turn_finished":
        return [...this.#closeTurn(event), ...this.#idle()];
      case "request_prepared":
      case "skill_loaded":
      case "statutes_waiting":
        return [];
      default:
        return unheardOf(event);
    }
  }

  #question(
    event: Of<"approval_requested"> | Of<"approval_settled"> | Of<"form_requested"> | Of<"form_settled">,
  ): ChatOp[] {
    switch (event.type) {
      case "approval_requested":
        this.#approvals.push(event.request);
        return [this.#approvalsOp()];
      case "approval_settled":
        return this.#settleApproval(event.id);
      case "form_requested":
        return this.#setForms([...this.#forms, event.form]);
      case "form_settled":
        return this.#setForms(this.#forms.filter((form) => form.id !== event.id));
    }
  }

  #notice({ id, level, text, args }: Of<"notice">): ChatOp[] {
    return [this.#items.put({ kind: "notice", id, level, text, ...placed(args) })];
  }

  /** One written during a turn comes twice: queued when it was sent, then at its place once it joined. */
  #user({ id, text, steering }: Of<"user_message">): ChatOp[] {
    const queued = steering && this.item(id) === undefined;
    const gone = queued ? [] : this.#items.drop(id);
    return [...gone, this.#items.put({ kind: "user", id, text, queued })];
  }

  #text({ turn, step, text }: Of<"text_delta">): ChatOp[] {
    const id = assistantId(turn, step);
    const old = this.item(id);
    if (old?.kind !== "assistant") return [this.#items.put({ kind: "assistant", id, text, streaming: true })];
    this.#items.put({ ...old, text: old.text + text });
    return [{ op: "text", id, text }];
  }

  /** A message that is only calls has no line of its own. */
  #assistant({ turn, step, text, calls }: Of<"assistant_message">): ChatOp[] {
    this.#calls.asked(calls);
    const id = assistantId(turn, step);
    if (text === "") return this.#items.drop(id);
    return [this.#items.put({ kind: "assistant", id, text, streaming: false })];
  }

  #restarted({ turn, step, attempt, maxAttempts, waitMs, reason, args }: Of<"step_restarted">, at: number): ChatOp[] {
    const { growing: _, ...status } = this.#status;
    const retry = { attempt, maxAttempts, until: at + waitMs, reason, ...placed(args) };
    return [...this.#items.drop(assistantId(turn, step)), ...this.#set({ ...status, retry })];
  }

  #settleApproval(id: string): ChatOp[] {
    const place = this.#approvals.findIndex((request) => request.id === id);
    if (place < 0) return [];
    this.#approvals.splice(place, 1);
    return [this.#approvalsOp()];
  }

  #setTodos({ agent, todos }: Of<"todos_changed">): ChatOp[] {
    if (agent !== "root") return [];
    this.#todos = todos;
    return [{ op: "todos", todos }];
  }

  #setGoal(goal: Goal | undefined): ChatOp[] {
    this.#goal = goal;
    return [{ op: "goal", goal }];
  }

  #setForms(forms: readonly FormRequest[]): ChatOp[] {
    this.#forms = forms;
    return [{ op: "forms", forms }];
  }

  #usage({ inputTokens, outputTokens, contextTokens }: Of<"usage">): ChatOp[] {
    const used = inputTokens + outputTokens;
    const share = contextTokens ? { contextShare: Math.min(1, used / contextTokens) } : {};
    return this.patch({ tokens: this.#status.tokens + used, ...share });
  }

  #closeTurn({ turn, summary }: Of<"turn_finished">): ChatOp[] {
    const { end, message, args, files, calls, asked, blocked, ms, inputTokens, outputTokens } = summary;
    const tokens = inputTokens + outputTokens;
    const said = message === undefined ? {} : { message, ...placed(args) };
    const streaming = this.#items.open().filter(({ kind }) => kind === "assistant");
    const ops = streaming.map((item) => this.#items.put(ended(item)));
    const item: ChatItem = { kind: "turn", id: `turn:${turn}`, end, ...said, files, calls, asked, blocked, ms, tokens };
    return [...ops, this.#items.put(item), ...this.patch({ tokens })];
  }

  #idle(): ChatOp[] {
    const { retry: _retry, growing: _growing, turnStartedAt: _started, ...status } = this.#status;
    const hadApprovals = this.#approvals.splice(0).length > 0;
    const forms = this.#forms.length > 0 ? this.#setForms([]) : [];
    return [...(hadApprovals ? [this.#approvalsOp()] : []), ...forms, ...this.#set({ ...status, running: false })];
  }

  #without(...keys: ("retry" | "growing")[]): ChatOp[] {
    if (keys.every((key) => this.#status[key] === undefined)) return [];
    const status = Object.fromEntries(
      Object.entries(this.#status).filter(([key]) => !keys.some((gone) => gone === key)),
    );
    return this.#set(status as unknown as ChatStatus);
  }

  #set(status: ChatStatus): ChatOp[] {
    this.#status = status;
    return [{ op: "status", status: shown(status) }];
  }

  #approvalsOp(): ChatOp {
    return { op: "approvals", approvals: this.#approvals.map(card) };
  }
}

/** Without trust Plan is in force, whatever mode the session has. */
function shown(status: ChatStatus): ChatStatus {
  return status.trusted ? status : { ...status, mode: "plan" };
}

const placed = (args: Places | undefined) => (args ? { args } : {});

const assistantId = (turn: string, step: number) => `text:${turn}:${step}`;

/** Whole texts stay on the host: they can be megabytes, and the view draws the diff. */
function card({ preview, ...request }: ApprovalRequest): ApprovalCard {
  if (!preview) return request;
  const { path, files = [path], created, added, removed, unified } = preview;
  return { ...request, diff: { path, files: files.length, created, added, removed, unified } };
}
