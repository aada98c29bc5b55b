import * as l10n from "@vscode/l10n";
import type { ApprovalCard } from "../../src/shared/messages/chat";
import { visible } from "../../src/shared/visible";
import type { Words } from "../../src/shared/words";

/** A text of the core in the person's language. What fills its places is data: shown plain. */
export function worded({ text, args = [] }: Words): string {
  return visible(l10n.t(text, ...args)).trim();
}

/** What a call is about, on one line: data, or a text of the core around data. */
export function subjectLine({ subject, subjectWords: said }: { subject: string; subjectWords?: Words }): string {
  return visible(said ? l10n.t(said.text, ...(said.args ?? [])) : subject, "");
}

/** "3 ms", "0.4 s", "41 s", "2 min 5 s". */
export function duration(ms: number): string {
  if (ms < 100) return l10n.t("{0} ms", Math.max(0, Math.round(ms)));
  if (ms < 10_000) return l10n.t("{0} s", (ms / 1000).toFixed(1));
  return seconds(Math.round(ms / 1000));
}

/** Whole seconds, for what ticks. */
export function seconds(total: number): string {
  if (total < 60) return l10n.t("{0} s", total);
  const minutes = Math.floor(total / 60);
  const rest = total % 60;
  return rest === 0 ? l10n.t("{0} min", minutes) : l10n.t("{0} min {1} s", minutes, rest);
}

/** "980", "14.2 k", "1.3 M". */
export function count(value: number): string {
  if (value < 1000) return String(Math.round(value));
  if (value < 1_000_000) return l10n.t("{0} k", round(value / 1000));
  return l10n.t("{0} M", round(value / 1_000_000));
}

export function bytes(value: number): string {
  if (value < 1024) return l10n.t("{0} B", value);
  if (value < 1024 * 1024) return l10n.t("{0} kB", round(value / 1024));
  return l10n.t("{0} MB", round(value / 1024 / 1024));
}

export const percent = (share: number): string => l10n.t("{0} %", Math.round(share * 100));

export const lineChange = (added: number, removed: number): string => l10n.t("{0} added, {1} removed", added, removed);

const round = (value: number): string => (value < 100 ? value.toFixed(1).replace(/\.0$/, "") : value.toFixed(0));

/** What a program asks for is told apart from what the model asks for itself. */
export function titleWords({ program, tool, title }: Pick<ApprovalCard, "program" | "tool" | "title">): string {
  return program === undefined ? l10n.t(title) : l10n.t("execute_tools program call: {0}", visible(tool, ""));
}
