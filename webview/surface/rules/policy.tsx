import * as l10n from "@vscode/l10n";
import type { PolicyList, ShownPolicy } from "../../../src/shared/messages/surfaceRules";
import { modeWords, postureWords } from "../../ui/modeWords";
import { type FactLine, Facts } from "../facts";
import { plain } from "../factWords";

/** What the administrator of this machine permits at most: only shown. */
export function Policy({ policy }: { policy: ShownPolicy | null }) {
  return (
    <section aria-labelledby="policy">
      <h2 id="policy">{l10n.t("Managed policy")}</h2>
      {policy ? <Body policy={policy} /> : <p class="quiet">{l10n.t("This machine has no managed policy.")}</p>}
    </section>
  );
}

function Body({ policy }: { policy: ShownPolicy }) {
  if (policy.broken !== undefined) {
    return (
      <p class="caution">
        {l10n.t("It can't be used, so nothing is permitted until it is mended: {0}", plain(policy.broken))}
      </p>
    );
  }
  const facts: FactLine[] = [
    ...(policy.mode ? [{ name: l10n.t("Widest mode"), value: modeWords(policy.mode).label }] : []),
    ...(policy.posture ? [{ name: l10n.t("Widest posture"), value: postureWords(policy.posture).label }] : []),
    ...policy.lists.map((list) => ({ name: listName(list.of), value: listWords(list) })),
  ];
  return facts.length > 0 ? (
    <Facts facts={facts} label={l10n.t("Managed policy")} />
  ) : (
    <p class="quiet">{l10n.t("It narrows nothing.")}</p>
  );
}

function listName(of: PolicyList): string {
  switch (of) {
    case "tools":
      return l10n.t("Tools");
    case "servers":
      return l10n.t("MCP servers");
    case "models":
      return l10n.t("Models");
    case "endpoints":
      return l10n.t("Endpoints");
    default:
      return of satisfies never;
  }
}

function listWords({ allow, deny }: ShownPolicy["lists"][number]): string {
  const names = (list: readonly string[]) => (list.length === 0 ? l10n.t("none") : list.map(plain).join(", "));
  return [
    ...(allow === undefined ? [] : [l10n.t("only {0}", names(allow))]),
    ...(deny === undefined ? [] : [l10n.t("not {0}", names(deny))]),
  ].join(" · ");
}
