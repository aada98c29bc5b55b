import type { Mode, Posture } from "../../shared/modes";
import type { Policy, RuleBook } from "../gate/statutes";
import type { McpPool } from "../mcp/pool";
import type { Model } from "../models/model";
import type { Hooks } from "../operations/hooks";
import type { Ports } from "../operations/ports";
import type { ProgressSettings } from "../progress/channel";
import type { Listen } from "../progress/events";
import type { LogWriter } from "../sessions/store";
import type { Governance } from "../surface/governance";
import type { LoadAnalyser } from "./commands";
import type { EditorContext } from "./context";

/** Plain facts and limits the host reads from its settings, asked anew for each turn. */
export interface EngineSettings {
  readonly trusted: boolean;
  readonly home: string | undefined;
  readonly foldsCase: boolean;
  /** Paths are Windows paths. */
  readonly windows?: boolean;
  /** See `Places` in `gate/verdict.ts`: what no call may write, and what it may read although outside. */
  readonly protectedPaths?: readonly string[];
  readonly exemptReads?: readonly string[];
  readonly workspaceEdits: "ask" | "allow";
  /** As the settings have them now; which of them are in force each session says. */
  readonly rules?: RuleBook;
  /** Of this machine; none where its administrator has none. */
  readonly policy?: Policy;
  /** Estimated tokens of one result. Default 12,000. */
  readonly maxResultTokens: number;
  /** Default 200. */
  readonly maxSteps: number;
  /** Without waiting for people. Default 3,600 s. */
  readonly maxTurnMs: number;
  /** Default 30 min. */
  readonly approvalMs: number;
  readonly progress?: ProgressSettings;
  /** Passes of a goal. Default 25. */
  readonly maxPasses?: number;
  /** Programs are offered in every request, else only once searched for. Asked when a session starts. Default yes. */
  readonly codeMode?: boolean;
  /** Calls of one program. Default 2,000. */
  readonly maxProgramCalls?: number;
  /** Tools that fit the user's message are activated at the start of a turn. Default no. */
  readonly suggestTools?: boolean;
}

export interface SessionOptions {
  /** Of a new session, as its log is named; made up when absent. */
  readonly id?: string;
  readonly mode?: Mode;
  readonly posture?: Posture;
  readonly ports: Ports;
  readonly settings: () => EngineSettings;
  readonly model: () => Model | undefined;
  /** None: nothing is kept. */
  readonly log: LogWriter | undefined;
  /** What the user has in front of them, for the model; asked for each message. */
  readonly editor?: () => EditorContext | undefined;
  readonly listen: Listen;
  /** Looks into commands. Without it each of them is put before a person. */
  readonly analyser?: LoadAnalyser;
  /** MCP servers of this window. */
  readonly pool?: McpPool;
  /** What settings say of single tools; the same value until they change. */
  readonly governance?: () => Governance;
  /** Commands of the user's or the repository's that have a say. */
  readonly hooks?: Hooks;
  /** All that this session may have; `[]` means none. */
  readonly allow?: { readonly tools?: readonly string[] };
  /** Of its tools, what a person leaves at any time; the same value until it changes. It only narrows; none: no limit. */
  readonly limit?: () => readonly string[] | undefined;
}
