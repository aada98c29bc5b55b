import type {
  CreateMessageRequestParams,
  CreateMessageResult,
  ElicitRequestParams,
  ElicitResult,
} from "@modelcontextprotocol/sdk/types.js";
import type { Deadline } from "./deadline";
import { RpcError } from "./failure";
import type { CallHelp } from "./pool";

/** What servers may ask of their client; what is absent is not declared to them. Given by the host. */
export interface Answers {
  elicit?(server: string, asked: ElicitRequestParams, help: CallHelp, signal: AbortSignal): Promise<ElicitResult>;
  sample?(
    server: string,
    asked: CreateMessageRequestParams,
    help: CallHelp,
    signal: AbortSignal,
  ): Promise<CreateMessageResult>;
  /** Folders a server may work in, as `file:` URIs. Some servers then use no others. */
  roots?(): readonly { readonly uri: string; readonly name: string }[];
}

/** During one call; more than that is no conversation. */
const MAX_ASKED = 10;
/** JSON-RPC: the request can't be served now. */
const REFUSED = -32_000;

interface OpenCall {
  readonly help: CallHelp;
  readonly deadline: Deadline;
}

interface Asking extends OpenCall {
  asked: number;
  /** Of the call: what is asked in its name is not asked any longer. */
  readonly over: AbortSignal;
}

/** Without a reason of its own `abort` makes an exception with a stack, at each call. */
const ENDED = "ended";

/**
 * Lets one server ask back: only while a call of it runs, in that call's name, and one thing at a time.
 * Of several calls the last one begun is meant: the protocol does not say which.
 */
export class AskBack {
  readonly #open: Asking[] = [];
  #busy = false;

  constructor(
    private readonly server: string,
    readonly answers: Answers,
  ) {}

  async during<T>(call: OpenCall, work: () => Promise<T>): Promise<T> {
    const over = new AbortController();
    const asking = { ...call, asked: 0, over: over.signal };
    this.#open.push(asking);
    try {
      return await work();
    } finally {
      this.#open.splice(this.#open.indexOf(asking), 1);
      over.abort(ENDED);
    }
  }

  elicit(asked: ElicitRequestParams, signal: AbortSignal): Promise<ElicitResult> {
    return this.#ask(signal, (help, bounded) => this.answers.elicit?.(this.server, asked, help, bounded));
  }

  sample(asked: CreateMessageRequestParams, signal: AbortSignal): Promise<CreateMessageResult> {
    return this.#ask(signal, (help, bounded) => this.answers.sample?.(this.server, asked, help, bounded));
  }

  async #ask<T>(
    signal: AbortSignal,
    ask: (help: CallHelp, bounded: AbortSignal) => Promise<T> | undefined,
  ): Promise<T> {
    const call = this.#open.at(-1);
    if (!call) throw new RpcError(REFUSED, "Nothing can be asked while no call is running.");
    if (this.#busy) throw new RpcError(REFUSED, "Something else is being asked.");
    if (call.asked >= MAX_ASKED) throw new RpcError(REFUSED, "Too much was asked during this call.");
    call.asked += 1;
    this.#busy = true;
    call.deadline.pause();
    try {
      const answer = ask(call.help, AbortSignal.any([signal, call.over]));
      if (!answer) throw new RpcError(REFUSED, "Nobody can be asked.");
      return await answer;
    } finally {
      call.deadline.resume();
      this.#busy = false;
    }
  }
}
