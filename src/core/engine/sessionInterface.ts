import type { ApprovalAnswer, ApprovalRequest } from "../../shared/approval";
import type { FormAnswer, FormRequest } from "../../shared/forms";
import type { GoalAction } from "../../shared/goal";
import type { Mode, Posture } from "../../shared/modes";
import type { Snapshot } from "../../shared/surface";
import type { LiveSurface } from "../surface/live";
import type { Attachment } from "./opening";

/** One conversation. Everything a host or a view may do with it. */
export interface Session {
  readonly id: string;
  readonly mode: Mode;
  readonly posture: Posture;
  readonly running: boolean;
  /** Starts a turn, or joins the running one at its next step. Resolves when that turn, and with a goal its passes, have ended. */
  send(text: string, attachments?: readonly Attachment[]): Promise<void>;
  /** The same with a message that is a goal. False when one is unfinished already. */
  pursue(objective: string, tokenBudget?: number): Promise<boolean>;
  /** What a person does with the goal. Resolves when the passes that it leads to have ended. */
  actOnGoal(action: GoalAction, text?: string): Promise<void>;
  stop(): void;
  setMode(mode: Mode): void;
  setPosture(posture: Posture): void;
  modelChanged(): void;
  /** Settings or a repository's law have changed: what tightens is in force when this resolves. */
  statutesChanged(): Promise<void>;
  /** A person wants rules and laws to be in force as they are now. */
  useStatutes(): void;
  pending(): readonly ApprovalRequest[];
  /** False when the request is settled already: a stale answer does nothing. */
  answer(requestId: string, answer: ApprovalAnswer): boolean;
  forms(): readonly FormRequest[];
  answerForm(formId: string, answer: FormAnswer): boolean;
  /** Of the newest prepared request; none before the first. */
  snapshot(): Snapshot | undefined;
  /** What could run here and now; for views. */
  readonly surface: LiveSurface;
  /** Refuses what is open, stops the turn, closes the log. */
  close(): Promise<void>;
}
