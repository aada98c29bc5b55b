import type { CallSpec, DeltasSpec, UsageSpec } from "./chunks";

/** One answer, as data. Without any field it is an empty answer that ends with `stop`. */
export interface PlainReply {
  readonly text?: string;
  readonly reasoning?: string;
  readonly calls?: readonly CallSpec[];
  /** `finish_reason`; by default `tool_calls` or `stop`. `null` leaves it out. */
  readonly finish?: string | null;
  /** By default an estimate, sent when the request asks for it. `false`: never. */
  readonly usage?: UsageSpec | false;
  /** Other than 200: `errorBody` is sent as JSON and nothing is streamed. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly errorBody?: unknown;
  /** Exactly what is sent as the body, one write a piece. */
  readonly raw?: string | Uint8Array | readonly (string | Uint8Array)[];
  /** The connection is destroyed after this many bytes of the body. */
  readonly cutAfter?: number;
  /** Wait between two events. */
  readonly delayMs?: number;
  /** Many text deltas, as fast as the reader takes them or at a rate. They stand before `text`. */
  readonly deltas?: DeltasSpec;
  /** Says everything but the finish, then keeps the connection open for ever. */
  readonly hang?: true;
  /** Nothing is sent, not even the status, before this is settled. */
  readonly waitBefore?: Promise<unknown>;
  /** Text and reasoning are sent, calls and finish only when this is settled. Of `raw`, all but the last piece is sent. */
  readonly waitFor?: Promise<unknown>;
}
