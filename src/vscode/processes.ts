import { Uri, workspace } from "vscode";
import { commandEnvironment } from "../node/environment";
import { createProcesses, type NodeProcesses } from "../node/processes";
import type { Settings } from "./settings";
import type { Mirrors } from "./terminal";

/**
 * Commands run in children of the broker, a small process of our own: starting one from the extension
 * host would block it. Whoever asks for it sees a command in a read-only terminal.
 */
export function createHostProcesses(
  extensionUri: Uri,
  home: string,
  mirrors: Mirrors,
  settings: () => Pick<Settings, "passEnvironment" | "sandbox" | "sandboxHosts">,
  protectedPaths: readonly string[],
): NodeProcesses {
  const roots = () => diskFolders().map(({ fsPath }) => fsPath);
  const processes = createProcesses({
    brokerPath: Uri.joinPath(extensionUri, "dist/broker.js").fsPath,
    env: () => commandEnvironment(process.env, { roots: roots(), pass: settings().passEnvironment }),
    sandbox: () => ({
      mode: settings().sandbox,
      hosts: settings().sandboxHosts,
      runtime: Uri.joinPath(extensionUri, "dist/sandbox").fsPath,
      roots: roots(),
      protectedPaths,
    }),
    get cwd() {
      return roots()[0] ?? home;
    },
    onStart: (callId, command) => mirrors.start(callId, command),
    onText: (callId, text) => mirrors.write(callId, text),
    onEnd: (callId, end) => mirrors.end(callId, end),
  });
  return {
    // Folders that are on no disk have no place where a command could start.
    get shell() {
      const isVirtual = (workspace.workspaceFolders ?? []).length > 0 && roots().length === 0;
      return isVirtual ? undefined : processes.shell;
    },
    isolation: () => processes.isolation?.() ?? Promise.resolve({ kind: "open" }),
    run: (...args) => processes.run(...args),
    program: (...args) => processes.program(...args),
    close: () => processes.close(),
    get brokerPid() {
      return processes.brokerPid;
    },
  };
}

function diskFolders(): Uri[] {
  return (workspace.workspaceFolders ?? []).map(({ uri }) => uri).filter(({ scheme }) => scheme === "file");
}
