import type { ServerConfig } from "../../../src/core/mcp/pool";

/** A server as a person writes it into a setting or an mcp.json. */
export function written(config: ServerConfig): Record<string, unknown> {
  if (config.transport !== "stdio") return { type: config.transport, url: config.url };
  const { command, args, env } = config;
  return { command, args, ...(Object.keys(env).length > 0 && { env }) };
}

/** One that ends as soon as it was started, and says why. */
export const broken = {
  command: process.execPath,
  args: ["-e", "console.error('the database notes.db is gone'); process.exit(3)"],
};
