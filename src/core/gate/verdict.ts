import type { Layer, Reason } from "../../shared/reasons";
import type { Mode, Posture } from "../../shared/modes";
import type { PathFacts } from "../operations/files";
import type { Prepared, Tool } from "../tools/tool";

/** Why an ask was raised; each has a row of the decision table in `gate/postures.ts`. */
export type AskKind =
  | "workspace_edit" | "shell" | "network" | "always_ask" | "outside" | "sensitive"
  | "user_rule" | "hook" | "law" | "agent_write" | "unknown";

interface Decided {
  readonly layer: Layer;
  readonly reason: Reason;
  /** The rule, path or text that decided, plain. */
  readonly subject?: string;
}
export type Allow = Decided & { readonly outcome: "allow" };
export type Ask = Decided & { readonly outcome: "ask"; readonly kind: AskKind };
export type Deny = Decided & { readonly outcome: "deny"; /** What to do instead, for the model. */ readonly advice?: string };
export type Verdict = Allow | Ask | Deny;

/** One prepared call as every stage sees it. */
export interface PlannedCall {
  readonly session: string;
  /** "root" or a child's name. */
  readonly agent: string;
  readonly id: string;
  readonly tool: Tool;
  readonly input: unknown;
  /** Canonical JSON of `input`, for hashes. */
  readonly args: string;
  readonly prepared: Prepared;
  readonly reads: readonly PathFacts[];
  readonly writes: readonly PathFacts[];
}

/** What is true while one call is judged. */
export interface GateFacts {
  readonly mode: Mode;
  readonly posture: Posture;
  readonly trusted: boolean;
  /** Absolute home folder, for home dot folders; none where unknown. */
  readonly home: string | undefined;
  /** `gatehouse.approvals.workspaceEdits`. */
  readonly workspaceEdits: "ask" | "allow";
  /** The volume folds case in names. */
  readonly foldsCase: boolean;
  /** Approved for this session: exactly what was described. See `approvals.ts`. */
  readonly sessionApprovals: ReadonlySet<string>;
}
