import type { CommandRequest, Processes } from "../core/operations/processes";
import type { Mirrors } from "./terminal";

/** Commands as `inner` runs them, shown in a read-only terminal to whoever asks for one. */
export function mirrored(inner: Processes, mirrors: Mirrors): Processes {
  return {
    get shell() {
      return inner.shell;
    },
    async run(permit, request: CommandRequest, onOutput, signal) {
      const mirror = mirrors.start(request.callId, request.command);
      const both: typeof onOutput = (text, stream) => {
        mirror.write(text);
        onOutput(text, stream);
      };
      const end = await inner.run(permit, request, both, signal);
      mirror.end(end);
      return end;
    },
  };
}
