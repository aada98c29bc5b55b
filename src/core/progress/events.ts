import type { ApprovalEnd, ApprovalRequest, AuditRecord } from "../../shared/approval";
import type { FormEnd, FormRequest } from "../../shared/forms";
import type { Goal } from "../../shared/goal";
import type { Mode, Posture } from "../../shared/modes";
import type { ResultEnvelope, Todo } from "../../shared/results";
import type { Places, Words } from "../../shared/words";
import type { Isolation } from "../operations/isolation";

/** Why a turn ended. Only `completed` is a good end. */
export type TurnEnd =
  | "completed"
  | "stopped"
  | "failed"
  | "step_limit"
  | "time_limit"
  | "repeated_call"
  | "budget"
  | "interrupted";

export interface TurnSummary {
  readonly end: TurnEnd;
  /** One sentence for people when the end is not `completed`; English, with places for `args`. */
  readonly message?: string;
  readonly args?: Places;
  readonly files: readonly { readonly path: string; readonly added: number; readonly removed: number }[];
  readonly steps: number;
  readonly calls: number;
  readonly asked: number;
  readonly blocked: number;
  readonly ms: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

export interface OfferedTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/**
 * Everything that happens in a session, as one closed union. `StoredEvent`s are the session log and
 * are enough to rebuild the conversation and every view; `LiveEvent`s are never stored.
 */
export type StoredEvent =
  | {
      readonly type: "session_started";
      readonly id: string;
      readonly title: string;
      readonly mode: Mode;
      readonly posture: Posture;
      readonly system: string /** Its requests offer programs. */;
      readonly codeMode?: boolean /** As every request of the session carries them. */;
      readonly tools?: readonly OfferedTool[] /** Paths of the instruction files that the first message carries. */;
      readonly instructions: readonly string[];
    }
  | { readonly type: "mode_changed"; readonly mode: Mode }
  | { readonly type: "posture_changed"; readonly posture: Posture }
  | { readonly type: "model_changed"; readonly model: string; readonly label: string; readonly scripted: boolean }
  /**
   * `text` is what the person wrote; `context` is what Gatehouse added for the model, after it.
   * A `steering` message comes twice with one id: when it was sent (it waits), and when it joins.
   */
  | {
      readonly type: "user_message";
      readonly id: string;
      readonly turn: string;
      readonly text: string;
      readonly context: string;
      readonly steering: boolean;
    }
  | { readonly type: "turn_started"; readonly turn: string }
  | {
      readonly type: "assistant_message";
      readonly id: string;
      readonly turn: string;
      readonly step: number;
      readonly text: string;
      readonly reasoning?: string;
      readonly calls: readonly { readonly id: string; readonly name: string; readonly arguments: string }[];
    }
  /** Written, and with effects synced, before the call runs. */
  | {
      readonly type: "call_started";
      readonly turn: string;
      readonly callId: string /** A program makes it: the id of that program's own call. It is no part of the conversation. */;
      readonly parent?: string;
      readonly tool: string;
      readonly title: string;
      readonly subject: string;
      readonly subjectWords?: Words;
      readonly renderer: string;
    }
  | { readonly type: "decision"; readonly record: AuditRecord }
  | {
      readonly type: "call_finished";
      readonly turn: string;
      readonly callId: string /** As in `call_started`, which a refused call never had. */;
      readonly parent?: string;
      readonly result: ResultEnvelope;
      readonly ms: number;
    }
  | { readonly type: "todos_changed"; readonly agent: string; readonly todos: readonly Todo[] }
  /** None: the goal was cleared. */
  | { readonly type: "goal_changed"; readonly goal: Goal | null; readonly by: "model" | "user" | "engine" }
  /** The audit record of a request: what tools it carried. `reset`: why its head is not the one before. */
  | {
      readonly type: "request_prepared";
      readonly turn: string;
      readonly step: number;
      readonly tools: number;
      /** Null: the request has no tools field. */
      readonly toolsSha256: string | null;
      readonly reset?: "tools_changed";
    }
  /** Its folder may be read from now on, and is sensitive for writing. */
  | { readonly type: "skill_loaded"; readonly name: string; readonly folder: string }
  | {
      readonly type: "notice";
      readonly id: string;
      readonly level: "info" | "warning" | "error";
      readonly code: NoticeCode;
      readonly text: string /** For the places in `text`. */;
      readonly args?: Places /** The model saw it too: `forModel` where that stands, else `text`, which then has no places. */;
      readonly toModel: boolean;
      readonly forModel?: string;
    }
  | { readonly type: "turn_finished"; readonly turn: string; readonly summary: TurnSummary };

export type NoticeCode =
  | "repeated_call"
  | "printed_call"
  | "goal_pass"
  | "goal_paused"
  | "unknown_names"
  | "interrupted"
  | "log_repaired"
  | "model_error"
  | "length_cut"
  | "read_only_session"
  | "instructions_cut"
  | "policy"
  | "other";

export type LiveEvent =
  | { readonly type: "step_started"; readonly turn: string; readonly step: number }
  | { readonly type: "text_delta"; readonly turn: string; readonly step: number; readonly text: string }
  | { readonly type: "reasoning_delta"; readonly turn: string; readonly step: number; readonly text: string }
  /** What was streamed of this step is void. */
  | {
      readonly type: "step_restarted";
      readonly turn: string;
      readonly step: number;
      readonly attempt: number;
      readonly maxAttempts: number;
      readonly waitMs: number;
      readonly reason: string;
      readonly args?: Places;
    }
  | {
      readonly type: "call_growing";
      readonly turn: string;
      readonly step: number;
      readonly name: string;
      readonly bytes: number;
    }
  | {
      readonly type: "call_waiting";
      readonly callId: string /** As in `call_started`. */;
      readonly parent?: string;
      readonly tool: string;
      readonly title: string;
      readonly subject: string;
      readonly subjectWords?: Words;
      readonly renderer: string;
    }
  /** Auto-Review's guardian is asked about it. */
  | { readonly type: "call_reviewing"; readonly callId: string }
  | { readonly type: "call_running"; readonly callId: string }
  /** Whether a change of rules, or of a repository's law, waits for a person's yes. */
  | { readonly type: "statutes_waiting"; readonly rules: boolean; readonly laws: boolean }
  /** Whether commands are kept in a sandbox, once that is known. */
  | { readonly type: "isolation_known"; readonly isolation: Isolation }
  | { readonly type: "approval_requested"; readonly request: ApprovalRequest }
  | { readonly type: "approval_settled"; readonly id: string; readonly callId: string; readonly end: ApprovalEnd }
  | { readonly type: "form_requested"; readonly form: FormRequest }
  /** Without the answer: a server's is in no log, the model's stands in its call's result. */
  | { readonly type: "form_settled"; readonly id: string; readonly action: FormEnd["action"] }
  | {
      readonly type: "tool_progress";
      readonly session_id: string;
      readonly tool_call_id: string;
      readonly text: string;
      readonly stream: "stdout" | "stderr" | "info";
      readonly closed: boolean;
      readonly ts: number;
    }
  | {
      readonly type: "usage";
      readonly inputTokens: number;
      readonly outputTokens: number;
      readonly contextTokens?: number;
    };

export type EngineEvent = StoredEvent | LiveEvent;

export type Listen = (event: EngineEvent) => void;
