import { type Disposable, EventEmitter } from "vscode";
import type { McpPool } from "../core/mcp/pool";
import { effectiveProfile } from "../core/surface/profiles";
import { resolve } from "../core/surface/resolver";
import { toolRows } from "../core/surface/rows";
import type { Configuration } from "./configuration";
import type { ToolGovernance } from "./governance";
import { actOnServer, type ServerActs } from "./mcp/actions";
import type { Servers } from "./mcp/servers";
import type { RuleDesk } from "./ruleDesk";
import type { SessionLimits } from "./sessionLimits";
import type { Sessions } from "./sessions";
import { actOnSurface } from "./surfaceIntents";
import { scopeRules } from "./toolRules";
import { placeNow } from "./trust";
import type { AgentFiles } from "./views/agentFiles";
import type { SurfaceSource } from "./views/surfacePanel";
import type { SurfaceState } from "./views/surfaceView";

export interface SurfaceSourceParts {
  readonly sessions: Sessions;
  readonly limits: SessionLimits;
  readonly governance: ToolGovernance;
  readonly pool: McpPool;
  readonly servers: Servers;
  readonly agents: AgentFiles;
  readonly configuration: Configuration;
  readonly rules: RuleDesk;
  openFile(path: string, line: number | undefined): Promise<void>;
}

/** What the surface panel is about: the session that is shown, the settings, the servers and the profiles of now. */
export class PanelSource implements SurfaceSource, Disposable {
  readonly #changed = new EventEmitter<void>();
  readonly #parts: Disposable[];

  constructor(private readonly parts: SurfaceSourceParts) {
    const { sessions, limits, governance, pool, agents, rules } = parts;
    const fire = () => this.#changed.fire();
    this.#parts = [
      this.#changed,
      sessions.onNews(({ event }) => event?.type === "request_prepared" && fire()),
      sessions.onDidSwitch(fire),
      limits.onDidChange(fire),
      governance.onDidChange(fire),
      agents.onDidChange(fire),
      rules.onDidChange(fire),
      { dispose: pool.onChange(fire) },
    ];
  }

  get #acts(): ServerActs {
    const { pool, servers, configuration } = this.parts;
    return {
      pool,
      servers,
      settings: () => configuration.current,
      update: (key, value) => configuration.update(key, value),
    };
  }

  onDidChange(listener: () => void): Disposable {
    // Whoever looks wants to see what there is, without waiting for a first use.
    void this.#reload();
    return this.#changed.event(listener);
  }

  state(): SurfaceState {
    const { sessions, governance, pool, agents, rules } = this.parts;
    const { surface } = sessions;
    const { catalog, resolved, sent } = surface;
    const place = placeNow();
    const all = { kind: "child", selected: resolved.toolNames, allowShell: true, allowWrite: true } as const;
    const child = resolve(catalog, governance.current, surface.resolverFacts(all));
    const root = surface.resolverFacts({ kind: "root" });
    return {
      snapshot: sessions.snapshot(),
      tools: toolRows(catalog, governance.current, resolved, child, sent),
      servers: pool.servers(),
      profiles: agents.rows((profile) => effectiveProfile(catalog, governance.current, profile, root)),
      rules: rules.view,
      trusted: place.trusted,
      hasFolder: place.hasFolder,
      scopes: scopeRules(place),
    };
  }

  act: SurfaceSource["act"] = (intent) =>
    actOnSurface(intent, {
      agents: this.parts.agents,
      rules: this.parts.rules,
      server: (name, action) => actOnServer(name, action, this.#acts),
      openFile: this.parts.openFile,
      reload: () => this.#reload(),
    });

  dispose(): void {
    for (const part of this.#parts) part.dispose();
  }

  async #reload(): Promise<void> {
    const { servers, agents, rules } = this.parts;
    await Promise.all([servers.refresh(), agents.refresh(), rules.refresh()]);
    this.#changed.fire();
  }
}
