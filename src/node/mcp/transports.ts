import type { OpenTransport } from "../../core/mcp/transport";
import type { Clock } from "../../core/operations/ports";
import { commandEnvironment, type Environment } from "../environment";

/** All transports of this system. What a server's process sees of `environment` is what commands see, and its own. */
export function createTransports(clock: Clock, environment: Environment = process.env): OpenTransport {
  return async (config, events, signIn) => {
    if (config.transport === "stdio") {
      const { openStdio } = await import("./stdio");
      return openStdio(config, commandEnvironment(environment), events);
    }
    const { openHttp } = await import("./http");
    return openHttp(config, events, clock, signIn);
  };
}
