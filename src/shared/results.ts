/** What went wrong, in words a program can act on. The model sees the code and the sentence. */
export type ErrorCode =
  | "invalid_argument"
  | "not_found"
  | "permission_denied"
  | "safety_blocked"
  | "multiple_matches"
  | "no_match"
  | "no_change"
  | "timeout"
  | "sandbox"
  | "network"
  | "parse"
  | "precondition_failed"
  | "unsupported"
  | "not_offered"
  | "blocked_by_route"
  | "denied"
  | "cancelled"
  | "internal";

export type ResultStatus = "ok" | "failed" | "refused" | "cancelled";

/** What was left out of `text`. */
export interface Truncation {
  readonly originalBytes: number;
  readonly originalTokens: number;
  readonly keptBytes: number;
  /** Handle that `read` opens: `spill:<id>`. */
  readonly spill: string;
}

/** Kinds of images that models take and views draw, each known by its first bytes. Never SVG: that is a document. */
export const IMAGE_TYPES = ["image/png", "image/jpeg", "image/gif", "image/webp"] as const;
export type ImageType = (typeof IMAGE_TYPES)[number];

/** Decoded; providers take no larger ones. */
export const MAX_IMAGE_BYTES = 5 * 1024 * 1024;

export interface ImagePart {
  readonly mime: string;
  /** Base64. */
  readonly data: string;
}

/** The one shape of every call's result. The model sees `text` and `images`; `details` is for people. */
export interface ResultEnvelope {
  readonly status: ResultStatus;
  readonly text: string;
  readonly images?: readonly ImagePart[];
  readonly details?: Details;
  readonly truncated?: Truncation;
  readonly operationId: string;
  readonly errorCode?: ErrorCode;
  readonly hint?: string;
}

/** One call that a program made, for its receipt. */
export interface ProgramCallRow {
  /** From 1, in the order in which they were made. */
  readonly seq: number;
  /** Its events and its result have this id, with `parent` as the id of the program's own call. */
  readonly callId: string;
  /** As the program named it. */
  readonly tool: string;
  /** `approved`: by a person or the guardian; `denied`: by them, a rule or the posture; `refused`: nobody was asked. */
  readonly decision: "auto" | "approved" | "denied" | "refused";
  /** `in_flight`: it ran when the program ended, was cancelled, and may have done part of its work. */
  readonly status: "ok" | "failed" | "refused" | "in_flight";
  readonly elapsedMs: number;
  /** UTF-8 of what the program got of its result. */
  readonly bytes: number;
  readonly truncated: boolean;
  readonly note?: string;
}

/** Drawing data for views, by renderer. Plain JSON. */
export type Details =
  | { readonly kind: "text" }
  | { readonly kind: "file"; readonly path: string; readonly lines?: string }
  | {
      /** A file that is an image. `left`: why it is not among the result's images. */
      readonly kind: "image";
      readonly path: string;
      readonly mime: string;
      readonly bytes: number;
      readonly left?: "too_large" | "not_taken";
    }
  | DiffDetails
  | {
      readonly kind: "terminal";
      readonly command: string;
      readonly how: "exited" | "killed" | "timeout" | "stopped";
      readonly code?: number;
      readonly signal?: string;
      readonly ms: number;
      readonly isolation?: RanIn;
    }
  | { readonly kind: "todos"; readonly todos: readonly Todo[] }
  | {
      readonly kind: "answers";
      readonly how: "answered" | "declined" | "expired" | "closed" | "stopped";
      /** Empty unless answered; an empty `answer` was left out. */
      readonly answers: readonly { readonly question: string; readonly answer: readonly string[] }[];
    }
  | ProgramDetails;

/** The receipt of a program, whole. */
export interface ProgramDetails {
  readonly kind: "program";
  readonly code: string;
  /** `rejected`: none of it ran; `killed`: by a limit, the turn's end or a fault of its process. */
  readonly how: "returned" | "threw" | "rejected" | "killed";
  readonly timedOut?: true;
  /** Why it did not return, as the model got it. */
  readonly error?: string;
  readonly calls: readonly ProgramCallRow[];
  readonly log: string;
  /** Estimated tokens: of what the model got, and of what the calls brought and the model did not get. */
  readonly tokens: { readonly sent: number; readonly kept: number };
}

/** Where a command runs: in a sandbox, without one, or outside of it after it was denied something there. */
export type RanIn = "sandboxed" | "open" | "outside";

export interface DiffDetails {
  readonly kind: "diff";
  /** As shown to people; "3 files" with `files`. */
  readonly path: string;
  /** One call changed several: each as it is on its own. `unified` has a heading before each. */
  readonly files?: readonly { readonly path: string; readonly added: number; readonly removed: number }[];
  readonly created: boolean;
  readonly added: number;
  readonly removed: number;
  /** Unified diff without file headers, at most 64 KiB; cut hunks are named in its last line. */
  readonly unified: string;
}

export interface Todo {
  readonly id: string;
  readonly content: string;
  readonly status: "pending" | "in_progress" | "completed" | "cancelled";
}
