import { isAlwaysAsked } from "./alwaysAsk";
import type { Part, ShellName, Why } from "./analysis";
import type { Command } from "./command";
import { isFloor } from "./floor";
import { problemOfArguments, uncovered } from "./hazards";
import { type CompiledRules, type Hit, hits, allows as matches, type Rule } from "./rules";
import type { Views } from "./views";
import type { Word } from "./word";

/** What is known about the place where a command stands. */
export interface Place {
  readonly shell: ShellName;
  readonly rules: CompiledRules;
  /** A `cd` came before. */
  readonly moved: boolean;
  /** One that leads nobody knows where, or out of the workspace: allow rules do not count. */
  readonly away: boolean;
  /** Some word of the line makes a query that throws data away. */
  readonly losesData: (words: readonly Word[]) => boolean;
  /** All that a payload is found guilty of: what no allow rule of the outer command may hide. */
  readonly payload: (text: string) => Part | undefined;
  /** Whether the list of reading programs covers it. */
  readonly readOnly: () => Why;
  /** Of one view of a command; those of bash where absent. */
  readonly isFloor?: (words: readonly Word[]) => boolean;
  readonly isAlwaysAsked?: (words: readonly Word[]) => boolean;
}

/** The outcome of one simple command: floor, deny rule, always-ask list, ask rule, then what allows it. */
export function judgeCommand(command: Command, views: Views, place: Place): Part {
  const { text } = command;
  const hidden = views.payloads.map(place.payload).filter((part) => part !== undefined);
  const denied = hidden.find(({ outcome }) => outcome === "deny");
  if (views.commands.some(place.isFloor ?? isFloor)) return { text, outcome: "deny", why: "floor" };
  const deny = strictestHit(place.rules.deny, command, views);
  if (deny.yes) return { text, outcome: "deny", why: "deny_rule", rule: deny.yes.source };
  if (denied) return { ...denied, text };
  if (views.commands.some(place.isAlwaysAsked ?? isAlwaysAsked) || views.commands.some(place.losesData)) {
    return { text, outcome: "ask", why: "always_ask" };
  }
  const ask = strictestHit(place.rules.ask, command, views);
  const rule = ask.yes ?? deny.maybe ?? ask.maybe;
  if (rule) return { text, outcome: "ask", why: "ask_rule", rule: rule.source };
  const asked = hidden[0];
  if (asked) return { ...asked, text };
  const problem = problemOf(command, views);
  return problem ? { text, outcome: "ask", why: problem } : allowed(command, place);
}

/** Words that ask by themselves, whoever allows the command. */
function problemOf({ words, assignments }: Command, { tooDeep }: Views): Why | undefined {
  const [program] = words;
  if (!program?.resolved || program.pattern || program.value === "") return "unresolved_program";
  const word = words.find(({ problem }) => problem) ?? assignments.find(({ value }) => value?.problem)?.value;
  return word?.problem ?? (tooDeep ? "unparsed" : undefined);
}

function allowed({ text, words, assignments }: Command, place: Place): Part {
  const { shell, rules, moved, away } = place;
  const readOnly = place.readOnly();
  if (readOnly === "read_only" || readOnly === "harmless_test") return { text, outcome: "auto", why: readOnly };
  if (away && rules.allow.length > 0) return { text, outcome: "ask", why: readOnly };
  let why: Why = readOnly;
  for (const rule of rules.allow) {
    if (!matches(rule, { words, assignments, moved, shell })) continue;
    const not = problemOfArguments(words) ?? uncovered(rule, words);
    if (!not) return { text, outcome: "auto", why: "allow_rule", rule: rule.source };
    why = not;
  }
  return { text, outcome: "ask", why };
}

interface Strictest {
  readonly yes?: Rule;
  readonly maybe?: Rule;
}

function strictestHit(rules: readonly Rule[], { words, assignments }: Command, { commands }: Views): Strictest {
  let maybe: Rule | undefined;
  for (const rule of rules) {
    for (const view of commands) {
      const hit: Hit = hits(rule, view, view === words ? assignments : []);
      if (hit === "yes") return { yes: rule };
      if (hit === "maybe") maybe ??= rule;
    }
  }
  return maybe ? { maybe } : {};
}
