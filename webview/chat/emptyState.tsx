import * as l10n from "@vscode/l10n";
import { Button } from "../ui/button";
import { Icon, type IconName } from "../ui/icon";
import { useView } from "./view";

/** Nothing was said yet: what this is, and three things to try on this very workspace. */
export function EmptyState() {
  const { store } = useView();
  return (
    <div class="scroll empty">
      <h2>{l10n.t("What shall we do?")}</h2>
      <p>
        {l10n.t(
          "Gatehouse reads, edits and runs things in this workspace. Every call passes one gate, and the gate asks you.",
        )}
      </p>
      {store.status.value?.model ? <Suggestions /> : <NoModel />}
    </div>
  );
}

function NoModel() {
  const { post } = useView();
  return (
    <>
      <p class="quiet">{l10n.t("No model is chosen yet. The tour needs none.")}</p>
      <div class="buttons">
        <Button primary onPress={() => post({ kind: "command", command: "selectModel" })}>
          {l10n.t("Choose a model")}
        </Button>
        <Button onPress={() => post({ kind: "command", command: "takeTour" })}>{l10n.t("Take the tour")}</Button>
      </div>
    </>
  );
}

function Suggestions() {
  const { post } = useView();
  return (
    <ul class="suggestions">
      <Prompt
        icon="book"
        title={l10n.t("Explain this project")}
        prompt={l10n.t("Explain this project: what it does, how it is built, and where to start reading.")}
      />
      <Prompt
        icon="beaker"
        title={l10n.t("Find and fix a failing test")}
        prompt={l10n.t("Run the tests, find one that fails, and fix what breaks it.")}
      />
      <Suggestion
        icon="play"
        title={l10n.t("Take the tour")}
        about={l10n.t("A scripted session: no key, no network")}
        onPress={() => post({ kind: "command", command: "takeTour" })}
      />
    </ul>
  );
}

/** Fills the composer; sending stays the person's own step. */
function Prompt({ icon, title, prompt }: { icon: IconName; title: string; prompt: string }) {
  const view = useView();
  const fill = () => {
    view.draft.value = prompt;
    view.wanted.value = { target: "composer" };
  };
  return <Suggestion icon={icon} title={title} about={prompt} onPress={fill} />;
}

interface SuggestionProps {
  readonly icon: IconName;
  readonly title: string;
  readonly about: string;
  readonly onPress: () => void;
}

function Suggestion({ icon, title, about, onPress }: SuggestionProps) {
  return (
    <li>
      <button type="button" class="suggestion" onClick={onPress}>
        <Icon name={icon} />
        <span class="suggestion-title">{title}</span>
        <span class="suggestion-about">{about}</span>
      </button>
    </li>
  );
}
