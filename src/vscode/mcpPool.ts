import { type ExtensionContext, workspace } from "vscode";
import { assertMay } from "../core/gate/permit";
import type { Answers } from "../core/mcp/askBack";
import { createPool } from "../core/mcp/createPool";
import { elicitByForm } from "../core/mcp/elicit";
import type { McpPool, ServerConfig } from "../core/mcp/pool";
import type { SignIn } from "../core/mcp/signIn";
import type { Clock, Digest, Log } from "../core/operations/ports";
import { nativeTools } from "../core/tools";
import { createTransports } from "../node/mcp/transports";

export interface PoolParts {
  readonly context: ExtensionContext;
  readonly clock: Clock;
  readonly digest: Digest;
  readonly log: Log;
  oauth(server: ServerConfig): SignIn | undefined;
  readonly sample: NonNullable<Answers["sample"]>;
}

/** A pool of MCP servers of this window. Nothing starts before it is asked to. */
export function createHostPool({ context, clock, digest, log, oauth, sample }: PoolParts): McpPool {
  const { version } = context.extension.packageJSON as { readonly version: string };
  return createPool({
    connect: createTransports(clock, process.env, () => folderUris().map(({ uri }) => uri.fsPath)),
    clock,
    digest,
    log,
    clientInfo: { name: "gatehouse", version },
    builtinNames: nativeTools("bash").map(({ name }) => name),
    check: (permit, { name, version: shown = "" }) => assertMay(permit, { tool: name, version: shown }),
    oauth,
    answers: { elicit: elicitByForm, sample, roots: folders },
  });
}

function folders(): { readonly uri: string; readonly name: string }[] {
  return folderUris().map(({ uri, name }) => ({ uri: uri.toString(), name }));
}

const folderUris = () => (workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === "file");
