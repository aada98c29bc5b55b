import type { ApprovalAnswer, ApprovalRequest } from "../../shared/approval";
import type { Mode, Posture } from "../../shared/modes";
import { type Words, words } from "../../shared/words";
import { createApprovals } from "../gate/approvals";
import type { EngineEvent, NoticeCode, StoredEvent } from "../progress/events";
import { interruptionEvents } from "../sessions/recover";
import { emptyState, ROOT, replay, type SessionState } from "../sessions/replay";
import type { LogWriter, OpenedLog } from "../sessions/store";
import type { EditorContext } from "./context";
import { Engine } from "./engine";
import { TurnClock } from "./limits";
import { openTurn, userMessage } from "./opening";
import type { EngineSettings, SessionOptions } from "./options";
import { SessionRecord } from "./record";
import { TurnStop } from "./stop";
import { Tally } from "./tally";
import { runTurn } from "./turn";

export type { EditorContext, EngineEvent, EngineSettings, SessionOptions };

/** One conversation. Everything a host or a view may do with it. */
export interface Session {
  readonly id: string;
  readonly mode: Mode;
  readonly posture: Posture;
  readonly running: boolean;
  /** Starts a turn, or joins the running one at its next step. Resolves when that turn has ended. */
  send(text: string): Promise<void>;
  stop(): void;
  setMode(mode: Mode): void;
  setPosture(posture: Posture): void;
  modelChanged(): void;
  pending(): readonly ApprovalRequest[];
  /** False when the request is settled already: a stale answer does nothing. */
  answer(requestId: string, answer: ApprovalAnswer): boolean;
  /** Refuses what is open, stops the turn, closes the log. */
  close(): Promise<void>;
}

export function createSession(options: SessionOptions): Session {
  const state = emptyState(options.mode ?? "work", options.posture ?? "ask");
  return new LiveSession(options, options.id ?? options.ports.ids.next("session"), state, options.log, false);
}

/**
 * A session as its log tells it. Calls that were open when its host ended get their result, once,
 * and are never run again. Without a writer another window has it: it can be read only.
 */
export function reopenSession(options: SessionOptions, opened: OpenedLog): Session {
  const state = replay(opened.lines);
  const id = state.started?.id ?? options.id ?? options.ports.ids.next("session");
  const session = new LiveSession(options, id, state, opened.writer, opened.writer === undefined);
  session.recover(opened.problems);
  return session;
}

/** The running turn. */
interface Active {
  readonly id: string;
  readonly stop: AbortController;
  /** The message that began it is in the record: others may follow. */
  readonly opened: Promise<void>;
  /** Messages can still join. */
  joinable: boolean;
  ended: Promise<void>;
}

class LiveSession implements Session {
  readonly #engine: Engine;
  #active: Active | undefined;
  #closed = false;

  constructor(
    private readonly options: SessionOptions,
    readonly id: string,
    state: SessionState,
    writer: LogWriter | undefined,
    private readonly readOnly: boolean,
  ) {
    const { ports, listen, settings } = options;
    const record = new SessionRecord(id, state, writer, listen, ports.log);
    const approvals = createApprovals({
      clock: ports.clock,
      ids: ports.ids,
      expiryMs: settings().approvalMs,
      onRequest: (request) => record.tell({ type: "approval_requested", request }),
      onSettle: (request, end) =>
        record.tell({ type: "approval_settled", id: request.id, callId: request.callId, end }),
    });
    this.#engine = new Engine(options, record, approvals);
  }

  get mode(): Mode {
    return this.#engine.record.state.mode;
  }

  get posture(): Posture {
    return this.#engine.record.state.posture;
  }

  get running(): boolean {
    return this.#active !== undefined;
  }

  recover(problems: readonly Words[]): void {
    const { record, ports } = this.#engine;
    for (const problem of problems) this.#tell("log_repaired", problem);
    if (this.readOnly) this.#tell("read_only_session", READ_ONLY);
    else for (const event of interruptionEvents(record.state, ports.ids.next("notice"))) record.store(event);
  }

  async send(text: string): Promise<void> {
    if (this.readOnly) this.#tell("read_only_session", READ_ONLY);
    while (!this.#closed && !this.readOnly) {
      const active = this.#active;
      if (!active) return this.#start(text);
      await active.opened;
      if (active.joinable) {
        this.#engine.record.store(userMessage(this.#engine, active.id, text, true));
        return active.ended;
      }
      await active.ended;
    }
  }

  stop(): void {
    this.#active?.stop.abort(new TurnStop("stopped", words("The turn was stopped.")));
  }

  setMode(mode: Mode): void {
    if (mode !== this.mode) this.#changeStance({ type: "mode_changed", mode });
  }

  setPosture(posture: Posture): void {
    if (posture !== this.posture) this.#changeStance({ type: "posture_changed", posture });
  }

  modelChanged(): void {
    if (this.#engine.record.state.started && !this.readOnly) this.#engine.useModel();
  }

  pending(): readonly ApprovalRequest[] {
    return this.#engine.approvals.pending();
  }

  answer(requestId: string, answer: ApprovalAnswer): boolean {
    return this.#engine.approvals.answer(requestId, answer);
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.stop();
    this.#engine.approvals.close();
    await this.#active?.ended;
    await this.#engine.record.close();
  }

  #start(text: string): Promise<void> {
    let open: () => void = () => undefined;
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    const active: Active = {
      id: this.#engine.ports.ids.next("turn"),
      stop: new AbortController(),
      opened,
      joinable: true,
      ended: Promise.resolve(),
    };
    this.#active = active;
    active.ended = this.#run(text, active, open).finally(() => {
      open();
      this.#active = undefined;
    });
    return active.ended;
  }

  async #run(text: string, active: Active, open: () => void): Promise<void> {
    const engine = this.#engine;
    const { record, ports } = engine;
    const clock = new TurnClock(ports.clock, () => engine.approvals.humanMs());
    engine.settings = this.options.settings();
    await openTurn(engine, active.id, text);
    open();
    const watch = watchTime(clock, engine.settings.maxTurnMs, active.stop);
    const scope = { engine, turn: active.id, agent: ROOT, tally: new Tally(), signal: active.stop.signal };
    const summary = await runTurn({ ...scope, clock });
    watch.abort();
    active.joinable = false;
    record.store({ type: "turn_finished", turn: active.id, summary });
    await record.flush(true).catch((error: unknown) => {
      ports.log.error("The session log could not be written.", error);
      this.#tell("other", words("The session's log could not be written: the disk may be full or read-only."));
    });
  }

  /** Calls that were decided before and have not started are decided again. */
  #changeStance(event: StoredEvent): void {
    if (this.readOnly) return;
    this.#engine.record.store(event);
    this.#engine.stance += 1;
    this.#engine.approvals.replan();
  }

  /** A notice of this window alone: it is not part of the session. */
  #tell(code: NoticeCode, said: Words): void {
    const id = this.#engine.ports.ids.next("notice");
    this.#engine.record.tell({ type: "notice", id, level: "warning", code, ...said, toModel: false });
  }
}

const READ_ONLY = words("Another window has this session open. Here it can only be read.");

/** Ends the turn when its time is up. */
function watchTime(clock: TurnClock, limitMs: number, stop: AbortController): AbortController {
  const watch = new AbortController();
  const sentence = words("The turn was ended after {0} s. Send a message to go on.", Math.round(limitMs / 1000));
  clock.spends(limitMs, watch.signal).then((over) => {
    if (over) stop.abort(new TurnStop("time_limit", sentence));
  });
  return watch;
}
