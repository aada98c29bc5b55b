import * as l10n from "@vscode/l10n";
import type { RuleProblem } from "../../../src/shared/rules";
import { Icon } from "../../ui/icon";
import { plain } from "../factWords";
import { useView } from "../view";
import { AddRule } from "./addRule";
import { Explain } from "./explain";
import { Laws } from "./laws";
import { Policy } from "./policy";
import { RuleList } from "./ruleList";

/** All that decides beside the gate's own tables: what is broken first, then what a person can change, then the rest. */
export function Rules() {
  const { store } = useView();
  const { problems, rules, omitted, laws, policy } = store.parts.rules.value;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be scrolled by keys too.
    <section class="page rules-page" tabIndex={0} aria-label={l10n.t("Rules")}>
      <Problems problems={problems} />
      <Explain />
      <RuleList rules={rules} omitted={omitted} />
      <AddRule />
      <Laws laws={laws} />
      <Policy policy={policy} />
    </section>
  );
}

function Problems({ problems }: { problems: readonly RuleProblem[] }) {
  const { post } = useView();
  if (problems.length === 0) return null;
  return (
    <section aria-labelledby="rule-problems">
      <header class="page-head">
        <h2 id="rule-problems">{l10n.t("What can't be used")}</h2>
        <button type="button" class="text-button" onClick={() => post({ kind: "command", command: "ruleSettings" })}>
          {l10n.t("Open settings")}
        </button>
      </header>
      <p class="quiet">{l10n.t("Until it is mended, the stricter reading is in force.")}</p>
      <ul class="problems">
        {problems.map(({ place, why }) => (
          <li key={`${place} ${why}`}>
            <Icon name="warning" />
            <span>
              <code>{plain(place)}</code> {plain(why)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
