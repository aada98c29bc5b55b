import { type Disposable, type ExtensionContext, l10n, type WebviewView, window } from "vscode";
import type { COMMANDS } from "../shared/contributions";
import { authorityCommands } from "./commands/authority";
import { chatCommands, revealChat } from "./commands/chat";
import { modelCommands } from "./commands/models";
import { recordCommands } from "./commands/records";
import { sessionCommands } from "./commands/sessions";
import { Configuration } from "./configuration";
import { editorContext } from "./editor";
import { act, tellFocus } from "./intents";
import { channelLog } from "./log";
import { Models } from "./models";
import { ApprovalNotifier } from "./notifications";
import { createHostPorts } from "./ports";
import { Results } from "./results";
import { Keys } from "./secrets";
import { Sessions } from "./sessions";
import { Signs } from "./signs";
import type { StatusBar } from "./statusBar";
import { Mirrors } from "./terminal";
import { onDidChangePlace, placeNow } from "./trust";
import { ChatView } from "./views/chat";
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
  const keys = new Keys(context.secrets);
  const models = new Models(configuration, keys, ports.clock, l10n.t("Tour (a script, not a model)"));
  const sessions = new Sessions({
    ...ports,
    models,
    memento: context.workspaceState,
    place: placeNow,
    settings: () => configuration.current,
    editor: editorContext,
    log,
  });
  const results = new Results(sessions, texts, ports.files, ports.spillPath);
  const failed = (what: string) => (error: unknown) => log.error(`${what} failed.`, error);
  const chat = new ChatView(
    context.extensionUri,
    {
      state: () => sessions.current.projection.state(),
      act: (intent) =>
        void act(intent, { sessions, texts, mirrors, results }).catch(failed(`The view's wish ${intent.kind}`)),
      hidden: () => tellFocus("none"),
    },
    log,
  );
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

  const parts: Disposable[] = [channel, mirrors, texts, ports, keys, models, sessions, chat];
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
    configuration.onDidChange(() => void models.refresh().catch(failed("Loading the model"))),
    onDidChangePlace(() => sessions.refresh()),
  );

  const handlers: Record<keyof typeof COMMANDS, () => Promise<void> | void> = {
    ...chatCommands(sessions, chat),
    ...sessionCommands(sessions, show),
    ...authorityCommands(sessions),
    ...modelCommands({ models, keys, configuration, sessions, show }),
    ...recordCommands(sessions, texts, channel),
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
