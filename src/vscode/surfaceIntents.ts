import { commands, l10n, window } from "vscode";
import { COMMANDS, SETTINGS } from "../shared/contributions";
import type { ServerAction, SurfaceAct, SurfaceAnswer } from "../shared/messages/surface";
import type { RuleDesk } from "./ruleDesk";
import { setToolRule } from "./toolRules";
import type { AgentFiles } from "./views/agentFiles";

export interface SurfaceActs {
  readonly agents: Pick<AgentFiles, "open" | "save" | "create" | "pathOf">;
  readonly rules: Pick<RuleDesk, "add" | "remove" | "explain">;
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
    case "addRule":
      return told(parts.rules.add(intent.rule));
    case "removeRule":
      return told(parts.rules.remove(intent.rule));
    case "explain":
      return parts.rules.explain(intent.id, intent.command, intent.rule);
    case "command":
      await commands.executeCommand(...commandOf(intent.command));
      return undefined;
    default:
      return intent satisfies never;
  }
}

async function setTool({ name, wish, scope }: Extract<SurfaceAct, { kind: "setTool" }>): Promise<undefined> {
  await told(setToolRule(name, wish, scope));
}

/** Settings that can't be written are a person's to mend: the panel alone could not say why. */
async function told<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    void window.showErrorMessage(l10n.t("The settings could not be written: {0}", why));
    throw error;
  }
}

function commandOf(command: Extract<SurfaceAct, { kind: "command" }>["command"]): [string, ...string[]] {
  if (command === "manageTrust") return ["workbench.trust.manage"];
  if (command === "openFolder") return ["vscode.openFolder"];
  // Shows both lists: the user's and the workspace's.
  if (command === "ruleSettings") return ["workbench.action.openSettings", `gatehouse.${SETTINGS.rules}`];
  return [COMMANDS[command]];
}
