import * as l10n from "@vscode/l10n";
import type { FormField } from "../../../src/shared/forms";
import { visible } from "../../../src/shared/visible";
import { Checkbox, RadioGroup } from "../../ui/choices";
import { TextArea } from "../../ui/textArea";
import { TextField } from "../../ui/textField";
import { type Entry, MAX_ANSWER, type Problem } from "./values";

interface FieldProps {
  /** Unique on the page. */
  readonly id: string;
  readonly field: FormField;
  readonly entry: Entry;
  readonly problem: Problem | undefined;
  /** Long answers are to be expected: the model asked, not a program. */
  readonly roomy: boolean;
  readonly onChange: (change: Partial<Entry>) => void;
}

/** One question with its control and what is the matter with the answer. All of its words are foreign: drawn plain. */
export function Field(props: FieldProps) {
  const { id, field, problem } = props;
  return (
    <fieldset class="form-field" aria-labelledby={`${id}-label`} data-field={field.id}>
      <p class="form-label" id={`${id}-label`}>
        {visible(field.label)}
        {field.required && <Required />}
      </p>
      {field.help && (
        <p class="form-help" id={`${id}-help`}>
          {visible(field.help)}
        </p>
      )}
      <Control {...props} describedBy={field.help ? `${id}-help` : undefined} />
      {problem && (
        <p class="form-problem" role="alert">
          {problemWords(problem)}
        </p>
      )}
    </fieldset>
  );
}

function Required() {
  return (
    <>
      <span class="form-required" aria-hidden="true" title={l10n.t("required")}>
        {" *"}
      </span>
      <span class="spoken">{l10n.t("required")}</span>
    </>
  );
}

function Control(props: FieldProps & { describedBy: string | undefined }) {
  const { field, entry, onChange, describedBy } = props;
  switch (field.kind) {
    case "boolean":
      return (
        <Checkbox checked={entry.on} describedBy={describedBy} onChange={(on) => onChange({ on })}>
          {l10n.t("Yes")}
        </Checkbox>
      );
    case "single":
      return <Single {...props} />;
    case "multiple":
      return <Multiple {...props} />;
    default:
      return <Words {...props} />;
  }
}

/** Radio buttons are told apart by their place: what an option means is the asker's, and may be anything. */
function Single(props: FieldProps & { describedBy: string | undefined }) {
  const { id, field, entry, onChange, describedBy } = props;
  const options = field.options ?? [];
  const place = options.findIndex(({ value }) => value === entry.chosen[0]);
  const choose = (value: string) => {
    const option = options[Number(value)];
    onChange(option ? { chosen: [option.value], own: false } : { chosen: [], own: true });
  };
  return (
    <>
      <RadioGroup
        labelledBy={`${id}-label`}
        describedBy={describedBy}
        value={entry.own ? OWN : place < 0 ? undefined : String(place)}
        options={[
          ...options.map((option, index) => ({ value: String(index), words: <OptionWords {...option} /> })),
          ...(field.other ? [{ value: OWN, words: ownWords() }] : []),
        ]}
        onChange={choose}
      />
      {entry.own && <OwnWords {...props} />}
    </>
  );
}

const OWN = "own";

function Multiple(props: FieldProps & { describedBy: string | undefined }) {
  const { field, entry, onChange, describedBy } = props;
  const options = field.options ?? [];
  const choose = (value: string, on: boolean) => {
    const chosen = options
      .map((option) => option.value)
      .filter((each) => (each === value ? on : entry.chosen.includes(each)));
    onChange({ chosen });
  };
  return (
    <div class="form-choices">
      {options.map((option) => (
        <Checkbox
          key={option.value}
          checked={entry.chosen.includes(option.value)}
          describedBy={describedBy}
          onChange={(on) => choose(option.value, on)}
        >
          <OptionWords {...option} />
        </Checkbox>
      ))}
      {field.other && (
        <Checkbox checked={entry.own} onChange={(own) => onChange({ own })}>
          {ownWords()}
        </Checkbox>
      )}
      {entry.own && <OwnWords {...props} />}
    </div>
  );
}

const ownWords = (): string => l10n.t("In my own words");

function OptionWords({ label, help }: { label: string; help?: string }) {
  return (
    <span class="form-option">
      {visible(label)}
      {help && <small>{` ${visible(help)}`}</small>}
    </span>
  );
}

/** A person has just asked for it, so it takes the focus, but for a choice that the arrow keys only passed. */
function OwnWords({ field, entry, onChange }: FieldProps) {
  return (
    <TextField
      class="form-own"
      label={`${visible(field.label, "")}: ${ownWords()}`}
      value={entry.text}
      maxLength={MAX_ANSWER}
      takesFocus={false}
      onChange={(text) => onChange({ text })}
    />
  );
}

function Words({ field, entry, roomy, onChange }: FieldProps) {
  const common = {
    label: visible(field.label, "") + (field.required ? `, ${l10n.t("required")}` : ""),
    value: entry.text,
    maxLength: MAX_ANSWER,
    onChange: (text: string) => onChange({ text }),
  };
  if (field.kind === "text" && roomy) return <TextArea {...common} rows={2} />;
  return <TextField {...common} takesFocus={false} />;
}

function problemWords(problem: Problem): string {
  switch (problem) {
    case "missing":
      return l10n.t("An answer is needed here.");
    case "not_a_number":
      return l10n.t("This must be a number.");
    case "not_whole":
      return l10n.t("This must be a whole number.");
    default:
      return problem satisfies never;
  }
}
