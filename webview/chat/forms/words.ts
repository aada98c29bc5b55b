import * as l10n from "@vscode/l10n";
import type { FormRequest } from "../../../src/shared/forms";
import { visible } from "../../../src/shared/visible";

const MAIN_AGENT = "root";

/** Who asks, always named. */
export function askerWords({ from, agent }: Pick<FormRequest, "from" | "agent">): string {
  if (from.kind === "server") return l10n.t("The MCP server {0} asks", visible(from.server, ""));
  return agent === MAIN_AGENT ? l10n.t("The model asks") : l10n.t("The agent {0} asks", visible(agent, ""));
}

/** Of a form that has just appeared, for screen readers. */
export function formWords(form: FormRequest): string {
  const what = [form.title, form.message, ...form.fields.map(({ label }) => label)].filter((part) => part !== "");
  return `${askerWords(form)}: ${visible(what.join(". "))}`;
}
