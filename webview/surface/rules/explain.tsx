import * as l10n from "@vscode/l10n";
import { type Answerer, type Explanation, MAX_COMMAND } from "../../../src/shared/messages/surfaceRules";
import { POSTURES } from "../../../src/shared/modes";
import { ruleText } from "../../../src/shared/rules";
import { visible } from "../../../src/shared/visible";
import { Button } from "../../ui/button";
import { CommandParts, outcomeWords } from "../../ui/commandParts";
import { Icon, type IconName } from "../../ui/icon";
import { handled, isComposing } from "../../ui/keys";
import { postureWords } from "../../ui/modeWords";
import { Switch } from "../../ui/switch";
import { TextField } from "../../ui/textField";
import { exact, plain } from "../factWords";
import { useView, type View } from "../view";
import { ruleOf } from "./draft";

/** "What would happen to this command?" Nothing runs; the rule that is being written may be counted in. */
export function Explain() {
  const view = useView();
  const { question, tryDraft, asked } = view;
  const rule = ruleOf(view.draft.value);
  const ask = () => explain(view);
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || isComposing(event)) return;
    handled(event);
    if (!event.repeat) ask();
  };
  return (
    <section class="explain" aria-labelledby="explain">
      <h2 id="explain">{l10n.t("What would happen to this command?")}</h2>
      <div class="explain-line">
        <TextField
          value={question.value}
          label={l10n.t("Command")}
          placeholder="git status && npm test"
          maxLength={MAX_COMMAND}
          takesFocus={false}
          onChange={(text) => {
            question.value = text;
          }}
          onKey={onKey}
        />
        <Button disabled={question.value.trim() === ""} onPress={ask}>
          {l10n.t("Look")}
        </Button>
      </div>
      {rule?.command !== undefined && (
        <p class="try-draft">
          <Switch
            label={l10n.t("Count in the rule that is being written")}
            on={tryDraft.value}
            onChange={(on) => {
              tryDraft.value = on;
            }}
          />{" "}
          {l10n.t("Count in the rule that is being written")}: <code>{plain(ruleText(rule))}</code>
        </p>
      )}
      {asked.value === undefined ? (
        <p class="quiet">{l10n.t("Nothing is run: the command is only read.")}</p>
      ) : (
        <Answer {...asked.value} />
      )}
    </section>
  );
}

/** Of the newest question; a late answer to an older one is void. */
function explain(view: View): void {
  const command = view.question.value.trim();
  if (command === "") return;
  const id = (view.asked.value?.id ?? 0) + 1;
  const rule = view.tryDraft.value ? ruleOf(view.draft.value) : undefined;
  const counted = rule?.command === undefined ? {} : { rule };
  view.asked.value = { id, command };
  view.post({ kind: "explain", id, command, ...counted });
}

function Answer({ command, explanation, failed }: NonNullable<View["asked"]["value"]>) {
  return (
    <div class="answer" aria-busy={explanation === undefined && !failed}>
      <pre>{visible(command)}</pre>
      {failed && <p class="caution">{l10n.t("That failed. The log says why.")}</p>}
      {!failed && !explanation && <p class="quiet">{l10n.t("Looking…")}</p>}
      {explanation && <Explained command={command} explanation={explanation} />}
    </div>
  );
}

function Explained({ command, explanation }: { command: string; explanation: Explanation }) {
  if (explanation.state === "unknown") return <CommandParts command={command} parts={undefined} />;
  const { parts, omitted, postures } = explanation;
  return (
    <>
      <CommandParts command={command} parts={parts} />
      {omitted > 0 && <p class="cut">{l10n.t("{0} of them are not listed here.", exact(omitted))}</p>}
      <table class="postures">
        <caption>{l10n.t("In each posture")}</caption>
        <tbody>
          {POSTURES.map((posture) => (
            <tr key={posture}>
              <th scope="row">{postureWords(posture).label}</th>
              <td>
                <Icon name={ICONS[postures[posture]]} /> {answererWords(postures[posture])}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="quiet">
        {l10n.t(
          "When it is really run, its paths, hooks, laws and the policy are judged as well: they can only be stricter. Plan mode runs no commands.",
        )}
      </p>
    </>
  );
}

const ICONS: Readonly<Record<Answerer, IconName>> = {
  allow: "pass",
  ask: "warning",
  guardian: "eye",
  deny: "circle-slash",
};

function answererWords(answerer: Answerer): string {
  switch (answerer) {
    case "allow":
      return l10n.t("runs without asking");
    case "ask":
      return l10n.t("asks you");
    case "guardian":
      return l10n.t("the guardian decides");
    case "deny":
      return l10n.t("is refused");
    default:
      return answerer satisfies never;
  }
}

/** For screen readers, in one sentence. */
export function spokenWords(explanation: Explanation): string {
  if (explanation.state === "unknown") return l10n.t("Nobody could look into this command, so nothing of it is known.");
  return `${outcomeWords(explanation.outcome)}. ${l10n.t("What was found in it: {0} parts", explanation.parts.length)}`;
}
