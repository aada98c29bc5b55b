import type { OpenTransport } from "../../core/mcp/transport";
import type { Clock } from "../../core/operations/ports";
import { commandEnvironment, type Environment } from "../environment";

/**
 * All transports of this system. What a server's process sees of `environment` is what commands see, and its own.
 * No program is taken from inside of the `roots`: a user's server is not whatever a workspace calls by its name.
 */
export function createTransports(
  clock: Clock,
  environment: Environment = process.env,
  roots: () => readonly string[] = () => [],
): OpenTransport {
  return async (config, events, signIn) => {
    if (config.transport === "stdio") {
      const { openStdio } = await import("./stdio");
      return openStdio(config, commandEnvironment(environment, { roots: roots() }), events);
    }
    const { openHttp } = await import("./http");
    return openHttp(config, events, clock, signIn);
  };
}
