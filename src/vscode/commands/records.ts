import { commands, type LogOutputChannel } from "vscode";

/** What happened, to read, and what is set. */
export function recordCommands(channel: LogOutputChannel) {
  return {
    showLogs() {
      channel.show();
    },
    async openSettings() {
      await commands.executeCommand("workbench.action.openSettings", "@ext:gatehouse.gatehouse");
    },
  };
}
