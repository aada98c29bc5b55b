import * as l10n from "@vscode/l10n";
import type { RulesView, ShownLaw } from "../../../src/shared/messages/surfaceRules";
import { plain } from "../factWords";
import { useView } from "../view";

/** What repositories want of changes to their files; each in a file of its own, so only shown. */
export function Laws({ laws }: { laws: RulesView["laws"] }) {
  return (
    <section aria-labelledby="laws">
      <h2 id="laws">{l10n.t("Repository law")}</h2>
      <Body laws={laws} />
    </section>
  );
}

function Body({ laws }: { laws: RulesView["laws"] }) {
  const { store } = useView();
  if (!store.parts.place.value.trusted)
    return <p class="quiet">{l10n.t("Rules and laws of this workspace are not read before it is trusted.")}</p>;
  if (laws === "loading") return <p class="quiet">{l10n.t("Loading…")}</p>;
  if (laws === "failed") return <p class="caution">{l10n.t("The laws could not be read. The log says why.")}</p>;
  if (laws.length === 0) return <p class="quiet">{l10n.t("No folder here has a .gatehouse/law.json.")}</p>;
  return (
    <>
      {laws.map((law) => (
        <Law key={law.folder} law={law} />
      ))}
    </>
  );
}

function Law({ law }: { law: ShownLaw }) {
  return (
    <div class="law">
      <h3>{l10n.t("Of the folder {0}", plain(law.folder))}</h3>
      {law.broken !== undefined && (
        <p class="caution">
          {l10n.t("It can't be read, so nothing below this folder may be written: {0}", plain(law.broken))}
        </p>
      )}
      {law.broken === undefined && law.invariants.length === 0 && (
        <p class="quiet">{l10n.t("It has no invariants.")}</p>
      )}
      <ul class="rule-list">
        {law.invariants.map(({ id, paths, action, why }) => (
          <li key={id} class={`rule-line ${action}`}>
            <code>{paths.map(plain).join(", ")}</code>
            <small>
              {plain(id)} · {action === "ask" ? l10n.t("changes ask") : l10n.t("changes are refused")} · {plain(why)}
            </small>
          </li>
        ))}
      </ul>
    </div>
  );
}
