import { type Disposable, EventEmitter } from "vscode";
import { readLaws } from "../core/engine/laws";
import { readRules } from "../core/gate/rules/read";
import type { Law, Policy } from "../core/gate/statutes";
import type { Files, Root } from "../core/operations/files";
import type { Log } from "../core/operations/ports";
import { suggestNames } from "../core/results/suggest";
import { SETTINGS } from "../shared/contributions";
import type { SurfaceAnswer } from "../shared/messages/surface";
import {
  MAX_RULES,
  type PolicyList,
  type RulesView,
  type ShownLaw,
  type ShownPolicy,
} from "../shared/messages/surfaceRules";
import { isSameRule, Rule } from "../shared/rules";
import { type Explain, explanationOf } from "./explain";
import { changeRules, userRules, withoutRule, withRules } from "./ruleSaving";
import type { RuleSettings } from "./rules";

export interface RuleDeskParts {
  readonly settings: Pick<RuleSettings, "lists" | "onDidChange" | "checkFile">;
  readonly files: Files;
  readonly log: Log;
  readonly trusted: () => boolean;
  readonly policy: () => Policy | undefined;
  readonly explain: Explain;
  /** Of all tools that exist now. */
  readonly toolNames: () => readonly string[];
}

/** What the page of rules shows and does: the user's own are changed there, all else is only shown. */
export class RuleDesk implements Disposable {
  readonly #changed = new EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  readonly #heard: Disposable;
  #laws: RulesView["laws"] = "loading";
  /** Laws are read from files only once somebody looks. */
  #looked = false;
  /** Of the newest reading: an older one that ends later says nothing. */
  #reading = 0;

  constructor(private readonly parts: RuleDeskParts) {
    this.#heard = parts.settings.onDidChange(() => {
      if (this.#looked) void this.refresh();
      else this.#changed.fire();
    });
  }

  get view(): RulesView {
    const { settings, policy } = this.parts;
    const found = policy();
    const known = this.parts.toolNames();
    const rules = settings.lists.flatMap(({ source, folder, rules: list }) =>
      list.map(({ root: _, unread, ...rule }) => ({
        ...{ rule, source },
        ...(folder === undefined ? {} : { folder }),
        ...(unread ? { unread } : {}),
        ...(isUnknown(rule.tool, known) ? { unknownTool: suggestNames(rule.tool, known) } : {}),
      })),
    );
    return {
      problems: settings.lists.flatMap(({ problems }) => problems).slice(0, MAX_RULES),
      rules: rules.slice(0, MAX_RULES),
      omitted: Math.max(0, rules.length - MAX_RULES),
      laws: this.parts.trusted() ? this.#laws : [],
      policy: found ? shownPolicy(found) : null,
    };
  }

  /** Reads anew what lies in files. */
  async refresh(): Promise<void> {
    this.#looked = true;
    const reading = ++this.#reading;
    const laws = await this.#readLaws();
    if (reading !== this.#reading) return;
    this.#laws = laws;
    this.#changed.fire();
  }

  async #readLaws(): Promise<RulesView["laws"]> {
    const { files, log, trusted, settings } = this.parts;
    try {
      await settings.checkFile();
      return trusted() ? (await readLaws(files, log)).map((law) => shownLaw(law, files.roots())) : [];
    } catch (error) {
      log.error("The laws could not be read.", error);
      return "failed";
    }
  }

  async add(rule: Rule): Promise<SurfaceAnswer> {
    const { problems } = readRules([rule], { name: SETTINGS.rules, mayAllow: true });
    const refused = { type: "refused", intent: "addRule" } as const;
    if (problems.length > 0)
      return { ...refused, why: "invalid_rule", problems: problems.map(({ why }) => ({ line: 0, text: why })) };
    if (hasRule(userRules(), rule)) return { ...refused, why: "rule_exists", problems: [] };
    await changeRules((value) => withRules(value, [rule]));
    return { type: "ruleChanged", change: "added" };
  }

  async remove(rule: Rule): Promise<SurfaceAnswer> {
    if (!hasRule(userRules(), rule)) return { type: "refused", intent: "removeRule", why: "unknown", problems: [] };
    await changeRules((value) => withoutRule(value, rule));
    return { type: "ruleChanged", change: "removed" };
  }

  async explain(id: number, command: string, rule: Rule | undefined): Promise<SurfaceAnswer> {
    const analysis = await this.parts.explain(command, rule ? usable(rule) : []);
    return { type: "explained", id, explanation: explanationOf(analysis) };
  }

  dispose(): void {
    this.#heard.dispose();
    this.#changed.dispose();
  }
}

/** Tools of servers come and go. */
const isUnknown = (tool: string, known: readonly string[]): boolean =>
  tool !== "*" && !tool.startsWith("mcp_") && !known.includes(tool);

/** A half-written rule is in force nowhere. */
const usable = (rule: Rule) => readRules([rule], { name: SETTINGS.rules, mayAllow: true }).rules;

function hasRule(value: unknown, rule: Rule): boolean {
  const entries: readonly unknown[] = Array.isArray(value) ? value : [];
  return entries.some((entry) => {
    const { data } = Rule.safeParse(entry);
    return data !== undefined && isSameRule(data, rule);
  });
}

function shownLaw({ root, invariants, broken }: Law, roots: readonly Root[]): ShownLaw {
  const shown = invariants.slice(0, MAX_RULES).map((each) => ({ ...each, paths: each.paths.slice(0, 50) }));
  const folder = roots.find(({ path }) => path === root)?.name ?? root;
  return { folder, invariants: shown, ...(broken === undefined ? {} : { broken }) };
}

const LISTS: readonly PolicyList[] = ["tools", "servers", "models", "endpoints"];

function shownPolicy(policy: Policy): ShownPolicy {
  const { mode, posture, broken } = policy;
  return {
    lists: LISTS.flatMap((of) => (policy[of] ? [{ of, ...policy[of] }] : [])),
    ...(mode === undefined ? {} : { mode }),
    ...(posture === undefined ? {} : { posture }),
    ...(broken === undefined ? {} : { broken }),
  };
}
