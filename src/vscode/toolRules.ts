import { ConfigurationTarget, workspace } from "vscode";
import { readToolRules, UNGOVERNED } from "../core/surface/governance";
import { SETTINGS } from "../shared/contributions";
import { type RuleScope, type Switches, type SwitchLock, type SwitchLocks, ToolWish } from "../shared/messages/surface";
import type { ToolRow } from "../shared/surface";

/** `gatehouse.tools.rules` of one scope, as governance reads it: a broken rule switches off. */
export interface ScopeRules {
  readonly scope: RuleScope;
  readonly rules: Readonly<Record<string, ToolWish>>;
}

const SECTION = "gatehouse";

/** The settings files are the process's own: two changes at once must not overwrite each other. */
let writing: Promise<unknown> = Promise.resolve();

/** Writes what a person wants of one tool into the settings of a scope; what else stands there stays. */
export function setToolRule(name: string, wish: ToolWish, scope: RuleScope): Promise<void> {
  const write = async () => {
    const rules = withRule(rulesIn(scope), name, wish);
    const target = scope === "user" ? ConfigurationTarget.Global : ConfigurationTarget.Workspace;
    await workspace.getConfiguration(SECTION).update(SETTINGS.toolRules, rules, target);
  };
  const done = writing.then(write);
  writing = done.catch(() => undefined);
  return done;
}

/** The scopes that a person can write to here, each with its rules. An untrusted workspace's are not read. */
export function scopeRules({ trusted, hasFolder }: { trusted: boolean; hasFolder: boolean }): readonly ScopeRules[] {
  const scopes: readonly RuleScope[] = trusted && hasFolder ? ["user", "workspace"] : ["user"];
  return scopes.map((scope) => ({ scope, rules: readToolRules(rulesIn(scope) ?? {}).rules }));
}

/** What each switch of a row can't do in which scope: only the scope that switched a tool off gives it back. */
export function locksOf(row: ToolRow, scopes: readonly ScopeRules[]): SwitchLocks | undefined {
  const locks = scopes.flatMap(({ scope }) => {
    const entries = (["enabled", "subagentAllowed"] as const).flatMap((key) => {
      const lock = lockOf(row, key, scope, scopes);
      return lock ? [[key, lock] as const] : [];
    });
    return entries.length > 0 ? [[scope, Object.fromEntries(entries)] as const] : [];
  });
  return locks.length > 0 ? Object.fromEntries(locks) : undefined;
}

function lockOf(row: ToolRow, key: Switches, scope: RuleScope, all: readonly ScopeRules[]): SwitchLock | undefined {
  if (key === "enabled" && row.core) return "core";
  if (row[key]) return undefined;
  const off = all.filter(({ rules }) => Object.hasOwn(rules, row.name) && rules[row.name]?.[key] === false);
  if (off.some((each) => each.scope === scope)) return undefined;
  return off[0]?.scope ?? "elsewhere";
}

/**
 * The whole value with one rule changed. A rule that says nothing any more goes, and so does an empty
 * value; one that could not be read gives way to what a person says now.
 */
export function withRule(value: unknown, name: string, wish: ToolWish): Record<string, unknown> | undefined {
  const before = new Map(Object.entries(recordOf(value)));
  const old = ToolWish.safeParse(before.get(name));
  const rule = Object.entries({ ...old.data, ...wish }).filter(([key, said]) => !isDefault(key, said));
  if (rule.length > 0) before.set(name, Object.fromEntries(rule));
  else before.delete(name);
  return before.size > 0 ? Object.fromEntries(before) : undefined;
}

const DEFAULTS: Readonly<Record<string, unknown>> = { ...UNGOVERNED };

const isDefault = (key: string, said: unknown): boolean => said === undefined || DEFAULTS[key] === said;

function rulesIn(scope: RuleScope): unknown {
  const found = workspace.getConfiguration(SECTION).inspect(SETTINGS.toolRules);
  return scope === "user" ? found?.globalValue : found?.workspaceValue;
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  const isRecord = typeof value === "object" && value !== null && !Array.isArray(value);
  return isRecord ? (value as Record<string, unknown>) : {};
}
