import { commands, l10n, window } from "vscode";
import { COMMANDS } from "../shared/contributions";
import type { ServerAction, SurfaceAct, SurfaceAnswer } from "../shared/messages/surface";
import { setToolRule } from "./toolRules";
import type { AgentFiles } from "./views/agentFiles";

export interface SurfaceActs {
  readonly agents: Pick<AgentFiles, "open" | "save" | "create" | "pathOf">;
  server(name: string, action: ServerAction): Promise<void>;
  openFile(path: string, line: number | undefined): Promise<void>;
  /** Reads anew whatever the surface is made of. */
  reload(): Promise<void>;
}

/** What a person wants, as the surface panel says it; the panel has checked it against the state. */
export async function actOnSurface(intent: SurfaceAct, parts: SurfaceActs): Promise<SurfaceAnswer | undefined> {
  switch (intent.kind) {
    case "setTool":
      return setTool(intent);
    case "server":
      await parts.server(intent.name, intent.action);
      return undefined;
    case "editProfile":
      return parts.agents.open(intent.file);
    case "saveProfile":
      return parts.agents.save(intent.file, intent.base, intent.profile);
    case "newProfile":
      return parts.agents.create(intent.profile);
    case "openFile":
      await parts.openFile(parts.agents.pathOf(intent.path) ?? intent.path, intent.line);
      return undefined;
    case "reload":
      await parts.reload();
      return undefined;
    case "command":
      await commands.executeCommand(commandOf(intent.command));
      return undefined;
    default:
      return intent satisfies never;
  }
}

async function setTool({ name, wish, scope }: Extract<SurfaceAct, { kind: "setTool" }>): Promise<undefined> {
  try {
    await setToolRule(name, wish, scope);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    void window.showErrorMessage(l10n.t("The settings could not be written: {0}", why));
    throw error;
  }
}

function commandOf(command: Extract<SurfaceAct, { kind: "command" }>["command"]): string {
  if (command === "manageTrust") return "workbench.trust.manage";
  if (command === "openFolder") return "vscode.openFolder";
  return COMMANDS[command];
}
