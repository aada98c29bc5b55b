import type { Mode } from "../../shared/modes";
import type { Approvals } from "../gate/approvals";
import type { GateFacts, IgnoreFile } from "../gate/verdict";
import type { CallRequest, Model, ToolSchema } from "../models/model";
import type { Ports } from "../operations/ports";
import { prepareSurface, type Surface } from "../surface/surface";
import type { EngineSettings, SessionOptions } from "./options";
import { SYSTEM_PROMPT } from "./prompt";
import type { SessionRecord } from "./record";
import type { Tally } from "./tally";

/** What every request of a session begins with. Frozen when the session starts. */
export interface Head {
  readonly system: string;
  readonly tools: readonly ToolSchema[];
}

/** The parts of one session that its turns share. */
export class Engine {
  readonly ports: Ports;
  readonly surface: Surface;
  readonly head: Head;
  ignoreFiles: readonly IgnoreFile[] = [];
  /** Instruction files were looked for. */
  instructed = false;
  /** As the host had them when the turn began. */
  settings: EngineSettings;
  /** Counts changes of mode and posture: a call decided before one is decided again. */
  stance = 0;
  /** The mode that the model was last told. */
  #toldMode: Mode;

  constructor(
    readonly options: SessionOptions,
    readonly record: SessionRecord,
    readonly approvals: Approvals,
  ) {
    this.ports = options.ports;
    this.surface = prepareSurface(options.ports.processes.shell);
    const { started } = record.state;
    this.head = { system: started?.system ?? SYSTEM_PROMPT, tools: started?.tools ?? this.surface.offered };
    this.settings = options.settings();
    this.#toldMode = record.state.mode;
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

  /** For the context of a message, which tells the mode. */
  tellMode(): Mode {
    this.#toldMode = effectiveMode(this.record.state.mode, this.settings.trusted);
    return this.#toldMode;
  }

  /** The mode when the model was last told another one; from then on it counts as told. */
  untoldMode(): Mode | undefined {
    const before = this.#toldMode;
    const mode = this.tellMode();
    return mode === before ? undefined : mode;
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
    const { mode, posture } = this.record.state;
    return {
      mode: effectiveMode(mode, settings.trusted),
      posture,
      trusted: settings.trusted,
      home: settings.home,
      foldsCase: settings.foldsCase,
      windows: settings.windows ?? false,
      protectedPaths: settings.protectedPaths ?? [],
      guardedWrites: [],
      exemptReads: settings.exemptReads ?? [],
      roots: files.roots(),
      ignoreFiles: this.ignoreFiles,
      workspaceEdits: settings.workspaceEdits,
      hasShell: processes.shell !== undefined,
      disabledTools: NONE,
      sessionApprovals: this.approvals.sessionKeys,
    };
  }
}

const NONE: ReadonlySet<string> = new Set();

/** Without trust there is only Plan, whatever was chosen; the choice stands for when trust comes. */
function effectiveMode(mode: Mode, trusted: boolean): Mode {
  return trusted ? mode : "plan";
}

/** What all calls of one turn share. */
export interface TurnScope {
  readonly engine: Engine;
  readonly turn: string;
  readonly agent: string;
  readonly tally: Tally;
  readonly signal: AbortSignal;
}
