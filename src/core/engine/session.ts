import type { ApprovalAnswer, ApprovalRequest } from "../../shared/approval";
import type { Mode, Posture } from "../../shared/modes";
import type { Model } from "../models/model";
import type { Ports } from "../operations/ports";
import type { EngineEvent, Listen } from "../progress/events";
import type { LogWriter } from "../sessions/store";

/** Plain facts and limits the host reads from its settings, asked anew for each turn. */
export interface EngineSettings {
  readonly trusted: boolean;
  readonly home: string | undefined;
  readonly foldsCase: boolean;
  readonly workspaceEdits: "ask" | "allow";
  /** Estimated tokens of one result. Default 12,000. */
  readonly maxResultTokens: number;
  /** Default 200. */
  readonly maxSteps: number;
  /** Without waiting for people. Default 3,600 s. */
  readonly maxTurnMs: number;
  /** Default 30 min. */
  readonly approvalMs: number;
}

export interface SessionOptions {
  readonly ports: Ports;
  readonly settings: () => EngineSettings;
  readonly model: () => Model | undefined;
  readonly log: LogWriter | undefined;
  readonly listen: Listen;
}

/** One conversation. Everything a host or a view may do with it. */
export interface Session {
  readonly id: string;
  readonly mode: Mode;
  readonly posture: Posture;
  readonly running: boolean;
  /** Starts a turn, or joins the running one at its next step. Resolves when that turn has ended. */
  send(text: string): Promise<void>;
  stop(): void;
  setMode(mode: Mode): void;
  setPosture(posture: Posture): void;
  modelChanged(): void;
  pending(): readonly ApprovalRequest[];
  /** False when the request is settled already: a stale answer does nothing. */
  answer(requestId: string, answer: ApprovalAnswer): boolean;
  /** Refuses what is open, stops the turn, closes the log. */
  close(): Promise<void>;
}

export type { EngineEvent };
