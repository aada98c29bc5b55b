import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import { NOT_UNDERSTOOD } from "../../core/mcp/failure";

/** What one line of a server's output is. A line that is no message is the server talking to itself, or broken. */
export type RpcLine =
  | { readonly kind: "messages"; readonly messages: readonly JSONRPCMessage[] }
  | { readonly kind: "log" }
  | { readonly kind: "garbage" };

/** Binary, or a message that was spoilt: no server writes such a line to its log. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what tells it apart.
const GARBAGE = /[\x00-\x08\x0e-\x1a]|"jsonrpc"/;

export function readRpcLine(line: string): RpcLine {
  const value = parsed(line);
  const messages = (Array.isArray(value) ? value : [value]).flatMap(messageOf);
  if (messages.length > 0) return { kind: "messages", messages };
  return { kind: GARBAGE.test(line) && value === undefined ? "garbage" : "log" };
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function messageOf(value: unknown): JSONRPCMessage[] {
  if (typeof value !== "object" || value === null || (value as Message).jsonrpc !== "2.0") return [];
  const message = value as Message;
  if (typeof message.method === "string" || isRecord(message.result) || isRecord(message.error)) {
    return [value as JSONRPCMessage];
  }
  // An answer to something, of a shape that the SDK would drop: whoever waits for it is told.
  return message.id === undefined || message.id === null ? [] : [notUnderstood(message.id)];
}

interface Message {
  readonly jsonrpc?: unknown;
  readonly id?: string | number | null;
  readonly method?: unknown;
  readonly result?: unknown;
  readonly error?: unknown;
}

function notUnderstood(id: string | number): JSONRPCMessage {
  return { jsonrpc: "2.0", id, error: { code: NOT_UNDERSTOOD, message: "Its answer was not understood." } };
}

function isRecord(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
