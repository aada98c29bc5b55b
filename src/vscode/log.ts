import type { LogOutputChannel } from "vscode";
import type { Log } from "../core/operations/ports";

/** The output channel "Gatehouse", which "Show Logs" opens. */
export function channelLog(channel: LogOutputChannel): Log {
  return {
    info: (message, data) => channel.info(line(message, data)),
    warn: (message, data) => channel.warn(line(message, data)),
    error: (message, data) => channel.error(line(message, data)),
  };
}

function line(message: string, data: unknown): string {
  if (data === undefined) return message;
  return `${message} ${data instanceof Error ? (data.stack ?? data.message) : JSON.stringify(data)}`;
}
