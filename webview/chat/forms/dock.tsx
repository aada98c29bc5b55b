import * as l10n from "@vscode/l10n";
import { useView } from "../view";
import { FormView } from "./card";

/** The oldest form that waits, above the composer; the next one comes when it is settled. */
export function FormDock() {
  const forms = useView().store.forms.value;
  const [form] = forms;
  if (!form) return null;
  return (
    <section class="dock form-dock" aria-label={l10n.t("Questions for you")}>
      {forms.length > 1 && <p class="pager">{l10n.t("{0} more after this one", forms.length - 1)}</p>}
      {/* Keyed: another form must never inherit what was typed into this one. */}
      <FormView key={form.id} form={form} />
    </section>
  );
}
