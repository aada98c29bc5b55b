import * as l10n from "@vscode/l10n";
import type { ComponentChildren } from "preact";
import type { ProfileDraft } from "../../../src/shared/messages/surface";
import { MODES, type Mode } from "../../../src/shared/modes";
import { Button } from "../../ui/button";
import { Icon } from "../../ui/icon";
import { Menu, type MenuOption } from "../../ui/menu";
import { modeWords } from "../../ui/modeWords";
import { TextArea } from "../../ui/textArea";
import { TextField } from "../../ui/textField";
import { plain } from "../factWords";
import { refusalWords } from "../refusalWords";
import { type Edit, useView, type View } from "../view";
import { ToolPicker } from "./toolPicker";

/** A profile that is being written. Nothing of it is in force, or on the disk, before it is saved. */
export function ProfileEditor({ edit }: { edit: Edit }) {
  const view = useView();
  const { draft, file, source } = edit;
  const set = (change: Partial<ProfileDraft>) => {
    view.edit.value = { ...edit, draft: { ...draft, ...change } };
  };
  return (
    <form class="editor" aria-label={title(file)} onSubmit={(event) => event.preventDefault()}>
      <header class="page-head">
        <h2>{title(file)}</h2>
        <Buttons edit={edit} />
      </header>
      <Refused />
      <div class="fields">
        <Field label={l10n.t("Name")} about={l10n.t("An agent with this profile is started by this name.")}>
          <TextField value={draft.name} label={l10n.t("Name")} maxLength={64} onChange={(name) => set({ name })} />
        </Field>
        <Field label={l10n.t("Description")} about={l10n.t("When to use it, in a sentence.")}>
          <TextField
            value={draft.description}
            label={l10n.t("Description")}
            maxLength={1_000}
            takesFocus={false}
            onChange={(description) => set({ description })}
          />
        </Field>
        <Field label={l10n.t("Mode")}>
          <Menu below label={l10n.t("Mode")} value={draft.mode} options={modes()} onChoose={(mode) => set({ mode })} />
        </Field>
        <Field label={l10n.t("Model")} {...modelAbout(source)}>
          {source === "home" && (
            <TextField
              value={draft.model}
              label={l10n.t("Model")}
              placeholder={l10n.t("as the session")}
              maxLength={200}
              takesFocus={false}
              onChange={(model) => set({ model })}
            />
          )}
        </Field>
        <ToolPicker tools={draft.tools} onChange={(tools) => set({ tools })} />
        <Field label={l10n.t("Prompt")} about={l10n.t("What it is told beside its task. Markdown.")}>
          <TextArea
            value={draft.prompt}
            label={l10n.t("Prompt")}
            rows={12}
            maxLength={200_000}
            onChange={(prompt) => set({ prompt })}
          />
        </Field>
      </div>
    </form>
  );
}

const title = (file: string | undefined): string =>
  file === undefined ? l10n.t("New profile in .gatehouse/agents") : l10n.t("Edit {0}", plain(file));

const modelAbout = (source: Edit["source"]) =>
  source === "home" ? {} : { about: l10n.t("As the session: a workspace's profile can't name a model.") };

function Buttons({ edit }: { edit: Edit }) {
  const view = useView();
  const isEmpty = edit.draft.name.trim() === "";
  return (
    <div class="buttons">
      <Button primary disabled={isEmpty} onPress={() => save(view, edit)}>
        {l10n.t("Save")}
      </Button>
      <Button onPress={() => cancel(view)}>{l10n.t("Cancel")}</Button>
      {isEmpty && <small>{l10n.t("It needs a name.")}</small>}
    </div>
  );
}

function save(view: View, { file, base, draft }: Edit): void {
  if (file === undefined) view.post({ kind: "newProfile", profile: draft });
  else view.post({ kind: "saveProfile", file, base, profile: draft });
}

function cancel(view: View): void {
  view.refused.value = undefined;
  view.edit.value = undefined;
}

/** Why the last try was not saved, with what is wrong where. */
function Refused() {
  const { refused } = useView();
  if (!refused.value || refused.value.problems.length === 0) return null;
  return (
    <ul class="problems" aria-label={refusalWords(refused.value.why)}>
      {refused.value.problems.map(({ line, text }) => (
        <li key={`${line} ${text}`}>
          <Icon name="warning" />
          <span>{plain(text)}</span>
        </li>
      ))}
    </ul>
  );
}

interface FieldProps {
  readonly label: string;
  readonly about?: string;
  readonly children: ComponentChildren;
}

function Field({ label, about, children }: FieldProps) {
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

function modes(): readonly MenuOption<Mode | "">[] {
  const own: MenuOption<""> = {
    value: "",
    label: l10n.t("As the session"),
    about: l10n.t("Whatever mode it is started in"),
    icon: "circle-large-outline",
  };
  return [own, ...MODES.map((mode) => ({ value: mode, ...modeWords(mode) }))];
}
