import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { McpFailure } from "./failure";
import type { ServerConfig } from "./pool";
import type { SignIn } from "./signIn";

/** What a transport tells beside its messages. */
export interface TransportEvents {
  /** It is over: nothing more will come. The transport is closed by who hears it. */
  lost(failure: McpFailure): void;
  /** Odd, but it works. */
  warn(text: string): void;
}

/** A way to a server that nothing has been sent on. `close` of the transport never rejects. */
export interface Opened {
  readonly transport: Transport;
  /** What the far end said last beside the protocol, for the words of an error. */
  lastWords?(): string;
  /** After `authorizationCode`: trades it for tokens. */
  finishSignIn?(code: string): Promise<void>;
}

/** Makes transports; given by the host. Rejects with `McpFailure`. */
export type OpenTransport = (
  config: ServerConfig,
  events: TransportEvents,
  signIn: SignIn | undefined,
) => Promise<Opened>;

/** A message, and a body, may have this many bytes: a result of 10 MB comes through, an endless one does not. */
export const MAX_MESSAGE_BYTES = 32 * 1024 * 1024;
