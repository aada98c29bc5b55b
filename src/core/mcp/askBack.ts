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
}

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
    const asking = { ...call, asked: 0 };
    this.#open.push(asking);
    try {
      return await work();
    } finally {
      this.#open.splice(this.#open.indexOf(asking), 1);
    }
  }

  elicit(asked: ElicitRequestParams, signal: AbortSignal): Promise<ElicitResult> {
    return this.#ask((help) => this.answers.elicit?.(this.server, asked, help, signal));
  }

  sample(asked: CreateMessageRequestParams, signal: AbortSignal): Promise<CreateMessageResult> {
    return this.#ask((help) => this.answers.sample?.(this.server, asked, help, signal));
  }

  async #ask<T>(ask: (help: CallHelp) => Promise<T> | undefined): Promise<T> {
    const call = this.#open.at(-1);
    if (!call) throw new RpcError(REFUSED, "Nothing can be asked while no call is running.");
    if (this.#busy) throw new RpcError(REFUSED, "Something else is being asked.");
    if (call.asked >= MAX_ASKED) throw new RpcError(REFUSED, "Too much was asked during this call.");
    call.asked += 1;
    this.#busy = true;
    call.deadline.pause();
    try {
      const answer = ask(call.help);
      if (!answer) throw new RpcError(REFUSED, "Nobody can be asked.");
      return await answer;
    } finally {
      call.deadline.resume();
      this.#busy = false;
    }
  }
}
