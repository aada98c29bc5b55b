import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import type { EngineSettings } from "../core/engine/options";
import { createSession, type Session } from "../core/engine/session";
import { APPROVAL_MS } from "../core/gate/approvals";
import { cappedMode, cappedPosture, permitsModel } from "../core/gate/policy";
import type { Policy } from "../core/gate/statutes";
import type { Log, Ports } from "../core/operations/ports";
import type { Skills } from "../core/operations/skills";
import type { EngineEvent, Listen, TurnSummary } from "../core/progress/events";
import { DEFAULT_MAX_TOKENS } from "../core/results/limiter";
import { createSkills } from "../core/skills/library";
import { nodeAssets } from "../node/assets";
import { commandEnvironment } from "../node/environment";
import { createNodeFiles } from "../node/files";
import { foldsCase } from "../node/foldsCase";
import { createGit, findGit } from "../node/git";
import { createMemory } from "../node/memory";
import { realPlace } from "../node/paths";
import { loadPolicy } from "../node/policy";
import { logTo, nodeClock, nodeDigest, nodeIds } from "../node/ports";
import { createProcesses } from "../node/processes";
import { lazyPrograms } from "../node/programs/lazy";
import { findRipgrep } from "../node/search/findRipgrep";
import { createSearch } from "../node/search/search";
import { createSessionStore } from "../node/sessions";
import { lazyAnalyser } from "../node/shellAnalyser";
import { createSpills } from "../node/spills";
import { createWeb } from "../node/web/web";
import { readAnswers } from "./answers";
import { type Arguments, UsageError } from "./arguments";
import { openHooks, readHooksFile } from "./hooks";
import { openModel } from "./model";
import { createPrinter } from "./printer";
import { readRulesFile } from "./rules";

export interface OpenedHost {
  readonly session: Session;
  close(): Promise<void>;
}

/** Runs one turn and prints its events. The exit code: 0 when the turn ended well. */
export async function runHeadless(args: Arguments): Promise<number> {
  const printer = createPrinter((text, done) => void process.stdout.write(text, done));
  let summary: TurnSummary | undefined;
  const host = await openHost(args, (event) => {
    printer.print(event);
    if (event.type === "turn_finished") summary = event.summary;
  });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => host.session.stop());
  await host.session.send(args.prompt);
  await host.close();
  await printer.end();
  return summary?.end === "completed" ? 0 : 1;
}

/** A session of the engine on this computer's ports. */
export async function openHost(args: Arguments, listen: Listen): Promise<OpenedHost> {
  const policy = loadPolicy();
  refuseBarred(args, policy);
  const rules = await readRulesFile(args.rules);
  const ownHooks = readHooksFile(args.hooks);
  const answerer = readAnswers(args.answers);
  const folder = sessionsFolder(args.session);
  const id = nodeIds.next("session");
  const { ports, hookParts, end } = createPorts(args, folder.path, id);
  const hooks = await openHooks(args, ownHooks, hookParts);
  const pool = args.mcp === undefined ? undefined : await openServers(args.mcp, args.workspace, ports, policy);
  const model = openModel(args, ports.clock);
  const onError = (error: unknown): void => ports.log.error("The session log could not be written.", error);
  const log = await createSessionStore({ folder: folder.path, onError }).create(id);
  const session: Session = createSession({
    id,
    ports,
    settings: () => ({ ...settings(args, folder.path, id), rules, ...(policy && { policy }) }),
    model: () => model,
    mode: args.mode,
    posture: args.posture,
    analyser: lazyAnalyser(dirname(process.argv[1] ?? "."), ports.clock, ports.processes.shell),
    hooks,
    ...(pool && { pool }),
    ...(args.tools && { allow: { tools: args.tools } }),
    log,
    listen: (event) => {
      listen(event);
      if (event.type === "approval_requested") answer(event);
      if (event.type === "form_requested") session.answerForm(event.form.id, { action: "decline" });
    },
  });

  function answer({ request }: Extract<EngineEvent, { type: "approval_requested" }>): void {
    const found = answerer(request);
    if (!found)
      process.stderr.write(
        `Denied, since --answers has no answer for it: ${request.tool} ${JSON.stringify(request.subject)}\n`,
      );
    session.answer(
      request.id,
      found ?? { answer: "deny", note: "Nobody is there to answer, and no answer was prepared for this." },
    );
  }

  return {
    session,
    async close() {
      await session.close();
      await pool?.close();
      end();
      folder.remove();
    },
  };
}

/** What the policy of this machine does not permit is said, not silently narrowed. */
function refuseBarred({ model, modelName = "", mode, posture }: Arguments, policy: Policy | undefined): void {
  if (policy?.broken !== undefined) throw new UsageError(`The policy of this machine can't be read. ${policy.broken}`);
  if (cappedMode(policy, mode) !== mode) throw barred(`--mode ${mode}`);
  if (cappedPosture(policy, posture) !== posture) throw barred(`--posture ${posture}`);
  if (model !== "tour" && !permitsModel(policy, model, modelName)) throw barred(`--model ${model} ${modelName}`.trim());
}

const barred = (what: string): UsageError => new UsageError(`The policy of this machine does not permit ${what}.`);

/** Loaded only when there are servers. */
async function openServers(file: string, workspace: string, ports: Ports, policy: Policy | undefined) {
  const { openPool } = await import("./mcp");
  return openPool(file, workspace, ports, policy);
}

/** Runs commands; it lies beside the program, whichever that is. */
const BROKER = "broker.js";
/** What keeps commands in a sandbox, loaded by the broker. */
const SANDBOX = "sandbox";
/** Makes web pages readable. */
const READER = "readable.js";
/** Runs the programs of models. */
const CODE = "code.js";

function createPorts({ workspace, skills, search, sandbox, sandboxHosts }: Arguments, sessions: string, id: string) {
  const folder = join(sessions, id);
  const files = createNodeFiles({ roots: [{ name: basename(workspace), path: workspace }] });
  const env = commandEnvironment(process.env, { roots: files.roots().map((root) => root.path) });
  const cwd = files.roots()[0]?.path ?? workspace;
  const beside = dirname(process.argv[1] ?? ".");
  const confinement = { mode: sandbox, hosts: sandboxHosts, runtime: join(beside, SANDBOX), roots: [cwd] };
  const processes = createProcesses({
    ...{ brokerPath: join(beside, BROKER), env: () => env, cwd },
    sandbox: () => ({ ...confinement, protectedPaths: [sessions] }),
  });
  const { program: run } = processes;
  const git = findGit(env);
  const programs = lazyPrograms({ entry: join(beside, CODE) });
  const ports: Ports = {
    programs,
    search: createSearch({ run, env: () => env, ripgrep: () => findRipgrep(join(beside, ".."), env) }),
    ...(git === undefined ? {} : { git: createGit({ run, git, env: () => env, roots: () => files.roots() }) }),
    web: createWeb({ readerPath: join(beside, READER), searchUrl: () => search }),
    memory: createMemory({ files: { workspace: join(folder, "memory.jsonl") }, clock: nodeClock, ids: nodeIds }),
    skills: skillsOf(workspace, skills),
    files,
    processes,
    spills: createSpills(join(folder, "spill")),
    clock: nodeClock,
    ids: nodeIds,
    log: stderrLog,
    digest: nodeDigest,
  };
  return {
    ports,
    hookParts: { program: run, env: () => env, digest: nodeDigest },
    end() {
      processes.close();
      programs.close();
    },
  };
}

/** Nobody is asked whether to trust it: whoever names a workspace on the command line does. */
function skillsOf(workspace: string, allowed: readonly string[] | undefined): Skills {
  const roots = [workspace];
  return createSkills({
    assets: nodeAssets,
    roots: () => roots,
    home: homedir(),
    extraRoots: () => [],
    trusted: () => true,
    ...(allowed && { allowed }),
  });
}

function settings({ workspace, codeMode }: Arguments, folder: string, id: string): EngineSettings {
  return {
    trusted: true,
    home: realPlace(homedir()),
    foldsCase: foldsCase([workspace]),
    windows: process.platform === "win32",
    protectedPaths: [realPlace(folder)],
    exemptReads: [realPlace(join(folder, id, "spill"))],
    codeMode,
    workspaceEdits: "ask",
    maxResultTokens: DEFAULT_MAX_TOKENS,
    maxSteps: 200,
    maxTurnMs: 3_600_000,
    approvalMs: APPROVAL_MS,
  };
}

/** A folder that was named stays; a temporary one goes with the host. */
function sessionsFolder(named: string | undefined): { path: string; remove(): void } {
  if (named !== undefined) {
    const path = resolve(named);
    mkdirSync(path, { recursive: true });
    return { path, remove: () => undefined };
  }
  const path = mkdtempSync(join(tmpdir(), "gatehouse-"));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Standard output is the events' alone, and what is only good to know is not said. */
const stderrLog: Log = { ...logTo((line) => process.stderr.write(`${line}\n`)), info: () => undefined };
