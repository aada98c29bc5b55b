import type { ErrorCode } from "../../shared/results";
import { ToolError } from "../operations/failure";
import type { Clock } from "../operations/ports";
import { plainLine } from "../results/foreign";
import type { ToolOutput } from "../tools/tool";
import type { AskBack } from "./askBack";
import { Deadline } from "./deadline";
import { type FailureCode, McpFailure, RpcError } from "./failure";
import { type Link, seconds } from "./link";
import type { ListedTool } from "./listed";
import type { CallHelp, ServerConfig } from "./pool";
import { readResult } from "./results";

/** A call that keeps reporting progress may take this many times as long as a silent one. */
const PATIENCE = 5;

export interface OneCall {
  readonly tool: ListedTool;
  readonly input: unknown;
  readonly help: CallHelp;
  readonly signal: AbortSignal;
}

/** One `tools/call` on one connection. Rejects with what `Link.request` does. */
export async function callTool(
  link: Link,
  { name, callMs }: ServerConfig,
  { tool, input, help, signal }: OneCall,
  { clock, askBack }: { readonly clock: Clock; readonly askBack: AskBack },
): Promise<ToolOutput> {
  const late = (ms: number) => new McpFailure("timeout", `The call was not answered within ${seconds(ms)}.`, true);
  const deadline = new Deadline(clock, callMs, PATIENCE * callMs, late);
  const asked = { ms: callMs, signal, deadline, progress: (text: string) => help.progress(text) };
  const params = { name: tool.name, arguments: input };
  try {
    const result = await askBack.during({ help, deadline }, () => link.request("tools/call", params, asked));
    return readResult(name, result, tool.outputSchema);
  } finally {
    deadline.end();
  }
}

/** How a failed call reaches the model: an error of the server as its result, trouble on the way as a failure. */
export function failedCall(server: string, error: unknown, wasSent = true): ToolOutput {
  const name = plainLine(server, 64);
  if (error instanceof RpcError) {
    return {
      text: `The MCP server ${name} answered with an error (${error.code}): ${error.message}`,
      status: "failed",
    };
  }
  if (!(error instanceof McpFailure)) throw error;
  const hint = wasSent || error.code === "sign_in" ? HINTS[error.code] : undefined;
  throw new ToolError(CODES[error.code] ?? "network", `MCP server ${name}: ${error.message}`, hint);
}

const CODES: Partial<Record<FailureCode, ErrorCode>> = {
  timeout: "timeout",
  not_understood: "parse",
  protocol: "parse",
  sign_in: "permission_denied",
  too_large: "unsupported",
  stopped: "cancelled",
};

const UNKNOWN = "Whether it was done is not known. Look before you call it again.";
const HINTS: Partial<Record<FailureCode, string>> = {
  timeout: UNKNOWN,
  exited: UNKNOWN,
  network: UNKNOWN,
  no_answer: UNKNOWN,
  too_large: "Ask for less at a time.",
  sign_in: "The user has to sign in to this server first.",
};
