export interface Asset {
  readonly name: string;
  readonly kind: "file" | "folder";
}

/**
 * Reads what people wrote for Gatehouse itself: skills, agent profiles, server files. Only the engine
 * and hosts use it, never a tool. Links are followed only to places inside the folder that was asked for.
 */
export interface Assets {
  /** Sorted by name; empty when there is no such folder. */
  list(folder: string): Promise<readonly Asset[]>;
  /** Nothing when missing; `ToolError` `unsupported` when larger than `maxBytes` or not UTF-8 text. */
  readText(path: string, maxBytes: number): Promise<string | undefined>;
  /** Real path; the path itself when it does not exist. */
  real(path: string): Promise<string>;
  /** One path below another, in this host's form. */
  join(folder: string, ...names: readonly string[]): string;
}
