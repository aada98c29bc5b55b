import { type Disposable, EventEmitter } from "vscode";
import {
  type Attachment,
  createSession,
  reopenSession,
  type Session,
  type SessionOptions,
} from "../core/engine/session";
import { cappedMode, cappedPosture } from "../core/gate/policy";
import type { EngineEvent } from "../core/progress/events";
import type { LogWriter, SessionSummary } from "../core/sessions/store";
import type { LiveSurface } from "../core/surface/live";
import type { ApprovalAnswer } from "../shared/approval";
import type { FormAnswer } from "../shared/forms";
import type { GoalAction } from "../shared/goal";
import type { ChatOp, ChatStatus } from "../shared/messages/chat";
import type { Mode, Posture } from "../shared/modes";
import type { Snapshot } from "../shared/surface";
import { Conversation } from "./conversation";
import { nextSurface } from "./nextSurface";
import { sayNotPermitted, sayReadOnly, sayUnfinishedGoal, virtualNotice } from "./sessionNotices";
import type { SessionsParts } from "./sessionParts";

/** Of this window: which session to show again after a reload or a crash of the host. */
const OPEN_SESSION = "gatehouse.openSession";
/** After a reload the former host may hold the log for a moment longer. */
const RETRIES = 8;
const RETRY_MS = 1_000;

/** Something happened in the session that is shown. */
export interface SessionNews {
  readonly event?: EngineEvent;
  readonly ops: readonly ChatOp[];
}

/** The sessions of this window: one is open at a time, made at its first message. */
export class Sessions implements Disposable {
  readonly #news = new EventEmitter<SessionNews>();
  readonly #switched = new EventEmitter<void>();
  readonly onNews = this.#news.event;
  /** Another session is shown. */
  readonly onDidSwitch = this.#switched.event;
  #current: Conversation;
  #prepared: Promise<void> | undefined;
  /** Of the session that a first message would begin. */
  readonly #nextSurface: () => LiveSurface;
  /** What the person chose for the session that its first message will make. */
  #chosen: { mode?: Mode; posture?: Posture } = {};
  /** Opening, beginning and closing happen one after the other. */
  #line: Promise<unknown> = Promise.resolve();

  constructor(private readonly parts: SessionsParts) {
    this.#current = this.#fresh();
    this.#nextSurface = nextSurface(parts, () => this.status.mode);
  }

  get current(): Conversation {
    return this.#current;
  }

  get status(): ChatStatus {
    return this.#current.projection.status;
  }

  list(): Promise<readonly SessionSummary[]> {
    return this.parts.store.list();
  }

  /** Resolves once the message is the session's; its turn goes on by itself. */
  send(text: string, attachments: readonly Attachment[] = []): Promise<void> {
    return this.#withSession((session) => session.send(text, attachments));
  }

  /** A message that is a goal. */
  pursue(objective: string): Promise<void> {
    return this.#withSession(async (session) => {
      if (!(await session.pursue(objective))) sayUnfinishedGoal();
    });
  }

  actOnGoal(action: GoalAction, text?: string): void {
    const { session } = this.#current;
    if (!session) return;
    // A pass needs its model, which a window that was reloaded has not loaded yet.
    const acting =
      action === "resume"
        ? this.#withSession((again) => again.actOnGoal(action, text))
        : session.actOnGoal(action, text);
    acting.catch((error) => this.parts.log.error("A goal could not be changed.", error));
  }

  answerForm(formId: string, answer: FormAnswer): boolean {
    return this.#current.session?.answerForm(formId, answer) ?? false;
  }

  /** Of the newest request of the session that is shown. */
  snapshot(): Snapshot | undefined {
    return this.#current.session?.snapshot();
  }

  /** What the session that is shown, or that a first message would begin, could use here and now. */
  get surface(): LiveSurface {
    return this.#current.session?.surface ?? this.#nextSurface();
  }

  stop(): void {
    this.#current.session?.stop();
  }

  answer(requestId: string, answer: ApprovalAnswer): boolean {
    return this.#current.session?.answer(requestId, answer) ?? false;
  }

  /** Rules or a law may have changed. */
  async statutesChanged(): Promise<void> {
    await this.#current.session?.statutesChanged();
  }

  /** A person wants rules and laws as they are now. False when that session is not the one that is shown. */
  useStatutes(sessionId: string): boolean {
    const { session } = this.#current;
    if (session?.id !== sessionId) return false;
    session.useStatutes();
    return true;
  }

  setMode(mode: Mode): void {
    if (this.#current.session) this.#current.session.setMode(mode);
    else this.#choose({ mode });
  }

  setPosture(posture: Posture): void {
    if (this.#current.session) this.#current.session.setPosture(posture);
    else this.#choose({ posture });
  }

  startNew(): Promise<void> {
    return this.#inLine(async () => {
      await this.#current.session?.close();
      this.#chosen = {};
      this.parts.limits.forgetNext();
      this.#show(this.#fresh());
      await this.parts.memento.update(OPEN_SESSION, undefined);
    });
  }

  /** False when there is no such session any more. */
  reopen(id: string): Promise<boolean> {
    return this.#inLine(() => this.#reopen(id));
  }

  /** After a reload or a crash: shows the session that was open in this window. */
  async restore(): Promise<void> {
    const id = this.parts.memento.get<string>(OPEN_SESSION);
    if (id !== undefined && (await this.reopen(id))) void this.#retryWriting(id, RETRIES);
  }

  /** Trust, folders, settings, the model or what is broken changed. */
  refresh(): void {
    const { trusted, hasFolder } = this.parts.place();
    const faults = this.parts.faults();
    const fresh = this.#current.session || this.status.readOnly ? {} : this.#defaults();
    this.#tell(
      this.#current,
      this.#current.projection.patch({ trusted, hasFolder, faults, model: this.parts.models.chosen, ...fresh }),
    );
  }

  modelChanged(): void {
    this.#current.session?.modelChanged();
    this.refresh();
  }

  async close(): Promise<void> {
    await this.#inLine(async () => this.#current.session?.close());
  }

  dispose(): void {
    this.#news.dispose();
    this.#switched.dispose();
  }

  /** Until the former host has let go of the log, or somebody does something else here. */
  async #retryWriting(id: string, tries: number): Promise<void> {
    const isStill = () => this.status.readOnly && this.#current.id === id;
    if (tries === 0 || !isStill()) return;
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    const hasIt = await this.#inLine(async () => isStill() && (await this.#reopen(id, "to write")));
    if (!hasIt) await this.#retryWriting(id, tries - 1);
  }

  /** In the session that is shown, which its first message begins; what it does goes on by itself. */
  #withSession(act: (session: Session) => Promise<void>): Promise<void> {
    return this.#inLine(async () => {
      this.#prepared ??= this.parts.prepare();
      await Promise.all([this.parts.models.load(), this.#prepared]);
      const conversation = this.#current;
      if (conversation.projection.status.readOnly) return sayReadOnly();
      conversation.session ??= await this.#begin(conversation);
      void act(conversation.session).catch((error) => this.parts.log.error("A message could not be sent.", error));
    });
  }

  async #begin(conversation: Conversation): Promise<Session> {
    const { store, memento } = this.parts;
    const id = this.parts.ids.next("session");
    const log = await store.create(id);
    await this.parts.limits.begin(id);
    const { mode, posture } = conversation.projection.wanted;
    const session = createSession({ ...this.#options(conversation, id, log), id, mode, posture });
    this.#chosen = {};
    await memento.update(OPEN_SESSION, id);
    return session;
  }

  async #reopen(id: string, wish: "to read" | "to write" = "to read"): Promise<boolean> {
    const opened = await this.parts.store.open(id);
    if (!opened || (wish === "to write" && !opened.writer)) return false;
    await this.#current.session?.close();
    const readOnly = opened.writer === undefined;
    if (!readOnly) await this.parts.limits.reopen(id, this.#nextSurface().catalog);
    const conversation = new Conversation({ ...this.#blank(), sessionId: id, readOnly });
    conversation.replay(opened.lines);
    conversation.projection.patch({ model: this.parts.models.chosen });
    // It also says what was wrong with the log, and that another window writes it.
    const session = reopenSession(this.#options(conversation, id, opened.writer), opened);
    if (!readOnly) conversation.session = session;
    conversation.projection.settle();
    this.#show(conversation);
    await this.parts.memento.update(OPEN_SESSION, id);
    return true;
  }

  #options(conversation: Conversation, id: string, log: LogWriter | undefined): SessionOptions {
    const { portsOf, engineSettings, models, editor, audit, pool, governance, limits, hooks, analyser } = this.parts;
    return {
      ...{ pool, governance, analyser, hooks: hooks.forSessions },
      limit: () => limits.of(id).tools,
      ports: portsOf(id),
      settings: () => engineSettings(id),
      model: () => models.current,
      log,
      listen: (event) => {
        if (event.type === "decision") audit(event.record);
        this.#tell(conversation, conversation.take(event, Date.now()), event);
      },
      editor,
    };
  }

  #choose(choice: { mode?: Mode; posture?: Posture }): void {
    if (this.status.readOnly) return;
    this.#chosen = { ...this.#chosen, ...choice };
    const now = this.#defaults();
    if ({ ...now, ...choice }.mode !== now.mode || { ...now, ...choice }.posture !== now.posture) sayNotPermitted();
    this.#tell(this.#current, this.#current.projection.patch(now));
  }

  #show(conversation: Conversation): void {
    this.#current = conversation;
    this.#switched.fire();
  }

  #tell(conversation: Conversation, ops: readonly ChatOp[], event?: EngineEvent): void {
    if (conversation === this.#current) this.#news.fire({ ops, ...(event ? { event } : {}) });
  }

  #fresh(): Conversation {
    const conversation = new Conversation(this.#blank());
    if (!this.parts.place().virtual) return conversation;
    conversation.take(virtualNotice(), Date.now());
    return conversation;
  }

  #blank(): ChatStatus {
    const { trusted, hasFolder } = this.parts.place();
    const model = this.parts.models.chosen;
    const faults = this.parts.faults();
    const facts = { trusted, hasFolder, faults, readOnly: false, model, ...this.#defaults() };
    return { sessionId: undefined, title: "", running: false, tokens: 0, ...facts };
  }

  #defaults(): { mode: Mode; posture: Posture } {
    const { mode, posture } = { ...this.parts.settings(), ...this.#chosen };
    const policy = this.parts.policy();
    return { mode: cappedMode(policy, mode), posture: cappedPosture(policy, posture) };
  }

  #inLine<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#line.then(work);
    this.#line = done.catch(() => undefined);
    return done;
  }
}
