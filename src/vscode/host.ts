import { type Disposable, type ExtensionContext, l10n, type WebviewView, window } from "vscode";
import { createSampler } from "../core/engine/sample";
import { nodeAssets } from "../node/assets";
import { nodeDigest } from "../node/ports";
import type { COMMANDS } from "../shared/contributions";
import { authorityCommands } from "./commands/authority";
import { chatCommands, revealChat } from "./commands/chat";
import { modelCommands } from "./commands/models";
import { goalCommands } from "./commands/goals";
import { recordCommands } from "./commands/records";
import { serverCommands } from "./commands/servers";
import { sessionCommands } from "./commands/sessions";
import { skillCommands } from "./commands/skills";
import { surfaceCommands } from "./commands/surface";
import { Configuration } from "./configuration";
import { editorContext } from "./editor";
import { Composer } from "./composer/submission";
import { ToolGovernance } from "./governance";
import { act, type IntentParts, tellFocus } from "./intents";
import { channelLog } from "./log";
import { Servers } from "./mcp/servers";
import { createHostPool } from "./mcpPool";
import { Models } from "./models";
import { ApprovalNotifier } from "./notifications";
import { createHostPorts } from "./ports";
import { Results } from "./results";
import { Keys } from "./secrets";
import { Sessions } from "./sessions";
import { Signs } from "./signs";
import type { StatusBar } from "./statusBar";
import { PanelSource } from "./surfaceSource";
import { Mirrors } from "./terminal";
import { onDidChangePlace, placeNow } from "./trust";
import { AgentFiles } from "./views/agentFiles";
import { ChatView } from "./views/chat";
import { SurfacePanel } from "./views/surfacePanel";
import { Texts } from "./views/texts";

/** Everything behind the activation: what the view and the commands need. */
export interface Host {
  showChat(view: WebviewView): void;
  run(command: keyof typeof COMMANDS): Promise<void>;
  close(): Promise<void>;
}

/** Builds the parts of the extension and joins them. */
export async function createHost(context: ExtensionContext, statusBar: StatusBar): Promise<Host> {
  const channel = window.createOutputChannel("Gatehouse", { log: true });
  const log = channelLog(channel);
  const configuration = new Configuration(log);
  const mirrors = new Mirrors();
  const texts = new Texts();
  const ports = createHostPorts(context, mirrors, log, () => configuration.current);
  const governance = new ToolGovernance(() => configuration.current.alwaysLoad, log);
  const keys = new Keys(context.secrets);
  const models = new Models(configuration, keys, ports.clock, l10n.t("Tour (a script, not a model)"));
  const newPool = () =>
    createHostPool({ ...ports, digest: nodeDigest, context, log, oauth: servers.oauth, sample: createSampler(() => models.current) });
  const servers: Servers = new Servers({
    secrets: context.secrets,
    globalState: context.globalState,
    settings: () => configuration.current,
    configure: (list) => pool.configure(list),
    home: ports.home,
    digest: nodeDigest,
    log,
  });
  const pool = newPool();
  const sessions = new Sessions({
    ...ports,
    pool,
    governance: () => governance.current,
    prepare: () => servers.refresh(),
    models,
    memento: context.workspaceState,
    place: placeNow,
    settings: () => configuration.current,
    editor: editorContext,
    log,
  });
  const results = new Results(sessions, texts, ports.files, ports.spillPath);
  const agents = new AgentFiles({
    assets: nodeAssets,
    roots: () => (placeNow().trusted ? ports.files.roots().map(({ path }) => path) : []),
    home: ports.home,
    log,
  });
  const openFile = (path: string, line: number | undefined) => results.openFile(path, line);
  const source = new PanelSource({ sessions, governance, pool, servers, agents, configuration, openFile });
  const panel = new SurfacePanel(context.extensionUri, source, log);
  const failed = (what: string) => (error: unknown) => log.error(`${what} failed.`, error);
  const chat = new ChatView(
    context.extensionUri,
    {
      state: () => sessions.current.projection.state(),
      act: (intent) => void act(intent, intentParts).catch(failed(`The view's wish ${intent.kind}`)),
      hidden: () => tellFocus("none"),
    },
    log,
  );
  const composer = new Composer({
    sessions,
    pool,
    log,
    skills: ports.skills,
    language: ports.language,
    run: async (command) => handlers[command](),
    draft: (text) => chat.draft(text),
    complete: (id, items) => chat.complete(id, items),
  });
  const intentParts: IntentParts = {
    sessions,
    texts,
    mirrors,
    results,
    complete: (asked) => composer.complete(asked),
    submit: (text) => composer.submit(text),
  };
  const notifier = new ApprovalNotifier({
    isOpen: (id) => sessions.current.projection.approval(id) !== undefined,
    allowOnce: (id) => sessions.answer(id, { answer: "once" }),
    show: (id) => showCard(id, sessions, chat),
  });
  const signs = new Signs(sessions, statusBar, chat);
  const show = async () => {
    await revealChat();
    chat.focus({ target: "composer" });
  };

  const parts: Disposable[] = [
    ...[channel, mirrors, texts, ports, keys, models, sessions, chat],
    ...[governance, servers, agents, source, panel, { dispose: () => void pool.close() }],
  ];
  parts.push(
    sessions.onNews(({ ops, event }) => {
      chat.push(ops);
      signs.show();
      if (event?.type === "approval_requested" && !chat.visible) notifier.raise(event.request);
    }),
    sessions.onDidSwitch(() => {
      chat.reset();
      signs.show();
    }),
    models.onDidChange(() => sessions.modelChanged()),
    configuration.onDidChange(() => {
      void models.refresh().catch(failed("Loading the model"));
      if (servers.inUse) void servers.refresh().catch(failed("Reading the MCP servers"));
    }),
    onDidChangePlace(() => sessions.refresh()),
  );

  const handlers: Record<keyof typeof COMMANDS, () => Promise<void> | void> = {
    ...chatCommands(sessions, chat),
    ...sessionCommands(sessions, show),
    ...authorityCommands(sessions),
    ...modelCommands({ models, keys, configuration, sessions, show }),
    ...recordCommands(sessions, texts, channel),
    ...surfaceCommands({ panel, texts, snapshot: () => sessions.snapshot() }),
    ...serverCommands(async () => ({
      pool,
      servers,
      settings: () => configuration.current,
      update: (key, value) => configuration.update(key, value),
      newPool: async () => newPool(),
      showLog: () => channel.show(),
    })),
    ...goalCommands(sessions, show),
    ...skillCommands(ports.skills, () => placeNow().trusted),
  };

  await sessions.restore().catch(failed("Reopening the last session"));
  signs.show();
  return {
    showChat: (view) => chat.resolve(view),
    run: async (command) => handlers[command](),
    async close() {
      await sessions.close();
      for (const part of parts) part.dispose();
    },
  };
}

function showCard(id: string, sessions: Sessions, chat: ChatView): boolean {
  if (!sessions.current.projection.approval(id)) return false;
  void revealChat().then(() => chat.focus({ target: "approval", id }));
  return true;
}
