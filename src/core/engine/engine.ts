import type { AuditRecord } from "../../shared/approval";
import type { Mode, Posture } from "../../shared/modes";
import type { Rule } from "../../shared/rules";
import type { ServerRow } from "../../shared/surface";
import type { Approvals } from "../gate/approvals";
import type { Guardian } from "../gate/guardian";
import type { HumanTime } from "../gate/humanTime";
import { cappedMode, cappedPosture } from "../gate/policy";
import type { Questions } from "../gate/questions";
import type { Deny, GateFacts, IgnoreFile } from "../gate/verdict";
import type { CallRequest, Model } from "../models/model";
import type { Isolation } from "../operations/isolation";
import type { Ports } from "../operations/ports";
import type { OfferedTool } from "../progress/events";
import { toolsDigest } from "../surface/digest";
import { createFinder, type Finder } from "../surface/finder";
import type { LiveSurface } from "../surface/live";
import { type CapturedRequest, captureRequest } from "../surface/snapshot";
import type { Tool } from "../tools/tool";
import type { Asking } from "./asking";
import { Goals } from "./goals";
import { SessionHooks } from "./hooked";
import type { EngineSettings, SessionOptions } from "./options";
import { SYSTEM_PROMPT } from "./prompt";
import type { SessionRecord } from "./record";
import { SessionStatutes } from "./statutes";
import { sessionSurface } from "./surface";
import type { Tally } from "./tally";

/** Of a goal. */
const MAX_PASSES = 25;
/** Servers that a search concerns have this long to connect. */
const DISCOVERY_MS = 5_000;

/** The parts of one session that its turns share. */
export class Engine {
  readonly ports: Ports;
  readonly approvals: Approvals;
  readonly questions: Questions;
  readonly human: HumanTime;
  readonly surface: LiveSurface;
  readonly goals: Goals;
  readonly hooks: SessionHooks;
  /** What every request of the session begins with. Frozen when the session starts. */
  readonly system: string;
  /** Its requests offer programs; as the setting was when the session started, so that their head is stable. */
  readonly codeMode: boolean;
  ignoreFiles: readonly IgnoreFile[] = [];
  readonly statutes = new SessionStatutes();
  /** The host was told that some of them wait for a person's yes. */
  statutesWait = false;
  /** Instruction files were looked for. */
  instructed = false;
  /** The index of skills and the hints on tools as the model was last told them. */
  toldSkills = "";
  toldHints = "";
  /** As the host had them when the turn began. */
  settings: EngineSettings;
  /** Counts changes of mode and posture: a call decided before one is decided again. */
  stance = 0;
  /** Counts changes of the posture: what a program calls after one is refused. */
  postures = 0;
  /** Aborted with the next of them: who is still being asked need not answer any more. */
  stanceEnd = new AbortController();
  /** The newest prepared request's tools, beside the conversation and never in it. */
  captured: CapturedRequest | undefined;
  #isolation: Isolation | undefined;
  #finder: Finder | undefined;
  #lastTools: readonly OfferedTool[] | undefined;
  /** The mode that the model was last told. */
  #toldMode: Mode;

  constructor(
    readonly options: SessionOptions,
    readonly record: SessionRecord,
    { approvals, questions, human }: Asking,
  ) {
    this.approvals = approvals;
    this.questions = questions;
    this.human = human;
    this.ports = options.ports;
    const { started } = record.state;
    this.system = started?.system ?? SYSTEM_PROMPT;
    this.settings = options.settings();
    this.codeMode = started?.codeMode ?? this.settings.codeMode ?? true;
    this.#toldMode = record.state.mode;
    this.hooks = new SessionHooks(options.hooks, record.id, () => this.settings.trusted, options.ports.log);
    this.goals = new Goals({
      record,
      ports: options.ports,
      maxPasses: () => this.settings.maxPasses ?? MAX_PASSES,
      capabilitiesOf: (tool) => this.surface.find(tool)?.capabilities ?? [],
    });
    this.surface = sessionSurface(
      options,
      () => ({ mode: this.#mode, trusted: this.settings.trusted }),
      this.codeMode,
      started?.tools ?? [],
    );
  }

  /** Without trust there is only Plan, whatever was chosen; the choice stands for when trust comes. */
  get #mode(): Mode {
    return this.settings.trusted ? cappedMode(this.settings.policy, this.record.state.mode) : "plan";
  }

  /** As it is in force. */
  get posture(): Posture {
    return cappedPosture(this.settings.policy, this.record.state.posture);
  }

  /** Searching starts the servers that the query concerns, as far as this session may use them. */
  finder(): Finder {
    const { surface } = this;
    const { pool } = this.options;
    this.#finder ??= createFinder({
      clock: this.ports.clock,
      catalog: () => surface.catalog,
      resolved: () => surface.resolved,
      sent: () => surface.sent,
      activate: (names) => surface.activate(names),
      servers: () => (pool?.servers() ?? []).filter((server) => this.#mayStart(server)),
      connect: async (names, signal) => (await pool?.connect(names, DISCOVERY_MS, signal)) ?? [],
    });
    return this.#finder;
  }

  /** Plan runs no program of which it could use nothing: only a trusted server's tools can be called there. */
  #mayStart({ trusted }: ServerRow): boolean {
    return this.settings.trusted && (trusted || this.#mode !== "plan");
  }

  /** The model in force, noted in the record when it is another than before. */
  useModel(): Model | undefined {
    const model = this.options.model();
    if (model && model.id !== this.record.state.model) {
      const { id, label, scripted } = model;
      this.record.store({ type: "model_changed", model: id, label, scripted });
    }
    return model;
  }

  /** Rules that a person let be saved: what waits may be covered by them now. */
  addRules(rules: readonly Rule[]): void {
    this.statutes.add(rules);
    this.approvals.replan();
  }

  /** What decides has changed: calls that were decided before and have not started are decided again. */
  decideAgain(): void {
    this.stance += 1;
    this.stanceEnd.abort("stance");
    this.stanceEnd = new AbortController();
    this.approvals.replan();
  }

  /** Before a command is judged: whether it would be kept in a sandbox. The host looks once. */
  async lookForIsolation(): Promise<void> {
    const isolation = await this.ports.processes.isolation?.();
    if (!isolation || JSON.stringify(isolation) === JSON.stringify(this.#isolation)) return;
    this.#isolation = isolation;
    this.record.tell({ type: "isolation_known", isolation });
  }

  /** For the context of a message, which tells the mode. */
  tellMode(): Mode {
    this.#toldMode = this.#mode;
    return this.#toldMode;
  }

  /** The mode when the model was last told another one; from then on it counts as told. */
  untoldMode(): Mode | undefined {
    const before = this.#toldMode;
    const mode = this.tellMode();
    return mode === before ? undefined : mode;
  }

  /** The one seam: right after a request was made, with the very tools value that the model gets. */
  noteRequest(tools: readonly OfferedTool[], model: Model, turn: string, step: number): void {
    const reset = this.#lastTools !== undefined && !beginsWith(tools, this.#lastTools);
    this.#lastTools = tools;
    const { catalog } = this.surface;
    const provider = { status: "available", name: model.label, model: model.id } as const;
    this.captured = captureRequest({ turn, step, tools, provider, surface: { catalog, pool: this.options.pool } });
    this.record.store({
      type: "request_prepared",
      turn,
      step,
      tools: tools.length,
      toolsSha256: toolsDigest(tools, this.ports.digest),
      ...(reset ? { reset: "tools_changed" } : {}),
    });
  }

  /** Calls whose ids are new in this session; a repeated id is replaced. */
  uniqueCalls(calls: readonly CallRequest[]): CallRequest[] {
    const seen = new Set<string>();
    return calls.map((call) => {
      const id = seen.has(call.id) || this.record.state.callIds.has(call.id) ? this.ports.ids.next("call") : call.id;
      seen.add(id);
      return id === call.id ? call : { ...call, id };
    });
  }

  /** What is true for the gate right now. */
  facts(): GateFacts {
    const { settings } = this;
    const { files, processes } = this.ports;
    const { skillFolders } = this.record.state;
    return {
      mode: this.#mode,
      posture: this.posture,
      trusted: settings.trusted,
      home: settings.home,
      foldsCase: settings.foldsCase,
      windows: settings.windows ?? false,
      protectedPaths: settings.protectedPaths ?? [],
      guardedWrites: [...skillFolders, ...(this.options.hooks?.guarded?.() ?? [])],
      exemptReads: [...(settings.exemptReads ?? []), ...skillFolders],
      roots: files.roots(),
      ignoreFiles: this.ignoreFiles,
      rules: this.statutes.rules,
      laws: this.statutes.laws,
      policy: settings.policy,
      workspaceEdits: settings.workspaceEdits,
      hasShell: processes.shell !== undefined,
      ...(this.#isolation && { isolation: this.#isolation }),
      disabledReasons: this.surface.resolved.disabledReasons,
      sessionApprovals: this.approvals.sessionKeys,
    };
  }
}

function beginsWith(tools: readonly OfferedTool[], head: readonly OfferedTool[]): boolean {
  return tools === head || head.every((tool, at) => tools[at] === tool);
}

/** What all calls of one turn share. */
export interface TurnScope {
  readonly engine: Engine;
  readonly turn: string;
  readonly agent: string;
  readonly tally: Tally;
  /** Answers in Auto-Review, and remembers for the turn what it denied. */
  readonly guardian: Guardian;
  readonly signal: AbortSignal;
  /** The program that makes the calls; none for the calls of a response. */
  readonly program?: ProgramScope;
}

/** A running program, as its calls know it. */
export interface ProgramScope {
  /** Of its own call. */
  readonly callId: string;
  /** Why it may not call this at all. */
  bars(name: string, tool: Tool | undefined): Deny | undefined;
  /** The posture was changed since it began. */
  isOutdated(): boolean;
  decided(record: AuditRecord): void;
}
