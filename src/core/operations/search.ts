import type { Permit } from "./permit";

/** Looks for text. All paths are real and absolute. */
export interface GrepRequest {
  /** Folder or file that the permit covers. */
  readonly path: string;
  /** Regular expression in ripgrep's syntax. */
  readonly pattern: string;
  /** Of paths below `path`, ripgrep's syntax. */
  readonly glob?: string;
  readonly ignoreCase: boolean;
  /** Lines around each match. */
  readonly context: number;
  /** Matching lines (`lines`) or files at most. */
  readonly limit: number;
  readonly mode: "lines" | "files" | "count";
}

export interface GrepFound {
  /** Files in path order, each with its lines; `lines` is empty in other modes. */
  readonly files: readonly {
    readonly path: string;
    readonly matches: number;
    readonly lines: readonly { readonly line: number; readonly text: string; readonly match: boolean }[];
  }[];
  /** There is more than `limit`. */
  readonly more: boolean;
}

export interface FindRequest {
  readonly path: string;
  /** Glob of paths below `path`. */
  readonly pattern: string;
  readonly limit: number;
}

export interface ListRequest {
  readonly path: string;
  /** 1: only what lies directly in it. */
  readonly depth: number;
  readonly limit: number;
}

export interface Listed {
  /** Relative to the folder, with `/`, folders before files, sorted; a folder ends with `/`, a link with `@`. */
  readonly entries: readonly string[];
  readonly more: boolean;
}

/**
 * Searches below a folder. Ignore files count (`.gitignore`, `.ignore`), `.git` and links are not
 * entered. `accepts` is asked with each real path, a folder's with a slash at its end: what it refuses is never in a result nor read into one.
 */
export interface Search {
  grep(permit: Permit, request: GrepRequest, accepts: Accepts, signal: AbortSignal): Promise<GrepFound>;
  /** Newest first. */
  find(
    permit: Permit,
    request: FindRequest,
    accepts: Accepts,
    signal: AbortSignal,
  ): Promise<{ readonly paths: readonly string[]; readonly more: boolean }>;
  list(permit: Permit, request: ListRequest, accepts: Accepts, signal: AbortSignal): Promise<Listed>;
}

export type Accepts = (realPath: string) => boolean;
