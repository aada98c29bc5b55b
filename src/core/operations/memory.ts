import type { Permit } from "./permit";

export type MemoryScope = "workspace" | "user";

export interface MemoryNote {
  readonly id: string;
  readonly scope: MemoryScope;
  readonly text: string;
  /** Wall time in ms. */
  readonly savedAt: number;
}

/** Notes that outlive a session, kept outside of the workspace. */
export interface Memory {
  save(permit: Permit, scope: MemoryScope, text: string): Promise<MemoryNote>;
  /** All notes of the scopes, newest first. */
  all(permit: Permit): Promise<readonly MemoryNote[]>;
}
