import type { ApprovalAnswer, ApprovalRequest } from "../../shared/approval";
import type { FormAnswer, FormRequest } from "../../shared/forms";
import type { GoalAction } from "../../shared/goal";
import type { Mode, Posture } from "../../shared/modes";
import type { Snapshot } from "../../shared/surface";
import { type Words, words } from "../../shared/words";
import { cappedMode, cappedPosture } from "../gate/policy";
import { isUnfinished, newGoal } from "../goals/goal";
import type { EngineEvent, NoticeCode, StoredEvent } from "../progress/events";
import { interruptionEvents } from "../sessions/recover";
import { emptyState, replay, type SessionState } from "../sessions/replay";
import type { LogWriter, OpenedLog } from "../sessions/store";
import type { LiveSurface } from "../surface/live";
import { projectRequest } from "../surface/snapshot";
import { createAsking } from "./asking";
import type { EditorContext } from "./context";
import { Engine } from "./engine";
import { keepStatutes } from "./keepStatutes";
import { TurnClock, watchTime } from "./limits";
import { type Attachment, openPass, openTurn, userMessage } from "./opening";
import type { EngineSettings, SessionOptions } from "./options";
import { SessionRecord } from "./record";
import { turnScope } from "./scope";
import type { Session } from "./sessionInterface";
import { TurnStop } from "./stop";
import { runTurn } from "./turn";

export type { Attachment, EditorContext, EngineEvent, EngineSettings, Session, SessionOptions };

export function createSession(options: SessionOptions): Session {
  const { policy } = options.settings();
  const [mode, posture] = [options.mode ?? "work", options.posture ?? "ask"];
  const state = emptyState(cappedMode(policy, mode), cappedPosture(policy, posture));
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

/** What runs: a turn, or the passes of a goal one after the other. */
interface Active {
  turn: string;
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
  /** A goal is about to be set, with the message that begins its first turn. */
  #pursuing = false;

  constructor(
    private readonly options: SessionOptions,
    readonly id: string,
    state: SessionState,
    writer: LogWriter | undefined,
    private readonly readOnly: boolean,
  ) {
    const { ports, listen } = options;
    const record = new SessionRecord(id, state, writer, listen, ports.log);
    this.#engine = new Engine(options, record, createAsking(options, record));
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
    else {
      for (const event of interruptionEvents(record.state, ports.ids.next("notice"))) record.store(event);
      this.#cap();
      this.#engine.goals.interrupted();
    }
  }

  /** A policy may be narrower than when the session was left. */
  #cap(): void {
    const { policy } = this.options.settings();
    const [mode, posture] = [cappedMode(policy, this.mode), cappedPosture(policy, this.posture)];
    if (mode !== this.mode) this.#engine.record.store({ type: "mode_changed", mode });
    if (posture !== this.posture) this.#engine.record.store({ type: "posture_changed", posture });
  }

  async send(text: string, attachments: readonly Attachment[] = []): Promise<void> {
    if (!this.readOnly && !this.#closed) this.#engine.hooks.tell("message_submit", { text });
    if (this.readOnly) this.#tell("read_only_session", READ_ONLY);
    while (!this.#closed && !this.readOnly) {
      const active = this.#active;
      if (!active) return this.#start((turn) => openTurn(this.#engine, turn, text, attachments));
      await active.opened;
      if (active.joinable) {
        this.#engine.record.store(userMessage(this.#engine, active.turn, { text, attachments, steering: true }));
        return active.ended;
      }
      await active.ended;
    }
  }

  async pursue(objective: string, tokenBudget?: number): Promise<boolean> {
    const engine = this.#engine;
    if (this.#closed || this.readOnly || this.#pursuing || isUnfinished(engine.goals.current)) return false;
    const goal = newGoal(engine.ports.ids.next("goal"), objective, tokenBudget);
    if (this.#active) {
      engine.goals.set(goal, "user");
      await this.send(objective);
      return true;
    }
    this.#pursuing = true;
    await this.#start(async (turn) => {
      await openTurn(engine, turn, objective, []).finally(() => {
        this.#pursuing = false;
      });
      engine.goals.set(goal, "user");
    });
    return true;
  }

  async actOnGoal(action: GoalAction, text?: string): Promise<void> {
    if (this.#closed || this.readOnly) return;
    const goesOn = this.#engine.goals.act(action, text);
    // A turn that runs goes on to its next pass by itself.
    if (goesOn && !this.#active) await this.#start(async (turn) => openPass(this.#engine, turn));
  }

  stop(): void {
    this.#end(new TurnStop("stopped", words("The turn was stopped.")));
  }

  setMode(mode: Mode): void {
    if (cappedMode(this.options.settings().policy, mode) !== mode) {
      this.#tell("policy", NOT_PERMITTED);
      return;
    }
    if (mode === this.mode) return;
    this.#changeStance({ type: "mode_changed", mode });
    this.#engine.hooks.tell("mode_change", { mode });
  }

  setPosture(posture: Posture): void {
    if (cappedPosture(this.options.settings().policy, posture) !== posture) this.#tell("policy", NOT_PERMITTED);
    else if (posture !== this.posture) this.#changeStance({ type: "posture_changed", posture });
  }

  modelChanged(): void {
    if (this.#engine.record.state.started && !this.readOnly) this.#engine.useModel();
  }

  async statutesChanged(): Promise<void> {
    if (this.readOnly || this.#closed) return;
    const { rules, policy } = this.options.settings();
    // Only these: all other settings stay as the turn began with them.
    this.#engine.settings = { ...this.#engine.settings, ...(rules && { rules }), ...(policy && { policy }) };
    await keepStatutes(this.#engine);
  }

  useStatutes(): void {
    this.#engine.statutes.confirm();
    this.#engine.decideAgain();
  }

  pending(): readonly ApprovalRequest[] {
    return this.#engine.approvals.pending();
  }

  answer(requestId: string, answer: ApprovalAnswer): boolean {
    return this.#engine.approvals.answer(requestId, answer);
  }

  forms(): readonly FormRequest[] {
    return this.#engine.questions.pending();
  }

  answerForm(formId: string, answer: FormAnswer): boolean {
    return this.#engine.questions.answer(formId, answer);
  }

  snapshot(): Snapshot | undefined {
    const { captured, ports } = this.#engine;
    return captured && projectRequest(captured, ports.digest);
  }

  get surface(): LiveSurface {
    return this.#engine.surface;
  }

  async close(): Promise<void> {
    this.#closed = true;
    // A reload of the window, say: nobody has stopped it.
    this.#end(new TurnStop("interrupted", words("The turn was interrupted: its session was closed.")));
    this.#engine.approvals.close();
    this.#engine.questions.close();
    await this.#active?.ended;
    await this.#engine.hooks.end();
    await this.#engine.record.close();
  }

  #end(why: TurnStop): void {
    this.#active?.stop.abort(why);
  }

  #start(open: (turn: string) => Promise<void>): Promise<void> {
    let opened: () => void = () => undefined;
    const active: Active = {
      turn: this.#engine.ports.ids.next("turn"),
      stop: new AbortController(),
      opened: new Promise<void>((resolve) => {
        opened = resolve;
      }),
      joinable: true,
      ended: Promise.resolve(),
    };
    this.#active = active;
    active.ended = this.#run(active, open, opened).finally(() => {
      opened();
      this.#active = undefined;
    });
    return active.ended;
  }

  /** A turn; with an active goal, one turn a pass until something ends it. */
  async #run(active: Active, open: (turn: string) => Promise<void>, opened: () => void): Promise<void> {
    const engine = this.#engine;
    engine.settings = this.options.settings();
    engine.hooks.begin();
    await open(active.turn);
    opened();
    while (await this.#runOne(active)) {
      engine.settings = this.options.settings();
      await keepStatutes(engine);
      active.turn = engine.ports.ids.next("turn");
      engine.goals.nextPass();
      openPass(engine, active.turn);
    }
  }

  /** True when the goal wants another pass. */
  async #runOne(active: Active): Promise<boolean> {
    const engine = this.#engine;
    const { record, ports, goals } = engine;
    const clock = new TurnClock(ports.clock, () => engine.human.total());
    const watch = watchTime(clock, engine.settings.maxTurnMs, active.stop);
    const scope = turnScope(engine, active.turn, active.stop.signal);
    goals.beginPass();
    const summary = await runTurn({ ...scope, clock });
    watch.abort();
    record.store({ type: "turn_finished", turn: active.turn, summary });
    engine.hooks.turnEnded(summary);
    const goesOn = goals.endPass(summary) && !active.stop.signal.aborted && !this.#closed;
    active.joinable = goesOn;
    await record.flush(true).catch((error: unknown) => {
      ports.log.error("The session log could not be written.", error);
      this.#tell("other", words("The session's log could not be written: the disk may be full or read-only."));
    });
    return goesOn;
  }

  /** Calls that were decided before and have not started are decided again. */
  #changeStance(event: StoredEvent): void {
    if (this.readOnly) return;
    if (event.type === "posture_changed") this.#engine.postures += 1;
    this.#engine.record.store(event);
    this.#engine.decideAgain();
  }

  /** A notice of this window alone: it is not part of the session. */
  #tell(code: NoticeCode, said: Words): void {
    const id = this.#engine.ports.ids.next("notice");
    this.#engine.record.tell({ type: "notice", id, level: "warning", code, ...said, toModel: false });
  }
}

const NOT_PERMITTED = words("The policy of this machine does not permit that.");
const READ_ONLY = words("Another window has this session open. Here it can only be read.");
