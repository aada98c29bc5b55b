import type { Permit } from "./permit";

export interface GitEnd {
  readonly code: number;
  /** At most 4 MiB; `cut` when there was more. */
  readonly stdout: string;
  readonly stderr: string;
  readonly cut: boolean;
}

/** Runs git's reading commands so that no setting of a repository can run a program. */
export interface Git {
  /**
   * The root's own repository holding this real path, as the real path of its top folder; nothing when
   * there is none, or when its git folder is not the root's own: then nothing may run there unasked.
   */
  ownRepository(path: string): Promise<string | undefined>;
  /**
   * Names of the files in its index, relative to its top folder and with `/`; with `history` also of all that a
   * reference or its log leads to. Nothing where there are too many to tell. No content, so no permit.
   */
  trackedNames(repository: string, history: boolean): Promise<readonly string[] | undefined>;
  /** `args` after the hardening options, without a shell. Not for commands that write. */
  run(permit: Permit, repository: string, args: readonly string[], signal: AbortSignal): Promise<GitEnd>;
}
