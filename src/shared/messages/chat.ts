import * as z from "zod/mini";
import type { ApprovalRequest } from "../approval";
import { FAULTY, type Fault } from "../faults";
import type { FormRequest } from "../forms";
import { GOAL_ACTIONS, type Goal } from "../goal";
import { Mode, Posture } from "../modes";
import { IMAGE_TYPES, MAX_IMAGE_BYTES, type Todo } from "../results";
import { Rule } from "../rules";
import type { Places } from "../words";
import type { ChatItem, ImageAnswer, ProgramRow } from "./chatItems";

/** An approval as the view needs it; whole texts for the diff editor stay on the host. */
export type ApprovalCard = Omit<ApprovalRequest, "preview"> & {
  readonly diff?: {
    readonly path: string;
    /** How many files it changes. */
    readonly files: number;
    readonly created: boolean;
    readonly added: number;
    readonly removed: number;
    readonly unified: string;
  };
};

export interface ChatStatus {
  readonly sessionId: string | undefined;
  readonly title: string;
  readonly running: boolean;
  readonly mode: Mode;
  readonly posture: Posture;
  readonly trusted: boolean;
  readonly hasFolder: boolean;
  /** Another window writes this session. */
  readonly readOnly: boolean;
  readonly faults?: readonly Fault[];
  readonly model: { readonly id: string; readonly label: string; readonly scripted: boolean } | undefined;
  /** A retry is pending: shown with a countdown. `until` is wall time in ms. */
  readonly retry?: {
    readonly attempt: number;
    readonly maxAttempts: number;
    readonly until: number;
    readonly reason: string;
    readonly args?: Places;
  };
  /** A call is being written by the model. */
  readonly growing?: { readonly name: string; readonly bytes: number };
  readonly tokens: number;
  /** Commands here are kept in a sandbox, or not; unknown until one was asked for. */
  readonly isolated?: boolean;
  /** Share of the context window in use, 0 to 1; unknown when the window is. */
  readonly contextShare?: number;
  readonly turnStartedAt?: number;
}

export interface ChatState {
  readonly status: ChatStatus;
  readonly items: readonly ChatItem[];
  readonly approvals: readonly ApprovalCard[];
  readonly todos: readonly Todo[];
  readonly goal: Goal | undefined;
  /** Questions of the model and of servers, oldest first. */
  readonly forms: readonly FormRequest[];
}

/** What may be written at this place of the composer. */
export interface Completion {
  readonly label: string;
  readonly detail?: string;
  /** Put in the place of the trigger and the query. */
  readonly insert: string;
  /** Codicon. */
  readonly icon: string;
}

/** Small changes in order. An `item` with a known id replaces it, else it goes to the end. */
export type ChatOp =
  | { readonly op: "item"; readonly item: ChatItem }
  | { readonly op: "drop"; readonly id: string }
  /** Appends to an assistant item's text. */
  | { readonly op: "text"; readonly id: string; readonly text: string }
  /** Appends to a call's live output. */
  | { readonly op: "output"; readonly id: string; readonly text: string; readonly stream: "stdout" | "stderr" | "info" }
  /** A row of a program's call with this id: a known one is replaced, else it goes to the end. */
  | { readonly op: "row"; readonly id: string; readonly row: ProgramRow }
  | { readonly op: "status"; readonly status: ChatStatus }
  | { readonly op: "approvals"; readonly approvals: readonly ApprovalCard[] }
  | { readonly op: "todos"; readonly todos: readonly Todo[] }
  | { readonly op: "goal"; readonly goal: Goal | undefined }
  | { readonly op: "forms"; readonly forms: readonly FormRequest[] };

/**
 * Host to view. A snapshot on (re)connect, then deltas whose `seq` counts up by one; a view that
 * misses one asks for a snapshot with `ready`. At most one post each 33 ms.
 */
export type ChatMessage =
  | {
      readonly type: "snapshot";
      readonly seq: number;
      readonly state: ChatState;
      readonly l10n: Readonly<Record<string, string>>;
      readonly locale: string;
    }
  | { readonly type: "delta"; readonly seq: number; readonly ops: readonly ChatOp[] }
  | { readonly type: "focus"; readonly target: "composer" | "approval"; readonly id?: string }
  /** The answer to `complete` with this id; an older one is void. */
  | { readonly type: "completions"; readonly id: number; readonly items: readonly Completion[] }
  /** The answer to `loadImage`; one image a message. */
  | { readonly type: "image"; readonly callId: string; readonly index: number; readonly image: ImageAnswer }
  /** Puts text into the composer: a message that could not be sent, or one to begin from. */
  | { readonly type: "draft"; readonly text: string };

/** As base64. */
const MAX_IMAGE_TEXT = Math.ceil(MAX_IMAGE_BYTES / 3) * 4;

/** Checked loosely on arrival in the view: its shape comes from our own host. */
export const ChatMessage = z.union([
  z.object({
    type: z.literal("snapshot"),
    seq: z.int(),
    state: z.custom<ChatState>((v) => typeof v === "object" && v !== null),
    l10n: z.record(z.string(), z.string()),
    locale: z.string(),
  }),
  z.object({
    type: z.literal("delta"),
    seq: z.int(),
    ops: z.array(z.custom<ChatOp>((v) => typeof v === "object" && v !== null && "op" in v)),
  }),
  z.object({
    type: z.literal("completions"),
    id: z.int(),
    items: z.array(z.custom<Completion>((v) => typeof v === "object" && v !== null && "insert" in v)),
  }),
  z.object({
    type: z.literal("image"),
    callId: z.string(),
    index: z.int(),
    image: z.union([
      z.object({ mime: z.enum(IMAGE_TYPES), data: z.string().check(z.maxLength(MAX_IMAGE_TEXT)) }),
      z.object({ missing: z.enum(["gone", "damaged"]) }),
    ]),
  }),
  z.object({ type: z.literal("draft"), text: z.string() }),
  z.object({ type: z.literal("focus"), target: z.enum(["composer", "approval"]), id: z.optional(z.string()) }),
]);

/** View to host: what a person wants. The host validates, acts and answers with deltas. */
export const ChatIntent = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("ready") }),
  z.strictObject({ kind: z.literal("send"), text: z.string().check(z.maxLength(4_000_000)) }),
  z.strictObject({ kind: z.literal("stop") }),
  z.strictObject({
    kind: z.literal("answer"),
    requestId: z.string(),
    answer: z.enum(["once", "session", "always", "deny"]),
    /** With "always": the rules as the card showed them. */
    rules: z.optional(z.array(Rule)),
    note: z.optional(z.string().check(z.maxLength(10_000))),
  }),
  z.strictObject({
    kind: z.literal("answerForm"),
    formId: z.string(),
    action: z.enum(["accept", "decline"]),
    values: z.record(
      z.string().check(z.maxLength(200)),
      z.union([z.string().check(z.maxLength(100_000)), z.number(), z.boolean(), z.array(z.string())]),
    ),
  }),
  z.strictObject({ kind: z.literal("goal"), action: z.enum(GOAL_ACTIONS), text: z.optional(z.string()) }),
  /** What may stand after "/" at the start of a message or after "@" in it. */
  z.strictObject({
    kind: z.literal("complete"),
    id: z.int(),
    trigger: z.enum(["/", "@"]),
    query: z.string().check(z.maxLength(200)),
  }),
  /** What an open card is about to draw; `index` counts the images of its result. */
  z.strictObject({ kind: z.literal("loadImage"), callId: z.string(), index: z.int().check(z.nonnegative()) }),
  z.strictObject({ kind: z.literal("openDiff"), requestId: z.string() }),
  z.strictObject({ kind: z.literal("openFile"), path: z.string(), line: z.optional(z.int()) }),
  z.strictObject({ kind: z.literal("openLink"), url: z.string() }),
  z.strictObject({ kind: z.literal("showTerminal"), callId: z.string() }),
  z.strictObject({ kind: z.literal("showFullResult"), callId: z.string() }),
  z.strictObject({ kind: z.literal("setMode"), mode: Mode }),
  z.strictObject({ kind: z.literal("setPosture"), posture: Posture }),
  z.strictObject({
    kind: z.literal("command"),
    command: z.enum([
      "newSession",
      "sessions",
      "selectModel",
      "takeTour",
      "setKey",
      "manageTrust",
      "openFolder",
      "showAudit",
      "showLogs",
      "showSurface",
      "showRules",
      "manageServers",
    ]),
  }),
  /** Opens what is broken where it stands. */
  z.strictObject({ kind: z.literal("mend"), of: z.enum(FAULTY) }),
  /** Focus inside the view, for `when` clauses. */
  z.strictObject({ kind: z.literal("focus"), where: z.enum(["none", "list", "composer", "approval"]) }),
  z.strictObject({ kind: z.literal("copy"), text: z.string() }),
]);
export type ChatIntent = z.infer<typeof ChatIntent>;
