import * as l10n from "@vscode/l10n";
import type { View } from "../view";

/** Why no profile can be written here. */
export function closedWords({ store }: View): string | undefined {
  const { trusted, hasFolder } = store.parts.place.value;
  if (!hasFolder) return l10n.t("No folder is open to keep a profile in.");
  return trusted ? undefined : l10n.t("Profiles are written only in a trusted workspace.");
}
