import * as l10n from "@vscode/l10n";
import type { ShownRule } from "../../../src/shared/messages/surfaceRules";
import { ruleText } from "../../../src/shared/rules";
import { Icon } from "../../ui/icon";
import { exact, plain } from "../factWords";
import { useView } from "../view";

/** Rules of the settings; the user's own can be removed. */
export function RuleList({ rules, omitted }: { rules: readonly ShownRule[]; omitted: number }) {
  const { store } = useView();
  return (
    <section aria-labelledby="rules-in-force">
      <h2 id="rules-in-force">{l10n.t("Rules")}</h2>
      <p class="quiet">
        {l10n.t("Deny is stronger than ask, and ask is stronger than allow, however exact a rule is.")}
      </p>
      {rules.length === 0 && <p>{l10n.t("There are no rules. Calls are answered as mode and posture say.")}</p>}
      {/* It takes the focus when the button of a removed rule goes. */}
      <ul class="rule-list" tabIndex={-1} aria-labelledby="rules-in-force">
        {rules.map((shown, index) => (
          <Line key={`${index} ${ruleText(shown.rule)}`} shown={shown} />
        ))}
      </ul>
      {omitted > 0 && <p class="cut">{l10n.t("{0} of them are not listed here.", exact(omitted))}</p>}
      {!store.parts.place.value.trusted && (
        <p class="quiet">{l10n.t("Rules and laws of this workspace are not read before it is trusted.")}</p>
      )}
    </section>
  );
}

function Line({ shown }: { shown: ShownRule }) {
  const { post } = useView();
  const { rule, source, unread, unknownTool } = shown;
  const remove = (event: MouseEvent) => {
    (event.currentTarget as Element).closest<HTMLElement>("ul")?.focus();
    post({ kind: "removeRule", rule });
  };
  return (
    <li class={`rule-line ${rule.action}`}>
      <code>{plain(ruleText(rule))}</code>
      <small>
        {sourceWords(shown)}
        {rule.why !== undefined && ` · ${plain(rule.why)}`}
        {unread && ` · ${l10n.t("in the place of an entry that can't be read")}`}
      </small>
      {source === "user" && !unread && (
        <button
          type="button"
          class="text-button"
          aria-label={l10n.t("Remove: {0}", plain(ruleText(rule)))}
          onClick={remove}
        >
          {l10n.t("Remove")}
        </button>
      )}
      {unknownTool && (
        <small class="unknown-tool">
          <Icon name="warning" /> {unknownWords(unknownTool.map(plain))}
        </small>
      )}
    </li>
  );
}

function unknownWords(near: readonly string[]): string {
  return near.length > 0
    ? l10n.t("There is no tool of this name now. Is it {0}?", near.join(", "))
    : l10n.t("There is no tool of this name now.");
}

function sourceWords({ source, folder }: ShownRule): string {
  switch (source) {
    case "user_narrowing":
      return l10n.t("your settings, in gatehouse.workspaceRules");
    case "user":
      return l10n.t("your settings");
    case "workspace":
      return l10n.t("this workspace's settings");
    case "folder":
      return l10n.t("settings of the folder {0}", plain(folder ?? ""));
    default:
      return source satisfies never;
  }
}
