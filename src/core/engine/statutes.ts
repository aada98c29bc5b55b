import type { Rule } from "../../shared/rules";
import type { Law, PlacedRule } from "../gate/statutes";
import { isOne, lawsTighten, rulesTighten, type Statutes, tightens, together } from "../gate/tightens";

/** What a change of rules or laws came to. */
export interface Change {
  /** Something is stricter than before: what was decided is to be decided again. */
  readonly tightened: boolean;
  /** What of it waits for a person's yes. */
  readonly waits: { readonly rules: boolean; readonly laws: boolean };
}

/**
 * The rules and laws of one session. In force are those of its start; of a later change only what
 * tightens, until a person wants the whole.
 */
export class SessionStatutes {
  #force: Statutes | undefined;
  #newest: Statutes = { rules: [], laws: [] };

  get rules(): readonly PlacedRule[] {
    return this.#force?.rules ?? [];
  }

  get laws(): readonly Law[] {
    return this.#force?.laws ?? [];
  }

  /** As settings and files are now. The first ones are the session's own. */
  offer(now: Statutes): Change {
    const before = this.#force ?? now;
    this.#newest = { rules: now.rules, laws: readable(now.laws, before.laws) };
    const next = tightens(before, this.#newest) ? this.#newest : together(before, this.#newest);
    const tightened = !tightens(next, before) || isNewlyBroken(next, before);
    this.#force = next;
    return { tightened, waits: this.#waits(next) };
  }

  /** A person wants all as it is now. */
  confirm(): void {
    this.#force = this.#newest;
  }

  /** Rules that a person lets be saved hold from now on, before the settings say so. */
  add(rules: readonly Rule[]): void {
    const more = (held: readonly PlacedRule[]) => [...held, ...rules.filter((rule) => !has(held, rule))];
    this.#newest = { ...this.#newest, rules: more(this.#newest.rules) };
    this.#force = { laws: this.laws, rules: more(this.rules) };
  }

  #waits(force: Statutes): Change["waits"] {
    return {
      rules: !rulesTighten(force.rules, this.#newest.rules),
      laws: !lawsTighten(force.laws, this.#newest.laws),
    };
  }
}

const has = (held: readonly PlacedRule[], rule: PlacedRule): boolean => held.some((other) => isOne(other, rule));

/** Behind a law that can't be read stands the one that was read last: mended, it is compared with that. */
function readable(now: readonly Law[], before: readonly Law[]): readonly Law[] {
  return now.map((law) => {
    const last = before.find(({ root }) => root === law.root);
    return law.broken === undefined || !last ? law : { ...law, invariants: last.invariants };
  });
}

function isNewlyBroken(now: Statutes, before: Statutes): boolean {
  const wasBroken = (root: string) => before.laws.some((law) => law.root === root && law.broken !== undefined);
  const unread = now.rules.filter((rule) => rule.unread && !has(before.rules, rule));
  return unread.length > 0 || now.laws.some(({ root, broken }) => broken !== undefined && !wasBroken(root));
}
