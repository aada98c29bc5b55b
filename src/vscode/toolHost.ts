import type { Disposable, ExtensionContext } from "vscode";
import { createSampler } from "../core/engine/sample";
import type { McpPool } from "../core/mcp/pool";
import type { Log } from "../core/operations/ports";
import { nodeAssets } from "../node/assets";
import { nodeDigest } from "../node/ports";
import type { Configuration } from "./configuration";
import { ToolGovernance } from "./governance";
import { Servers } from "./mcp/servers";
import { createHostPool } from "./mcpPool";
import type { Models } from "./models";
import type { HostPorts } from "./ports";
import { placeNow } from "./trust";
import { AgentFiles } from "./views/agentFiles";

/** Where the tools of this window's sessions come from, beside those that are built in. */
export interface ToolHost extends Disposable {
  readonly governance: ToolGovernance;
  readonly servers: Servers;
  readonly pool: McpPool;
  readonly agents: AgentFiles;
  /** A pool beside the window's. */
  newPool(): McpPool;
}

export function createToolHost(
  context: ExtensionContext,
  ports: HostPorts,
  configuration: Configuration,
  models: Models,
  log: Log,
): ToolHost {
  const settings = () => configuration.current;
  const sample = createSampler(() => models.current);
  const newPool = () =>
    createHostPool({ context, clock: ports.clock, digest: nodeDigest, log, oauth: servers.oauth, sample });
  const servers: Servers = new Servers({
    secrets: context.secrets,
    globalState: context.globalState,
    settings,
    configure: (list) => pool.configure(list),
    home: ports.home,
    policy: ports.policy,
    digest: nodeDigest,
    log,
  });
  const pool = newPool();
  const governance = new ToolGovernance(() => settings().alwaysLoad, log);
  const agents = new AgentFiles({
    assets: nodeAssets,
    roots: () => (placeNow().trusted ? ports.files.roots().map(({ path }) => path) : []),
    home: ports.home,
    log,
  });
  return {
    governance,
    servers,
    pool,
    agents,
    newPool,
    dispose() {
      for (const part of [governance, servers, agents]) part.dispose();
      void pool.close();
    },
  };
}
