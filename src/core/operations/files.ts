import type { Permit } from "./permit";

/** A workspace folder. `path` is its real absolute path. */
export interface Root {
  readonly name: string;
  readonly path: string;
}

/** Where a path really leads. Judged once, the same for all tools. */
export interface PathFacts {
  /** For people and the model: relative to its root (`root/path` with several roots), else absolute. */
  readonly shown: string;
  /** Real path of the deepest existing ancestor plus what does not exist yet. Absolute. */
  readonly real: string;
  readonly kind: "file" | "folder" | "other" | "missing";
  /** The root whose real path holds `real`; none when it is outside of all. */
  readonly root: Root | undefined;
  /** Bytes; 0 when missing. */
  readonly size: number;
  /** A symbolic link on the way whose target does not exist. */
  readonly dangling: boolean;
}

/** Charsets by VS Code's names. Every `iconv-lite` name that VS Code uses is possible. */
export type Charset = "utf8" | "utf8bom" | "utf16le" | "utf16be" | "windows1252" | (string & {});

/** One text file as it was at one moment. Never partly decoded: a lossy file throws `unsupported`. */
export interface FileSnapshot {
  readonly path: PathFacts;
  readonly exists: boolean;
  /** Without byte order mark; line ends as they are. Empty when missing. */
  readonly text: string;
  /** SHA-256 (hex) of the bytes; `editor:` + SHA-256 of the text when a dirty document is the truth; `absent` when missing. */
  readonly hash: string;
  readonly charset: Charset;
  /** The more frequent line end; of a new file what `files.eol` says. */
  readonly eol: "\n" | "\r\n";
  /** `editor`: an open document has unsaved changes and its text is the truth. */
  readonly source: "disk" | "editor";
  /** `false`: where it is, a write that is interrupted may leave half of a file. */
  readonly atomic?: false;
}

/** Replace `text.slice(start, end)`. UTF-16 offsets into `FileSnapshot.text`; ascending, not overlapping. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export interface Written {
  readonly created: boolean;
  /** Size of the file after the write. */
  readonly bytes: number;
  readonly hash: string;
  /** The text now in the file, read back. */
  readonly text: string;
  /** Unsaved text of the user's was saved with it. */
  readonly savedUnsaved: boolean;
}

export interface ReadWindow {
  /** First line, 1-based. */
  readonly offset: number;
  /** Number of lines at most. */
  readonly limit: number;
  /** Bytes of text at most; only whole lines are returned. */
  readonly maxBytes: number;
}

export type ReadResult =
  | {
      readonly kind: "text";
      /** Exact content of the whole lines that fit. */
      readonly text: string;
      /** Lines in `text`. 0 with `longLine` when the first line alone is over the bound. */
      readonly lines: number;
      readonly totalLines: number;
      readonly totalBytes: number;
      readonly charset: Charset;
      readonly source: "disk" | "editor";
      /** The head of a first line that is over the bound, and that line's size in bytes. */
      readonly longLine?: { readonly head: string; readonly bytes: number };
    }
  | { readonly kind: "image"; readonly mime: string; readonly data: Uint8Array }
  | { readonly kind: "binary"; readonly type: string; readonly bytes: number };

/**
 * Files as the host has them. Paths are absolute or relative to the first root.
 * Failures are `ToolError`s (`not_found`, `permission_denied`, `unsupported`, `precondition_failed`, ...).
 */
/** Something below a folder that is no folder itself. */
export interface FileBelow {
  readonly real: string;
  /** It leads elsewhere. */
  readonly link?: true;
}

export interface Files {
  roots(): readonly Root[];
  inspect(path: string): Promise<PathFacts>;
  readWindow(permit: Permit, path: string, window: ReadWindow, signal: AbortSignal): Promise<ReadResult>;
  /** For `prepare`: no side effects, result never shown to the model without a permit. */
  snapshot(path: string, signal: AbortSignal): Promise<FileSnapshot>;
  /** Splices bytes; all others stay identical. Refuses when the file is not as in `snapshot`. */
  change(permit: Permit, snapshot: FileSnapshot, splices: readonly Splice[], signal: AbortSignal): Promise<Written>;
  /** Creates (with parents) or replaces the whole text; keeps charset, mark and mode. Refuses when changed since `snapshot`. */
  write(permit: Permit, snapshot: FileSnapshot, content: string, signal: AbortSignal): Promise<Written>;
  /**
   * Real paths of the files and links below a folder, `.git` left out; links are not followed. Nothing when there are
   * more than `limit`, or not all can be listed. Only the engine calls it. Absent where a host can't tell.
   */
  filesBelow?(folder: string, limit: number): Promise<readonly FileBelow[] | undefined>;
  /** Text of an instruction file, at most `maxBytes`; nothing when missing. Only the engine calls it. */
  readInstruction(path: string, maxBytes: number): Promise<string | undefined>;
  /** Paths of the `.md` files directly in a folder of instruction files, sorted by name; none when there is no folder. Only the engine calls it. */
  listInstructions(folder: string): Promise<readonly string[]>;
}
