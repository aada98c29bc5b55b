import { type Disposable, type ExtensionContext, Uri } from "vscode";
import type { LoadAnalyser } from "../core/engine/commands";
import type { EngineSettings } from "../core/engine/session";
import { APPROVAL_MS } from "../core/gate/approvals";
import type { Policy, RuleBook } from "../core/gate/statutes";
import type { Files } from "../core/operations/files";
import type { Memory } from "../core/operations/memory";
import type { Clock, Ids, Language, Log, Ports } from "../core/operations/ports";
import type { SessionStore } from "../core/sessions/store";
import type { SkillLibrary } from "../core/skills/library";
import { nodeAssets } from "../node/assets";
import { createAudit } from "../node/audit";
import { type ReadAudits, readAudits } from "../node/auditReader";
import { commandEnvironment } from "../node/environment";
import { foldsCase } from "../node/foldsCase";
import { createGit, findGit } from "../node/git";
import { createMemory } from "../node/memory";
import { realPlace } from "../node/paths";
import { loadPolicy } from "../node/policy";
import { nodeClock, nodeDigest, nodeIds } from "../node/ports";
import type { NodeProcesses } from "../node/processes";
import { lazyPrograms } from "../node/programs/lazy";
import { createLimitFile, type LimitFile } from "../node/sessionLimit";
import { createSessionStore } from "../node/sessions";
import { lazyAnalyser } from "../node/shellAnalyser";
import { createSpills } from "../node/spills";
import { createWeb } from "../node/web/web";
import type { AuditRecord } from "../shared/approval";
import { HostHooks } from "./hooks";
import { createLanguage } from "./language";
import { protectedPaths } from "./ownPlaces";
import { createHostProcesses } from "./processes";
import { createHostSearch } from "./search";
import type { Settings } from "./settings";
import { HostSkills } from "./skills";
import type { Mirrors } from "./terminal";
import { placeNow } from "./trust";
import { createFiles } from "./workspaceFiles";

export interface HostPorts extends Disposable {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly files: Files;
  readonly language: Language;
  readonly skills: SkillLibrary;
  readonly hooks: HostHooks;
  /** Home folder, as the person's environment has it. */
  readonly home: string | undefined;
  readonly store: SessionStore;
  portsOf(sessionId: string): Ports;
  engineSettings(sessionId: string): EngineSettings;
  /** What the administrator of this machine permits, as it is now. */
  policy(): Policy | undefined;
  /** `Processes.shell`. */
  readonly shell: string | undefined;
  /** Looks into commands, loaded on first use. */
  readonly analyser: LoadAnalyser;
  /** Keeps a decision, beside the session's log. */
  audit(record: AuditRecord): void;
  /** The decisions of all sessions of this workspace. */
  readAudits(): Promise<ReadAudits>;
  /** What a person left of a session, beside its log. */
  limitFile(sessionId: string): LimitFile;
  /** Path of a kept output of the session's own agent. */
  spillPath(sessionId: string, handle: string): string | undefined;
}

/** What the engine needs of its host, made of VS Code and Node. */
export function createHostPorts(
  context: ExtensionContext,
  mirrors: Mirrors,
  log: Log,
  { settings, rules }: { readonly settings: () => Settings; readonly rules: () => RuleBook },
): HostPorts {
  const home = process.env["HOME"] ?? process.env["USERPROFILE"];
  const sessions = Uri.joinPath(storageOf(context), "sessions");
  const spillFolder = (sessionId: string) => Uri.joinPath(sessions, sessionId, "spill").fsPath;
  const spills = remembered((sessionId: string) => createSpills(spillFolder(sessionId)));
  const audits = remembered(audit(sessions, log));
  // Read anew for each turn; in between views and models go by the same.
  let policy = loadPolicy();
  const files = createFiles();
  const processes = createHostProcesses(context.extensionUri, home ?? "/", mirrors, settings, protectedPaths(context));
  const language = createLanguage();
  const skills = new HostSkills({
    roots: () => files.roots().map(({ path }) => path),
    home: home && realPlace(home),
    extraRoots: () => settings().skillRoots,
    log,
  });
  const env = () => commandEnvironment(process.env, { roots: files.roots().map(({ path }) => path) });
  const hooks = new HostHooks({
    ...{ memento: context.globalState, program: processes.program, digest: nodeDigest, env, log },
    setting: () => settings().hooks,
  });
  const shared = {
    ...toolPorts(context, processes, files, settings, env),
    assets: nodeAssets,
    skills: skills.library,
    files,
    processes,
    clock: nodeClock,
    ids: nodeIds,
    digest: nodeDigest,
    log,
    language,
  };
  return {
    files,
    language,
    skills: skills.library,
    hooks,
    home,
    ...{ clock: nodeClock, ids: nodeIds },
    store: createSessionStore({
      folder: sessions.fsPath,
      onError: (error) => log.error("A session log could not be written.", error),
    }),
    readAudits: () => readAudits(sessions.fsPath),
    audit: (record) => audits(record.session)(record),
    limitFile: limitFiles(sessions, log),
    portsOf: (sessionId) => ({ ...shared, spills: spills(sessionId) }),
    spillPath: (sessionId, handle) => spills(sessionId).find(handle, "root"),
    engineSettings(sessionId) {
      policy = loadPolicy();
      return {
        ...engineSettings(settings(), home),
        rules: rules(),
        ...(policy && { policy }),
        foldsCase: foldsCase(files.roots().map(({ path }) => path)),
        protectedPaths: protectedPaths(context),
        exemptReads: [realPlace(spillFolder(sessionId))],
      };
    },
    policy: () => policy,
    shell: processes.shell,
    analyser: lazyAnalyser(Uri.joinPath(context.extensionUri, "dist").fsPath, nodeClock, processes.shell),
    dispose() {
      for (const part of [skills, hooks]) part.dispose();
      for (const part of [processes, shared.programs]) part.close();
    },
  };
}

function audit(sessions: Uri, log: Log) {
  const onError = (error: unknown): void => log.error("An audit record could not be written.", error);
  return (sessionId: string) => createAudit(Uri.joinPath(sessions, sessionId, "audit.jsonl").fsPath, onError);
}

function limitFiles(sessions: Uri, log: Log): HostPorts["limitFile"] {
  const onError = (error: unknown): void => log.error("The limit of a session can't be read: it gets nothing.", error);
  return (sessionId) => createLimitFile(Uri.joinPath(sessions, sessionId, "limit.json").fsPath, onError);
}

/** What tools need that not every host has. */
function toolPorts(
  context: ExtensionContext,
  { program }: NodeProcesses,
  files: Files,
  settings: () => Settings,
  env: () => ReturnType<typeof commandEnvironment>,
) {
  const roots = () => files.roots();
  const git = findGit(env());
  const notes: Memory = createMemory({
    files: {
      user: Uri.joinPath(context.globalStorageUri, "memory.jsonl").fsPath,
      ...(context.storageUri && { workspace: Uri.joinPath(context.storageUri, "memory.jsonl").fsPath }),
    },
    clock: nodeClock,
    ids: nodeIds,
  });
  return {
    search: createHostSearch({ run: program, env }),
    ...(git === undefined ? {} : { git: createGit({ run: program, git, env, roots }) }),
    web: createWeb({
      readerPath: Uri.joinPath(context.extensionUri, "dist/readable.js").fsPath,
      searchUrl: () => settings().webSearch,
    }),
    memory: notes,
    programs: lazyPrograms({ entry: Uri.joinPath(context.extensionUri, "dist/code.js").fsPath }),
  };
}

/** One for each session: it knows whose handles are whose. */
function remembered<T>(make: (sessionId: string) => T): (sessionId: string) => T {
  const made = new Map<string, T>();
  return (sessionId) => {
    const known = made.get(sessionId) ?? make(sessionId);
    made.set(sessionId, known);
    return known;
  };
}

/** Of the workspace; windows without a folder share one. Neither exists before something is written. */
function storageOf({ storageUri, globalStorageUri }: ExtensionContext): Uri {
  return storageUri ?? Uri.joinPath(globalStorageUri, "no-folder");
}

function engineSettings(settings: Settings, home: string | undefined): Omit<EngineSettings, "foldsCase"> {
  const { workspaceEdits, maxResultTokens, maxSteps, maxSeconds } = settings;
  const { progressEnabled: enabled, progressFlushMs: flushMs, progressFlushBytes: flushBytes } = settings;
  return {
    trusted: placeNow().trusted,
    home: home && realPlace(home),
    windows: process.platform === "win32",
    workspaceEdits,
    maxResultTokens,
    maxSteps,
    maxTurnMs: maxSeconds * 1000,
    maxPasses: settings.goalMaxPasses,
    suggestTools: settings.suggestTools,
    codeMode: settings.codeMode,
    maxProgramCalls: settings.maxProgramCalls,
    approvalMs: APPROVAL_MS,
    progress: { enabled, flushMs, flushBytes },
  };
}
