import * as l10n from "@vscode/l10n";
import { useEffect, useRef, useState } from "preact/hooks";
import type { FormRequest } from "../../../src/shared/forms";
import { visible } from "../../../src/shared/visible";
import { Button } from "../../ui/button";
import { commandEnterLabel, handled, isCommandEnter, isComposing } from "../../ui/keys";
import { useTimeLeft } from "../approvals/facts";
import { useLeaving } from "../approvals/safeEntry";
import { takeWish, useView } from "../view";
import { Field } from "./field";
import { type Entry, entryOf, fill, hostOf, type Problem } from "./values";
import { askerWords } from "./words";

/**
 * One form. It never takes the focus by itself, and nothing but its two buttons and Ctrl+Enter inside it
 * answers: no Enter, no Escape, and nothing that is typed elsewhere.
 */
export function FormView({ form }: { form: FormRequest }) {
  const { post } = useView();
  const element = useRef<HTMLElement>(null);
  const { entries, change } = useEntries(form);
  const [problems, setProblems] = useState<ReadonlyMap<string, Problem>>(new Map());
  useLeaving(element);
  useWanted(element);

  const isNoPage = form.url !== undefined && hostOf(form.url) === undefined;
  const submit = () => {
    if (isNoPage) return;
    const filled = fill(form, entries);
    setProblems(filled.problems);
    const [first] = filled.problems.keys();
    if (first === undefined) post({ kind: "answerForm", formId: form.id, action: "accept", values: filled.values });
    else focusField(element.current, first);
  };
  const decline = () => post({ kind: "answerForm", formId: form.id, action: "decline", values: {} });
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event) || !isCommandEnter(event)) return;
    handled(event);
    if (!event.repeat) submit();
  };
  return (
    <section ref={element} class="form card" aria-labelledby={`form-${form.id}`} onKeyDown={onKeyDown}>
      <Heading form={form} />
      <div class="form-body">
        {form.message !== "" && <p class="form-message">{visible(form.message)}</p>}
        {form.url !== undefined && <Page url={form.url} />}
        {form.fields.map((field, index) => (
          <Field
            key={field.id}
            id={`form-${form.id}-${index}`}
            field={field}
            entry={entries.get(field.id) ?? entryOf(field)}
            problem={problems.get(field.id)}
            roomy={form.from.kind === "model"}
            onChange={(part) => change(field.id, part)}
          />
        ))}
      </div>
      <Answers form={form} disabled={isNoPage} onSubmit={submit} onDecline={decline} />
    </section>
  );
}

function useEntries({ fields }: FormRequest) {
  const [entries, setEntries] = useState<ReadonlyMap<string, Entry>>(
    () => new Map(fields.map((field) => [field.id, entryOf(field)])),
  );
  const change = (id: string, part: Partial<Entry>) =>
    setEntries((before) => {
      const entry = before.get(id);
      return entry ? new Map(before).set(id, { ...entry, ...part }) : before;
    });
  return { entries, change };
}

/** Whoever wants to get to what waits gets here when nothing is to be approved. */
function useWanted(element: { readonly current: HTMLElement | null }): void {
  const view = useView();
  const wanted = view.wanted.value;
  const isFirst = view.store.approvals.value.length === 0;
  useEffect(() => {
    if (wanted?.target !== "approval" || !isFirst || !takeWish(view, wanted)) return;
    element.current?.querySelector<HTMLElement>(`.form-body :is(${CONTROLS}), .buttons vscode-button`)?.focus();
  }, [wanted, isFirst]);
}

const CONTROLS = "vscode-radio[tabindex='0'], vscode-checkbox, vscode-text-field, vscode-text-area";

function focusField(card: HTMLElement | null, id: string): void {
  const field = [...(card?.querySelectorAll<HTMLElement>(".form-field") ?? [])].find(
    ({ dataset }) => dataset["field"] === id,
  );
  field?.querySelector<HTMLElement>(CONTROLS)?.focus();
}

function Heading({ form }: { form: FormRequest }) {
  const left = useTimeLeft(form.expiresAt);
  return (
    <h3 id={`form-${form.id}`}>
      {askerWords(form)}
      {form.title !== "" && <span class="form-title">{visible(form.title, "")}</span>}
      {left && <small class="expiry">{l10n.t("closes in {0}", left)}</small>}
    </h3>
  );
}

/** The host is what tells one page from another; the rest of an address may say anything. */
function Page({ url }: { url: string }) {
  const host = hostOf(url);
  return (
    <div class="form-page">
      {host === undefined ? (
        <p class="form-problem">{l10n.t("This is no page of the web: it can't be opened.")}</p>
      ) : (
        <p>
          {l10n.t("It wants to open a page of")} <code class="form-host">{visible(host, "")}</code>
        </p>
      )}
      <pre>{visible(url, "")}</pre>
    </div>
  );
}

interface AnswersProps {
  readonly form: FormRequest;
  readonly disabled: boolean;
  readonly onSubmit: () => void;
  readonly onDecline: () => void;
}

function Answers({ form, disabled, onSubmit, onDecline }: AnswersProps) {
  // The second click of a double click may land on the next form's button: it answers nothing.
  const once = (act: () => void) => (event: MouseEvent) => event.detail < 2 && act();
  return (
    <div class="buttons">
      <Button primary disabled={disabled} keys={commandEnterLabel()} onPress={once(onSubmit)}>
        {form.url === undefined ? l10n.t("Submit") : l10n.t("Open the page")}
      </Button>
      <Button onPress={once(onDecline)}>{l10n.t("Decline")}</Button>
    </div>
  );
}
