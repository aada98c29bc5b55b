import { commands, type ExtensionContext, type WebviewView, window } from "vscode";
import { COMMANDS, VIEWS } from "./shared/contributions";
import type { Host } from "./vscode/host";
import { StatusBar } from "./vscode/statusBar";
import { disposeDeadMirrors } from "./vscode/terminal";

let host: Promise<Host> | undefined;

/**
 * Registers what VS Code must know of, and nothing more: no request, no file, no process. Everything
 * else is loaded when a person first opens the chat or runs a command.
 */
export function activate(context: ExtensionContext): void {
  const statusBar = new StatusBar();
  const load = () => {
    host ??= import("./vscode/host").then(({ createHost }) => createHost(context, statusBar));
    // What failed to start may start the next time it is asked for.
    host.catch(() => {
      host = undefined;
    });
    return host;
  };
  const resolveWebviewView = async (view: WebviewView) => (await load()).showChat(view);
  context.subscriptions.push(statusBar, window.registerWebviewViewProvider(VIEWS.chat, { resolveWebviewView }));
  for (const name of Object.keys(COMMANDS) as (keyof typeof COMMANDS)[]) {
    context.subscriptions.push(commands.registerCommand(COMMANDS[name], async () => (await load()).run(name)));
  }
  disposeDeadMirrors();
}

/** Open questions are refused, the running turn is stopped and its records are written. */
export async function deactivate(): Promise<void> {
  await (await host)?.close();
}
