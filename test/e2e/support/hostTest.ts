/** What one test of a suite inside the extension host came to. */
export interface HostTest {
  readonly name: string;
  readonly state: "passed" | "failed" | "skipped";
  readonly error?: string;
}
