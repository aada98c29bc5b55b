import * as l10n from "@vscode/l10n";
import type { Fault } from "../../src/shared/faults";
import { visible } from "../../src/shared/visible";

/** What is broken, what is in force meanwhile, and where it stands. */
export function faultWords({ of, why, more }: Fault): string {
  const first = visible(why);
  return `${whatOf(of)} ${more > 0 ? l10n.t("{0} (and {1} more)", first, more) : first}`;
}

function whatOf(of: Fault["of"]): string {
  switch (of) {
    case "rules":
      return l10n.t("A rule can't be used, so the stricter reading is in force until it is mended.");
    case "law":
      return l10n.t("The law of this repository can't be read, so nothing may be written until it is mended.");
    case "hooks":
      return l10n.t("Hooks can't be read, so whatever has an effect asks until they are mended.");
    case "policy":
      return l10n.t("The policy of this machine can't be read, so nothing is permitted until it is mended.");
  }
}
