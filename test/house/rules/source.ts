/** A file as a rule sees it; `path` is relative to the root, with slashes. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** What a rule found: "path: what is wrong, and what to do". */
export type Violation = string;
