import type { Clock, Digest, Log } from "../operations/ports";
import type { Tool } from "../tools/tool";
import type { Answers } from "./askBack";
import type { ListedTool } from "./listed";
import type { ServerConfig } from "./pool";
import type { SignIn } from "./signIn";
import type { OpenTransport } from "./transport";

/** What a connection is given by its pool. */
export interface ConnectionParts {
  readonly connect: OpenTransport;
  readonly clock: Clock;
  readonly digest: Digest;
  readonly log: Log;
  readonly clientInfo: { readonly name: string; readonly version: string };
  readonly answers: Answers;
  oauth?(server: ServerConfig): SignIn | undefined;
  makeTool(listed: ListedTool, server: ServerConfig): Tool;
  /** Something that others see of it is different now. */
  changed(): void;
}
