import * as l10n from "@vscode/l10n";
import type { ComponentChildren } from "preact";
import { RULE_ACTIONS, type RuleAction, type RuleScope, ruleText } from "../../../src/shared/rules";
import { Button } from "../../ui/button";
import { Icon } from "../../ui/icon";
import { Menu, type MenuOption } from "../../ui/menu";
import { TextField } from "../../ui/textField";
import { plain } from "../factWords";
import { refusalWords } from "../refusalWords";
import { useView } from "../view";
import { missingIn, type RuleDraft, ruleOf, SCOPES } from "./draft";

/** A new rule of the user's own. It is shown as it will be saved, and saved only by its button. */
export function AddRule() {
  const view = useView();
  const draft = view.draft.value;
  const rule = ruleOf(draft);
  const set = (change: Partial<RuleDraft>) => {
    view.draft.value = { ...draft, ...change };
  };
  return (
    <form class="add-rule" aria-labelledby="add-rule" onSubmit={(event) => event.preventDefault()}>
      <h2 id="add-rule">{l10n.t("Add a rule")}</h2>
      <div class="fields">
        <Field label={l10n.t("Action")}>
          <Menu
            below
            label={l10n.t("Action")}
            value={draft.action}
            options={actions()}
            onChoose={(action) => set({ action })}
          />
        </Field>
        <Text
          label={l10n.t("Tool")}
          about={l10n.t("Its exact name, mcp_server_* for all tools of a server, or * for all.")}
          value={draft.tool}
          onChange={(tool) => set({ tool })}
        />
        <Field label={l10n.t("For")}>
          <Menu
            below
            label={l10n.t("For")}
            value={draft.scope}
            options={scopes()}
            onChoose={(scope) => set({ scope })}
          />
        </Field>
        {draft.scope !== "" && (
          <Text key={draft.scope} {...scopeWords(draft.scope)} value={draft.text} onChange={(text) => set({ text })} />
        )}
        <Text
          label={l10n.t("Why")}
          about={l10n.t("For you, and for the model when the rule refuses. May be left empty.")}
          value={draft.why}
          onChange={(why) => set({ why })}
        />
      </div>
      {rule && draft.action === "allow" && draft.scope === "" && (
        <p class="caution">{l10n.t("It allows every call of this tool.")}</p>
      )}
      <Refused />
      <div class="buttons">
        <Button disabled={!rule} onPress={() => rule && view.post({ kind: "addRule", rule })}>
          {l10n.t("Add rule")}
        </Button>
        {rule ? <code>{plain(ruleText(rule))}</code> : <small>{missingWords(draft)}</small>}
      </div>
      <small>{l10n.t("In a session that runs, a change that allows more waits for your yes.")}</small>
    </form>
  );
}

function missingWords(draft: RuleDraft): string {
  const missing = missingIn(draft);
  switch (missing) {
    case "tool":
      return l10n.t("The tool is missing.");
    case "command":
      return l10n.t("The command is missing.");
    case "path":
      return l10n.t("The path is missing.");
    case "server":
      return l10n.t("The server is missing.");
    case "host":
      return l10n.t("The host is missing.");
    case undefined:
      return "";
    default:
      return missing satisfies never;
  }
}

/** Why the last try was not saved. */
function Refused() {
  const { refused } = useView();
  if (refused.value?.intent !== "addRule" || refused.value.problems.length === 0) return null;
  return (
    <ul class="problems" aria-label={refusalWords(refused.value.why)}>
      {refused.value.problems.map(({ text }) => (
        <li key={text}>
          <Icon name="warning" />
          <span>{plain(text)}</span>
        </li>
      ))}
    </ul>
  );
}

interface TextProps {
  readonly label: string;
  readonly about: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
}

function Text({ label, about, value, onChange }: TextProps) {
  return (
    <Field label={label} about={about}>
      <TextField value={value} label={label} maxLength={2_000} takesFocus={false} onChange={onChange} />
    </Field>
  );
}

function Field({ label, about, children }: { label: string; about?: string; children: ComponentChildren }) {
  return (
    <div class="field">
      <span class="field-label">{label}</span>
      <div>
        {children}
        {about && <small>{about}</small>}
      </div>
    </div>
  );
}

const ACTION_ICONS = { allow: "pass", ask: "warning", deny: "circle-slash" } as const;

function actions(): readonly MenuOption<RuleAction>[] {
  const words: Record<RuleAction, { label: string; about: string }> = {
    allow: { label: l10n.t("allow"), about: l10n.t("What it covers runs without asking") },
    ask: { label: l10n.t("ask"), about: l10n.t("What it meets asks") },
    deny: { label: l10n.t("deny"), about: l10n.t("What it meets is refused, in every posture") },
  };
  return RULE_ACTIONS.map((value) => ({ value, ...words[value], icon: ACTION_ICONS[value] }));
}

function scopes(): readonly MenuOption<RuleScope | "">[] {
  const icons = { command: "terminal", path: "go-to-file", server: "server", host: "vm", "": "tools" } as const;
  return SCOPES.map((value) => ({
    value,
    icon: icons[value],
    ...(value === ""
      ? { label: l10n.t("every call"), about: l10n.t("Whatever the tool is asked to do") }
      : scopeWords(value)),
  }));
}

function scopeWords(scope: RuleScope): { label: string; about: string } {
  switch (scope) {
    case "command":
      return {
        label: l10n.t("Command"),
        about: l10n.t("Its first words (git push), or a /regular expression/ that all of it matches"),
      };
    case "path":
      return { label: l10n.t("Path"), about: l10n.t("A glob from the workspace folder (src/**)") };
    case "server":
      return { label: l10n.t("MCP server"), about: l10n.t("The name that it is configured with") };
    case "host":
      return { label: l10n.t("Host"), about: l10n.t("As addresses have it (example.org)") };
    default:
      return scope satisfies never;
  }
}
