/** What a command may reach, as plain data for the broker. All paths are real and absolute. */
export interface Confinement {
  /** Folder of the package `@anthropic-ai/sandbox-runtime`, as `scripts/sandbox.mjs` makes it. */
  readonly runtime: string;
  /** bubblewrap, on Linux. */
  readonly bwrap: string | undefined;
  /** All else is read-only. */
  readonly writable: readonly string[];
  /** Inside of what is writable, and there. */
  readonly readOnly: readonly string[];
  /** Patterns of hosts; none: no network at all. */
  readonly hosts: readonly string[];
}
