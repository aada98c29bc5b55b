import type { z } from "zod";
import type { ApprovalNote, Preview } from "../../shared/approval";
import type { Details, ImagePart, Todo } from "../../shared/results";
import type { Files } from "../operations/files";
import type { Permit } from "../operations/permit";
import type { Language, Spills } from "../operations/ports";
import type { OutputStream, Processes } from "../operations/processes";

export { ToolError } from "../operations/failure";

/** What a call can do at most, for mode admission and the gate's tiers. */
export type Capability = "read" | "write" | "shell" | "network" | "secrets" | "ask" | "spend" | "state";

/** What one exact call would touch; paths are as asked and resolved by the gate. */
export interface Effects {
  readonly reads: readonly string[];
  /** `hash`: `FileSnapshot.hash` that the person is shown. */
  readonly writes: readonly { readonly path: string; readonly hash: string }[];
  readonly commands: readonly string[];
}

export interface Prepared<P = unknown> {
  readonly effects: Effects;
  readonly preview?: Preview;
  /** For the card, beside the preview. */
  readonly notes?: readonly ApprovalNote[];
  /** Handed to `run` as it is, so that what was shown is what is done. */
  readonly plan?: P;
}

export interface PrepareContext {
  readonly files: Files;
  readonly spills: Spills;
  readonly agent: string;
  readonly signal: AbortSignal;
}

/** The powers of one running call. A tool uses what it needs and nothing else. */
export interface RunContext<P = unknown> extends PrepareContext {
  readonly permit: Permit;
  readonly plan: P;
  readonly callId: string;
  readonly processes: Processes;
  readonly language: Language | undefined;
  readonly todos: TodoList;
  readonly takesImages: boolean;
  /** Live text for people; never stored, never sent to the model. A no-op where nobody listens. */
  progress(text: string, stream: OutputStream | "info"): void;
}

export interface TodoList {
  get(): readonly Todo[];
  set(todos: readonly Todo[]): void;
}

export interface ToolOutput {
  readonly text: string;
  /** `text` is JSON and must still parse when it is shortened. */
  readonly format?: "json";
  /** A command that ended badly is `failed` and still has its output. */
  readonly status?: "ok" | "failed";
  readonly details?: Details;
  readonly images?: readonly ImagePart[];
  /** The tool cut its own window and kept the whole here. */
  readonly spill?: { readonly handle: string; readonly bytes: number };
}

export type RendererKey = "text" | "file" | "diff" | "terminal" | "todo" | "generic";

/** One tool: its contract with the model, its manifest, and what it does. */
export interface Tool<S extends z.ZodType = z.ZodType, P = unknown> {
  /** The name the model learns. */
  readonly name: string;
  /** A verb in words for cards, English; it is an l10n key: "Read", "Run". */
  readonly title: string;
  readonly description: string;
  readonly input: S;
  readonly capabilities: readonly Capability[];
  readonly offer: "eager" | "deferred" | "hidden";
  readonly renderer: RendererKey;
  /** Side by side with others of its response; else a barrier. */
  readonly parallel: boolean;
  /** What the call is about, plain: "src/a.ts:1-80", "npm test". */
  subject(input: z.output<S>): string;
  /** No side effects. A failure here reaches the model before anybody is asked. */
  prepare?(input: z.output<S>, context: PrepareContext): Promise<Prepared<P>>;
  run(input: z.output<S>, context: RunContext<P>): Promise<ToolOutput>;
}

/** Ties the type of `input` to `prepare` and `run`. */
export function defineTool<S extends z.ZodType, P = undefined>(tool: Tool<S, P>): Tool<S, P> {
  return tool;
}
