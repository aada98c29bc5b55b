import type { Log } from "../operations/ports";
import type { EngineEvent, Listen, StoredEvent } from "../progress/events";
import { apply, type SessionState } from "../sessions/replay";
import type { LogWriter } from "../sessions/store";

/** The one way by which anything that happens enters a session: state, log and listeners. */
export class SessionRecord {
  constructor(
    readonly id: string,
    readonly state: SessionState,
    private readonly writer: LogWriter | undefined,
    private readonly listen: Listen,
    private readonly log: Log,
  ) {}

  /** Before its first message a session is not worth a log: `session_started` carries what was chosen. */
  store(event: StoredEvent): void {
    apply(this.state, event);
    if (this.state.started) this.writer?.append(event);
    this.tell(event);
  }

  /** For listeners only. One that throws must not end a turn. */
  tell(event: EngineEvent): void {
    try {
      this.listen(event);
    } catch (error) {
      this.log.error(`A listener failed on ${event.type}.`, error);
    }
  }

  /** Rejects when the log can't be written: then nothing with effects may start. */
  async flush(sync: boolean): Promise<void> {
    await this.writer?.flush(sync);
  }

  async close(): Promise<void> {
    await this.writer?.close();
  }
}
