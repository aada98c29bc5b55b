import type { ErrorCode } from "../../shared/results";

/** A failure the model can mend. Any other throw is a bug and becomes `internal`. */
export class ToolError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
    /** What to do instead, in one sentence. */
    readonly hint?: string,
    options?: { cause?: unknown },
  ) {
    super(message, options);
    this.name = "ToolError";
  }
}
