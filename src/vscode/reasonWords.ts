import { l10n } from "vscode";
import type { Reason } from "../shared/reasons";

/** One sentence for one code, with the same keys as the views' words. */
export function reasonWords(reason: Reason): string {
  switch (reason) {
    case "unknown_tool":
      return l10n.t("There is no tool of this name.");
    case "invalid_arguments":
      return l10n.t("The arguments do not fit the tool.");
    case "plan_mode":
      return l10n.t("Plan mode only reads.");
    case "untrusted_workspace":
      return l10n.t("This workspace is not trusted, so only reading tools run.");
    case "tool_disabled":
      return l10n.t("This tool is switched off.");
    case "missing_port":
      return l10n.t("This tool needs something that is not available here.");
    case "not_built_yet":
      return l10n.t("This is not built yet.");
    case "hard_floor":
      return l10n.t("This is never allowed, in any posture.");
    case "read_in_workspace":
      return l10n.t("Reading in the workspace is allowed.");
    case "own_state":
      return l10n.t("It only changes the session's own state.");
    case "workspace_edit":
      return l10n.t("Edits in the workspace ask first.");
    case "workspace_edit_allowed":
      return l10n.t("Edits in the workspace are allowed by a setting.");
    case "outside_workspace":
      return l10n.t("It reaches outside the workspace.");
    case "sensitive_write":
      return l10n.t("It would change a file that can run code or holds settings or secrets.");
    case "sensitive_read":
      return l10n.t("It would read a file that may hold secrets.");
    case "ignored_path":
      return l10n.t("The file is closed to the agent by .gatehouseignore.");
    case "dangling_link":
      return l10n.t("The path is a link that leads nowhere.");
    case "path_form":
      return l10n.t("The path is written in a form that is not accepted.");
    case "shell_unanalysed":
      return l10n.t("Commands are not analysed yet, so each one asks.");
    case "network":
      return l10n.t("It would use the network.");
    case "unknown_capability":
      return l10n.t("It is not known what this tool can do.");
    case "user_rule":
      return l10n.t("One of your rules decides this.");
    case "repository_law":
      return l10n.t("The repository's law decides this.");
    case "managed_policy":
      return l10n.t("Your organisation's policy decides this.");
    case "hook":
      return l10n.t("A hook decided this.");
    case "session_approval":
      return l10n.t("You allowed this for the session.");
    default:
      return reason satisfies never;
  }
}
