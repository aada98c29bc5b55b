import type { Memento } from "vscode";
import type { LoadAnalyser } from "../core/engine/commands";
import type { EditorContext, EngineSettings } from "../core/engine/session";
import type { Policy } from "../core/gate/statutes";
import type { McpPool } from "../core/mcp/pool";
import type { Hooks } from "../core/operations/hooks";
import type { Ids, Log, Ports } from "../core/operations/ports";
import type { SessionStore } from "../core/sessions/store";
import type { Governance } from "../core/surface/governance";
import type { AuditRecord } from "../shared/approval";
import type { Fault } from "../shared/faults";
import type { Models } from "./models";
import type { SessionLimits } from "./sessionLimits";
import type { Settings } from "./settings";
import type { Place } from "./trust";

/** What the sessions of a window are made of. */
export interface SessionsParts {
  readonly store: SessionStore;
  /** Outputs that were cut are kept with their session. */
  readonly portsOf: (sessionId: string) => Ports;
  readonly models: Models;
  readonly memento: Memento;
  readonly place: () => Place;
  readonly settings: () => Settings;
  /** Rules and the like that nobody can read as they are now. */
  readonly faults: () => readonly Fault[];
  /** Of this machine. */
  readonly policy: () => Policy | undefined;
  readonly engineSettings: (sessionId: string) => EngineSettings;
  readonly editor: () => EditorContext | undefined;
  readonly audit: (record: AuditRecord) => void;
  readonly pool: McpPool;
  readonly governance: () => Governance;
  readonly limits: SessionLimits;
  readonly analyser: LoadAnalyser;
  readonly hooks: { readonly forSessions: Hooks };
  /** Before the first message of this window: what is only read when it is needed. */
  prepare(): Promise<void>;
  readonly ids: Ids;
  readonly log: Log;
}
