import * as l10n from "@vscode/l10n";
import type { Refusal } from "../../src/shared/messages/surface";

/** Why a wish was not done, and what to do now. */
export function refusalWords(why: Refusal): string {
  switch (why) {
    case "stale":
      return l10n.t(
        "This had changed a moment before, so nothing was done. Look again, and repeat it if you still want it.",
      );
    case "unknown":
      return l10n.t("It is not there any more. Nothing was done.");
    case "locked":
      return l10n.t("This can't be changed here. Nothing was done.");
    case "untrusted":
      return l10n.t("This workspace is not trusted, so nothing of it is changed.");
    case "no_folder":
      return l10n.t("No folder is open to write to.");
    case "exists":
      return l10n.t("A profile of this name is there already. Choose another name.");
    case "changed_on_disk":
      return l10n.t("The file has changed since it was opened here. Copy what you need, then open it again.");
    case "unsaved":
      return l10n.t("The file has unsaved changes in an editor. Save or revert them first.");
    case "unwritable":
      return l10n.t("The file can't be written.");
    case "invalid":
      return l10n.t("This would not be a valid profile; it was not saved.");
    case "invalid_rule":
      return l10n.t("This can't be used as a rule; it was not saved.");
    case "rule_exists":
      return l10n.t("There is such a rule already.");
    case "failed":
      return l10n.t("That failed. The log says why.");
    default:
      return why satisfies never;
  }
}
