import * as l10n from "@vscode/l10n";
import { useEffect, useRef } from "preact/hooks";
import { type Rule, ruleText } from "../../../src/shared/rules";
import { visible } from "../../../src/shared/visible";
import { Button } from "../../ui/button";
import { handled, isComposing } from "../../ui/keys";

interface RulePanelProps {
  readonly rules: readonly Rule[];
  readonly runsWorkspaceCode: boolean;
  readonly onSave: () => void;
  readonly onClose: () => void;
}

/** The rules that "always" would save, shown before they are. Escape goes back; nothing is saved by a key alone. */
export function RulePanel({ rules, runsWorkspaceCode, onSave, onClose }: RulePanelProps) {
  const element = useRef<HTMLElement>(null);
  useEffect(() => element.current?.querySelector<HTMLElement>('[data-choice="back"]')?.focus(), []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || isComposing(event)) return;
    handled(event);
    onClose();
  };
  return (
    <section ref={element} class="rules" aria-label={l10n.t("Rules to be saved")} onKeyDown={onKeyDown}>
      <p>
        {rules.length === 1
          ? l10n.t("This rule is saved in your settings:")
          : l10n.t("These rules are saved in your settings:")}
      </p>
      <ul>
        {rules.map((rule) => (
          <li key={ruleText(rule)}>
            <code>{visible(ruleText(rule), "")}</code>
          </li>
        ))}
      </ul>
      {runsWorkspaceCode && (
        <p class="caution">
          {l10n.t("This program runs what files of the workspace say: a changed file runs without asking.")}
        </p>
      )}
      <p>{l10n.t("It holds in every workspace, from now on, until you remove it there.")}</p>
      <div class="buttons">
        <Button keys="Esc" choice="back" onPress={onClose}>
          {l10n.t("Back")}
        </Button>
        {/* The second click of a double click saves nothing. */}
        <Button choice="save_rules" onPress={(event) => event.detail < 2 && onSave()}>
          {l10n.t("Save and allow")}
        </Button>
      </div>
    </section>
  );
}
