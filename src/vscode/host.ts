import {
  type Disposable,
  type ExtensionContext,
  type LogOutputChannel,
  l10n,
  Uri,
  type WebviewView,
  window,
} from "vscode";
import { shellNameOf } from "../core/gate/shell/analysis";
import type { Log } from "../core/operations/ports";
import type { COMMANDS } from "../shared/contributions";
import { auditCommands } from "./commands/audit";
import { authorityCommands } from "./commands/authority";
import { chatCommands, revealChat } from "./commands/chat";
import { goalCommands } from "./commands/goals";
import { limitCommands } from "./commands/limits";
import { modelCommands } from "./commands/models";
import { recordCommands } from "./commands/records";
import { serverCommands } from "./commands/servers";
import { sessionCommands } from "./commands/sessions";
import { skillCommands } from "./commands/skills";
import { surfaceCommands } from "./commands/surface";
import { Composer } from "./composer/submission";
import { Configuration } from "./configuration";
import { editorContext } from "./editor";
import { createExplain } from "./explain";
import { Faults } from "./faults";
import { act, type IntentParts, tellFocus } from "./intents";
import { channelLog } from "./log";
import { Models } from "./models";
import { ApprovalNotifier } from "./notifications";
import { createHostPorts, type HostPorts } from "./ports";
import { Results } from "./results";
import { RuleDesk, type RuleDeskParts } from "./ruleDesk";
import { RuleNotice } from "./ruleNotice";
import { saveRules } from "./ruleSaving";
import { RuleSettings } from "./rules";
import { Keys } from "./secrets";
import { SessionLimits } from "./sessionLimits";
import { Sessions } from "./sessions";
import { Signs } from "./signs";
import type { StatusBar } from "./statusBar";
import { PanelSource } from "./surfaceSource";
import { Mirrors } from "./terminal";
import { TerminalHistory } from "./terminalHistory";
import { createToolHost, type ToolHost } from "./toolHost";
import { onDidChangePlace, placeNow } from "./trust";
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
  const rules = new RuleSettings(log, Uri.joinPath(context.globalStorageUri, "../../settings.json"));
  const mirrors = new Mirrors();
  const texts = new Texts();
  const ports = createHostPorts(context, mirrors, log, {
    settings: () => configuration.current,
    rules: () => rules.current,
  });
  const keys = new Keys(context.secrets);
  const models = new Models(configuration, keys, ports.clock, l10n.t("Tour (a script, not a model)"), ports.policy);
  const tools = createToolHost(context, ports, configuration, models, log);
  const failed = (what: string) => (error: unknown) => log.error(`${what} failed.`, error);
  const limits = new SessionLimits({
    file: ports.limitFile,
    skills: ports.skills,
    trusted: () => placeNow().trusted,
    log,
  });
  const faults = new Faults({ ...ports, rules, log, trusted: () => placeNow().trusted });
  const sessions = new Sessions({
    ...ports,
    faults: () => faults.current,
    portsOf: (id) => limits.ports(id, ports.portsOf(id)),
    limits,
    pool: tools.pool,
    governance: () => tools.governance.current,
    prepare: async () => {
      const servers = tools.servers.refresh().catch(failed("Reading the MCP servers"));
      const hooks = ports.hooks.load().catch(failed("Reading the hooks"));
      await Promise.all([servers, hooks, rules.checkFile().catch(failed("Reading the settings file"))]);
    },
    models,
    memento: context.workspaceState,
    place: placeNow,
    settings: () => configuration.current,
    editor: editorContext,
    log,
  });
  const first = { context, log, configuration, rules, faults, mirrors, texts, ports, keys, models };
  const parts = { ...first, tools, limits, sessions, failed };
  const { chat, views } = joinViews(parts, statusBar);
  const handlers = commandHandlers({ ...parts, chat, panel: views.panel, channel });
  const own = [channel, faults, rules, mirrors, texts, ports, keys, models, sessions, limits, tools];
  const all = [...own, chat, ...views.disposables];
  await sessions.restore().catch(failed("Reopening the last session"));
  views.signs.show();
  void faults.refresh().catch(failed("Reading rules and laws"));
  return {
    showChat: (view) => chat.resolve(view),
    run: async (command) => handlers[command](),
    async close() {
      await sessions.close();
      for (const part of all) part.dispose();
    },
  };
}

interface HostParts {
  readonly context: ExtensionContext;
  readonly log: Log;
  readonly configuration: Configuration;
  readonly rules: RuleSettings;
  readonly faults: Faults;
  readonly mirrors: Mirrors;
  readonly texts: Texts;
  readonly ports: HostPorts;
  readonly keys: Keys;
  readonly models: Models;
  readonly tools: ToolHost;
  readonly limits: SessionLimits;
  readonly sessions: Sessions;
  failed(what: string): (error: unknown) => void;
}

/** The views, and what in the window follows the session that is shown. */
function joinViews(parts: HostParts, statusBar: StatusBar) {
  const { context, log, configuration, faults, mirrors, texts, ports, tools, limits, sessions, failed } = parts;
  const terminals = new TerminalHistory(log);
  const results = new Results(sessions, texts, ports.files, ports.spillPath);
  const chat: ChatView = new ChatView(
    context.extensionUri,
    {
      state: () => sessions.current.projection.state(),
      act: (intent) => void act(intent, wishes).catch(failed(`The view's wish ${intent.kind}`)),
      hidden: () => tellFocus("none"),
    },
    log,
  );
  const composer = new Composer({
    sessions,
    log,
    pool: tools.pool,
    skills: limits.skills(() => sessions.current.id),
    language: ports.language,
    terminals,
    draft: (text) => chat.draft(text),
    complete: (id, items) => chat.complete(id, items),
  });
  const image: IntentParts["image"] = (callId, index, found) => chat.image(callId, index, found);
  const wishes = { sessions, faults, texts, mirrors, results, composer, image };
  const openFile = (path: string, line: number | undefined) => results.openFile(path, line);
  const desk = new RuleDesk(ruleDeskParts(parts));
  const source = new PanelSource({ ...tools, sessions, limits, configuration, rules: desk, openFile });
  const panel = new SurfacePanel(context.extensionUri, source, log);
  const signs = new Signs(sessions, statusBar, chat);
  const notifier = new ApprovalNotifier({
    isOpen: (id) => sessions.current.projection.approval(id) !== undefined,
    allowOnce: (id) => sessions.answer(id, { answer: "once" }),
    show: (id) => showCard(id, sessions, chat),
  });
  const disposables = [terminals, desk, source, panel, ...follow(parts, { chat, signs, notifier })];
  return { chat, views: { panel, signs, disposables } };
}

function ruleDeskParts({ log, rules, ports, sessions, failed }: HostParts): RuleDeskParts {
  const { files, policy, analyser } = ports;
  return {
    ...{ settings: rules, files, log, policy },
    trusted: () => placeNow().trusted,
    toolNames: () => sessions.surface.catalog.entries.map(({ name }) => name),
    explain: createExplain({
      load: analyser,
      shell: () => shellNameOf(ports.shell),
      rules: () => rules.current.rules,
      failed: failed("Loading the parser of commands"),
    }),
  };
}

/** What is shown follows what happens in the sessions, the settings and the window. */
function follow(
  { log, ports, models, configuration, rules, faults, tools, sessions, failed }: HostParts,
  { chat, signs, notifier }: { readonly chat: ChatView; readonly signs: Signs; readonly notifier: ApprovalNotifier },
): readonly Disposable[] {
  const ruleNotice = new RuleNotice((session) => sessions.useStatutes(session));
  return [
    sessions.onNews(({ ops, event }) => {
      chat.push(ops);
      signs.show();
      if (event?.type === "approval_requested" && !chat.visible) notifier.raise(event.request);
      if (event?.type === "form_requested" && !chat.visible) notifier.raiseForm(event.form.id);
      // The policy is read anew for each turn.
      if (event?.type === "turn_started") void faults.refresh().catch(failed("Reading rules and laws"));
      if (event?.type === "statutes_waiting") void ruleNotice.raise(sessions.current.id ?? "", event);
      if (event?.type === "approval_settled" && event.end.answer === "always") void saveRules(event.end.rules, log);
    }),
    sessions.onDidSwitch(() => {
      chat.reset();
      signs.show();
    }),
    models.onDidChange(() => sessions.modelChanged()),
    configuration.onDidChange(() => {
      void models.refresh().catch(failed("Loading the model"));
      ports.hooks.settingChanged();
      if (tools.servers.inUse) void tools.servers.refresh().catch(failed("Reading the MCP servers"));
    }),
    onDidChangePlace(() => sessions.refresh()),
    faults.onDidChange(() => sessions.refresh()),
    rules.onDidChange(() => void sessions.statutesChanged().catch(failed("Reading rules and laws"))),
  ];
}

type Handlers = Record<keyof typeof COMMANDS, () => Promise<void> | void>;

function commandHandlers(
  parts: HostParts & { readonly chat: ChatView; readonly panel: SurfacePanel; readonly channel: LogOutputChannel },
): Handlers {
  const { log, configuration, texts, ports, keys, models, tools, limits, sessions, chat, panel, channel } = parts;
  const show = async () => {
    await revealChat();
    chat.focus({ target: "composer" });
  };
  return {
    ...chatCommands(sessions, chat),
    ...sessionCommands(sessions, show),
    ...authorityCommands(sessions),
    ...modelCommands({ models, keys, configuration, sessions, show }),
    ...recordCommands(channel),
    ...auditCommands({ sessions, texts, readAll: () => ports.readAudits() }),
    ...surfaceCommands({ panel, texts, snapshot: () => sessions.snapshot() }),
    ...serverCommands(async () => ({
      pool: tools.pool,
      servers: tools.servers,
      settings: () => configuration.current,
      update: (key, value) => configuration.update(key, value),
      newPool: async () => tools.newPool(),
      showLog: () => channel.show(),
    })),
    ...goalCommands(sessions, show),
    ...skillCommands(
      limits.skills(() => sessions.current.id),
      () => placeNow().trusted,
    ),
    ...limitCommands({ sessions, limits, skills: ports.skills, log }),
  };
}

function showCard(id: string, sessions: Sessions, chat: ChatView): boolean {
  const { projection } = sessions.current;
  if (!projection.approval(id) && !projection.form(id)) return false;
  void revealChat().then(() => chat.focus({ target: "approval", id }));
  return true;
}
