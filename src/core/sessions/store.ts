import type { Words } from "../../shared/words";
import type { StoredEvent } from "../progress/events";

export interface SessionSummary {
  readonly id: string;
  readonly title: string;
  /** Wall time of the last event, ms. */
  readonly updatedAt: number;
  readonly turns: number;
}

/** One line of `log.jsonl`: `{"v":1,"seq":n,"ts":ms,"event":{...}}`. */
export interface LogLine {
  readonly v: 1;
  readonly seq: number;
  readonly ts: number;
  readonly event: StoredEvent;
}

export interface OpenedLog {
  readonly lines: readonly LogLine[];
  /** What was wrong with the file, in words for people; nothing was deleted. */
  readonly problems: readonly Words[];
  readonly writer: LogWriter | undefined;
}

export interface LogWriter {
  /** Buffers; ordered. */
  append(event: StoredEvent): void;
  /** Resolves when everything appended is written; with `sync` also on the disk. */
  flush(sync: boolean): Promise<void>;
  close(): Promise<void>;
}

/** Append-only session folders. One writer each: a second opener gets no `writer`. */
export interface SessionStore {
  list(): Promise<readonly SessionSummary[]>;
  create(id: string): Promise<LogWriter>;
  /** Nothing when there is no such session. */
  open(id: string): Promise<OpenedLog | undefined>;
}
