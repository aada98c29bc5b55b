import { ConfigurationTarget, l10n, window, workspace } from "vscode";
import type { Log } from "../core/operations/ports";
import { SETTINGS } from "../shared/contributions";
import { isSameRule, Rule } from "../shared/rules";

const SECTION = "gatehouse";

/** The settings files are the process's own: two changes at once must not overwrite each other. */
let writing: Promise<unknown> = Promise.resolve();

/** Puts rules behind those that stand in the user's settings; what can't be read there stays as it is. */
export function saveRules(rules: readonly Rule[], log: Log): Promise<void> {
  return changeRules((found) => withRules(found, rules)).catch((error: unknown) => {
    log.error("A rule could not be saved.", error);
    void window.showErrorMessage(
      l10n.t("The rule could not be saved in your settings. It holds in this session alone; the log says why."),
    );
  });
}

/** Writes the user's list of rules anew. `change` gives nothing where what stands there is no list. */
export function changeRules(change: (value: unknown) => unknown[] | undefined): Promise<void> {
  const write = async () => {
    const next = change(userRules());
    if (!next) throw new Error(`gatehouse.${SETTINGS.rules} is no list of rules.`);
    await workspace.getConfiguration(SECTION).update(SETTINGS.rules, next, ConfigurationTarget.Global);
  };
  const done = writing.then(write);
  writing = done.catch(() => undefined);
  return done;
}

/** As it is written. */
export const userRules = (): unknown =>
  workspace.getConfiguration(SECTION).inspect<unknown>(SETTINGS.rules)?.globalValue;

/** The whole value without a rule, wherever it stands in it. */
export function withoutRule(value: unknown, rule: Rule): unknown[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.filter((entry: unknown) => {
    const { data } = Rule.safeParse(entry);
    return !data || !isSameRule(data, rule);
  });
}

/** The whole value with them in it, each once; nothing where the value is no list. */
export function withRules(value: unknown, rules: readonly Rule[]): unknown[] | undefined {
  if (value !== undefined && value !== null && !Array.isArray(value)) return undefined;
  const before: readonly unknown[] = value ?? [];
  const known = before.flatMap((entry) => Rule.safeParse(entry).data ?? []);
  return [...before, ...rules.filter((rule) => !known.some((other) => isSameRule(other, rule)))];
}
