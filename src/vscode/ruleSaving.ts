import { ConfigurationTarget, l10n, window, workspace } from "vscode";
import type { Log } from "../core/operations/ports";
import { SETTINGS } from "../shared/contributions";
import { isSameRule, Rule } from "../shared/rules";

const SECTION = "gatehouse";

/** The settings files are the process's own: two changes at once must not overwrite each other. */
let writing: Promise<unknown> = Promise.resolve();

/** Puts rules behind those that stand in the user's settings; what can't be read there stays as it is. */
export function saveRules(rules: readonly Rule[], log: Log): Promise<void> {
  const write = async () => {
    const found = workspace.getConfiguration(SECTION).inspect<unknown>(SETTINGS.rules)?.globalValue;
    const next = withRules(found, rules);
    if (!next) throw new Error(`gatehouse.${SETTINGS.rules} is no list of rules.`);
    await workspace.getConfiguration(SECTION).update(SETTINGS.rules, next, ConfigurationTarget.Global);
  };
  const done = writing.then(write).catch((error: unknown) => {
    log.error("A rule could not be saved.", error);
    void window.showErrorMessage(
      l10n.t("The rule could not be saved in your settings. It holds in this session alone; the log says why."),
    );
  });
  writing = done;
  return done;
}

/** The whole value with them in it, each once; nothing where the value is no list. */
export function withRules(value: unknown, rules: readonly Rule[]): unknown[] | undefined {
  if (value !== undefined && value !== null && !Array.isArray(value)) return undefined;
  const before: readonly unknown[] = value ?? [];
  const known = before.flatMap((entry) => Rule.safeParse(entry).data ?? []);
  return [...before, ...rules.filter((rule) => !known.some((other) => isSameRule(other, rule)))];
}
