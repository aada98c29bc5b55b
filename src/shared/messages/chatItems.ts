import type { Details, ErrorCode, ImageType, ProgramCallRow, ProgramDetails } from "../results";
import type { Review } from "../review";
import type { Places, Words } from "../words";

/** One thing in the message list, drawn by its kind. Built by `vscode/views/projection.ts`. */
export type ChatItem =
  | {
      readonly kind: "user";
      readonly id: string;
      readonly text: string /** Joins at the next step. */;
      readonly queued: boolean;
    }
  | { readonly kind: "assistant"; readonly id: string; readonly text: string; readonly streaming: boolean }
  | CallItem
  | {
      readonly kind: "notice";
      readonly id: string;
      readonly level: "info" | "warning" | "error";
      readonly text: string;
      readonly args?: Places;
    }
  | {
      readonly kind: "turn";
      readonly id: string;
      readonly end: string;
      readonly message?: string;
      readonly args?: Places;
      readonly files: readonly { readonly path: string; readonly added: number; readonly removed: number }[];
      readonly calls: number;
      readonly asked: number;
      readonly blocked: number;
      readonly ms: number;
      readonly tokens: number;
    };

export interface CallItem {
  readonly kind: "call";
  /** The call's id. */
  readonly id: string;
  readonly tool: string;
  /** English l10n key: "Read". */
  readonly title: string;
  readonly subject: string;
  /** The same where words of ours are in it. */
  readonly subjectWords?: Words;
  readonly renderer: string;
  /** What a call is given whose subject does not say it: JSON, laid out, at most 10,000 characters. */
  readonly input?: string;
  readonly state: "waiting" | "running" | "ok" | "failed" | "refused" | "cancelled" | "interrupted";
  /** An interrupted one had started: nobody knows how far it came. */
  readonly mayHaveRun?: boolean;
  readonly ms?: number;
  /** Present once finished. `text` is what the model saw, at most 64 KiB here. */
  readonly text?: string;
  readonly details?: Details;
  /** Of its result, without their data: an open card asks for that. */
  readonly images?: readonly CallImage[];
  readonly errorCode?: ErrorCode;
  readonly hint?: string;
  /** Why it was allowed or blocked, as the audit record says. */
  readonly decision?: {
    readonly outcome: "allow" | "deny";
    readonly by: string;
    readonly layer: string;
    readonly reason: string;
    readonly because?: string;
    readonly note?: string;
    readonly review?: Review;
  };
  /** Auto-Review is looking at it now. */
  readonly reviewing?: true;
  /** The last 64 KiB of live output while running. */
  readonly output?: string;
  /** Of a call that runs a program; its `details` are in here. */
  readonly program?: Program;
}

/** A program and the calls that it made, live and afterwards. */
export interface Program {
  /** At most 100,000 characters. */
  readonly code: string;
  /** In the order in which they were made. */
  readonly rows: readonly ProgramRow[];
  /** Of all its calls, where not all rows are here: of a long session the snapshot carries the first of older programs. */
  readonly counts?: ProgramCounts;
  /** Its receipt; none while it runs, and none when its host ended with it. */
  readonly end?: Omit<ProgramDetails, "kind" | "code" | "calls">;
}

/** One call of a program. */
export interface ProgramRow {
  /** The call's id. */
  readonly id: string;
  /** As the program named it. */
  readonly tool: string;
  /** At most 200 characters; empty when it never came so far. */
  readonly subject: string;
  readonly subjectWords?: Words;
  readonly state: "waiting" | "running" | ProgramCallRow["status"];
  /** Auto-Review is looking at it now. */
  readonly reviewing?: true;
  readonly decision?: ProgramCallRow["decision"];
  readonly ms?: number;
  /** The program got a part of its result. */
  readonly truncated?: boolean;
  readonly note?: string;
  /** Why it was blocked, as the audit record says. */
  readonly denied?: Denial;
}

export interface Denial {
  readonly by: string;
  readonly reason: string;
  readonly note?: string;
}

export interface ProgramCounts {
  readonly calls: number;
  readonly failed: number;
  readonly refused: number;
}

export interface CallImage {
  /** By its own first bytes; absent: none of the kinds that are drawn. */
  readonly mime?: ImageType;
  readonly bytes: number;
}

/** The data of one image in base64, or why there is none: too old to be kept, or no image at all. */
export type ImageAnswer =
  | { readonly mime: ImageType; readonly data: string }
  | { readonly missing: "gone" | "damaged" };
