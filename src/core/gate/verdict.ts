import type { Mode, Posture } from "../../shared/modes";
import type { Layer, Reason } from "../../shared/reasons";
import type { PathFacts, Root } from "../operations/files";
import type { Isolation } from "../operations/isolation";
import type { Prepared, Tool } from "../tools/tool";
import type { Analysis } from "./shell/analysis";
import type { Proposal } from "./shell/propose";
import type { Law, PlacedRule, Policy } from "./statutes";

/** Why an ask was raised; each has a row of the decision table in `gate/postures.ts`. */
export type AskKind =
  | "workspace_edit"
  | "shell"
  | "shell_unknown"
  | "network"
  | "mcp"
  | "always_ask"
  | "outside"
  | "sensitive"
  | "user_rule"
  | "hook"
  | "law"
  | "agent_write"
  | "unknown";

interface Decided {
  readonly layer: Layer;
  readonly reason: Reason;
  /** The rule, path or text that decided, plain. */
  readonly subject?: string;
}
export type Allow = Decided & { readonly outcome: "allow" };
export type Ask = Decided & { readonly outcome: "ask"; readonly kind: AskKind };
export type Deny = Decided & {
  readonly outcome: "deny";
  /** What to do instead, for the model. */
  readonly advice?: string;
};
export type Verdict = Allow | Ask | Deny;

/** One command of a call, as far as anybody can tell beforehand. */
export interface JudgedCommand {
  readonly analysis: Analysis;
  /** Files that it names or whose folder it reads, where they really lead; of a folder those that are not ordinary. */
  readonly reads: readonly PathFacts[];
  readonly writes: readonly PathFacts[];
  /** What it would read that nobody can tell, as it is written. */
  readonly unknownReads: readonly string[];
  /** Folders in which git would follow settings that are not the root's own. */
  readonly foreignGit: readonly string[];
  /** What "always" could save. */
  readonly proposal?: Proposal;
}

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
  /** `prepared.effects.reads` where they really lead, in the same order. */
  readonly reads: readonly PathFacts[];
  /** `prepared.effects.writes` where they really lead, in the same order. */
  readonly writes: readonly PathFacts[];
  /** One for each of `prepared.effects.commands`. Absent: nobody could look into them. */
  readonly commands?: readonly JudgedCommand[];
}

/** Where things are on this host: facts for judging paths. All paths are real and absolute. */
export interface Places {
  /** Home folder, for home dot folders; none where unknown. */
  readonly home: string | undefined;
  /** The volume folds case in names. */
  readonly foldsCase: boolean;
  /** Paths are Windows paths. */
  readonly windows: boolean;
  /** Files and folders no call may write, in any posture: session storage, audit log, the user's settings files. */
  readonly protectedPaths: readonly string[];
  /** Also sensitive for writing: loaded skill folders, workspace files that an approved hook, server or skill runs. */
  readonly guardedWrites: readonly string[];
  /** Readable although outside: this session's spill files, folders of loaded skills. */
  readonly exemptReads: readonly string[];
}

/** The text of a root's `.gatehouseignore`; a root may have several, and each holds. */
export interface IgnoreFile {
  /** `Root.path`. */
  readonly root: string;
  readonly text: string;
  /** It could not be read: the text stands in for it, until it can. */
  readonly unread?: true;
}

/** What is true while one call is judged. */
export interface GateFacts extends Places {
  readonly mode: Mode;
  readonly posture: Posture;
  readonly trusted: boolean;
  readonly roots: readonly Root[];
  readonly ignoreFiles: readonly IgnoreFile[];
  /** In force, of the user and of the roots' settings. */
  readonly rules: readonly PlacedRule[];
  /** In force, of the roots. */
  readonly laws: readonly Law[];
  /** Of the machine; none where its administrator has none. */
  readonly policy: Policy | undefined;
  /** `gatehouse.approvals.workspaceEdits`. */
  readonly workspaceEdits: "ask" | "allow";
  /** Commands can run on this host (`Processes.shell`). */
  readonly hasShell: boolean;
  /** Whether commands are kept in a sandbox; absent until one was asked for, and where the host knows none. */
  readonly isolation?: Isolation;
  /** Tools that are not in effect, and why: `ResolvedSurface.disabledReasons`. */
  readonly disabledReasons: Readonly<Record<string, Reason>>;
  /** Approved for this session: exactly what was described. `Approvals.sessionKeys`. */
  readonly sessionApprovals: ReadonlySet<string>;
}

/** One stage of the gate. Nothing means: no opinion. It never sees what earlier stages said. */
export type Stage = (call: PlannedCall, facts: GateFacts) => Verdict | undefined;

/** A stage that must wait for a program or a model. */
export type AsyncStage = (call: PlannedCall, facts: GateFacts) => Promise<Verdict | undefined> | Verdict | undefined;
