import * as z from "zod";
import { judgeCommands } from "../../../src/core/engine/commands";
import type { GateFacts, PlannedCall } from "../../../src/core/gate/verdict";
import type { Ports } from "../../../src/core/operations/ports";
import type { Capability, Tool } from "../../../src/core/tools/tool";
import type { ApprovalNote, Preview } from "../../../src/shared/approval";
import { type MemoryFiles, memoryFiles } from "../../fakes/memoryFiles";
import { memoryPorts } from "../../fakes/memoryPorts";
import { realAnalyser } from "../../support/shellAnalyser";

export const HOME = "/home/ann";
export const ROOT = { name: "app", path: "/home/ann/app" };

/** A workspace with everything the gate looks at in it. */
export const workspace = (): MemoryFiles =>
  memoryFiles(
    {
      "src/a.ts": "a",
      ".env": "SECRET=1",
      ".git/config": "[core]",
      ".vscode/settings.json": "{}",
      "private/plan.md": "x",
      "/home/ann/.ssh/id_ed25519": "key",
      "/home/ann/notes.md": "notes",
      "/etc/hosts": "127.0.0.1",
      "/data/s1/spill/1.txt": "whole output",
    },
    { roots: [ROOT], links: { "out.md": "/etc/hosts", "gone.md": "/etc/missing", "git-link": ".git/config" } },
  );

export const facts = (more: Partial<GateFacts> = {}): GateFacts => ({
  mode: "work",
  posture: "ask",
  trusted: true,
  roots: [ROOT],
  home: HOME,
  foldsCase: false,
  windows: false,
  protectedPaths: ["/data/s1"],
  guardedWrites: [],
  exemptReads: ["/data/s1/spill"],
  ignoreFiles: [{ root: ROOT.path, text: "private/\n" }],
  rules: [],
  laws: [],
  policy: undefined,
  workspaceEdits: "ask",
  hasShell: true,
  disabledReasons: {},
  sessionApprovals: new Set(),
  ...more,
});

export function tool(name: string, capabilities: readonly Capability[]): Tool {
  return {
    name,
    title: name,
    description: name,
    input: z.unknown(),
    capabilities,
    offer: "eager",
    kind: "builtin",
    worker: "local",
    renderer: "text",
    parallel: false,
    subject: (input) => JSON.stringify(input),
    run: () => Promise.reject(new Error("Nothing runs in these tests.")),
  };
}

export interface What {
  readonly tool?: string;
  readonly capabilities?: readonly Capability[];
  readonly reads?: readonly string[];
  readonly writes?: readonly string[];
  readonly commands?: readonly string[];
  readonly preview?: Preview;
  readonly notes?: readonly ApprovalNote[];
  readonly input?: unknown;
  readonly agent?: string;
  readonly session?: string;
  readonly id?: string;
  readonly hosts?: readonly string[];
  /** Its MCP server. */
  readonly server?: string;
  readonly standsFor?: readonly string[];
}

export const analyser = realAnalyser();

/** The same call after the shell analysis: by the real parser, in the repository of the root itself. */
export async function lookedInto(
  call: PlannedCall,
  now: GateFacts,
  files = workspace(),
  tracked: readonly string[] = [],
): Promise<PlannedCall> {
  const git = { ownRepository: async () => ROOT.path, trackedNames: async () => tracked };
  const ports = { ...memoryPorts({ files }), git } as unknown as Ports;
  const commands = await judgeCommands(call.prepared.effects.commands, call.tool, now, ports, () => analyser);
  return { ...call, ...(commands && { commands }) };
}

/** Plans a call as dispatch does: effects resolved by the files port. */
export async function planned(what: What, files: MemoryFiles = workspace()): Promise<PlannedCall> {
  const { reads = [], writes = [], commands = [], input = {} } = what;
  const signal = new AbortController().signal;
  const hashOf = async (path: string): Promise<string> => (await files.snapshot(path, signal)).hash;
  return {
    session: what.session ?? "s1",
    agent: what.agent ?? "root",
    id: what.id ?? "c1",
    tool: {
      ...tool(what.tool ?? "tool", what.capabilities ?? implied(what)),
      ...(what.server === undefined ? {} : { server: what.server, mcpTier: "ask" }),
      ...(what.standsFor === undefined ? {} : { standsFor: what.standsFor }),
    },
    input,
    args: JSON.stringify(input),
    prepared: {
      effects: {
        reads,
        writes: await Promise.all(writes.map(async (path) => ({ path, hash: await hashOf(path) }))),
        commands,
        ...(what.hosts === undefined ? {} : { hosts: what.hosts }),
      },
      ...(what.preview ? { preview: what.preview } : {}),
      ...(what.notes ? { notes: what.notes } : {}),
    },
    reads: await Promise.all(reads.map((path) => files.inspect(path))),
    writes: await Promise.all(writes.map((path) => files.inspect(path))),
  };
}

function implied({ writes, commands, hosts, server }: What): readonly Capability[] {
  if (commands) return ["shell"];
  if (server !== undefined) return ["network", "spend"];
  if (hosts) return ["network"];
  return writes ? ["write"] : ["read"];
}

export const preview = (path: string, before: string, after: string): Preview => ({
  kind: "diff",
  path,
  created: false,
  added: 1,
  removed: 1,
  unified: "-\n+",
  before,
  after,
});
