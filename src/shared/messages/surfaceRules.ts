import type { CommandPart, PartOutcome } from "../commandParts";
import type { Mode, Posture } from "../modes";
import type { Rule, RuleProblem } from "../rules";

/** Bounds of what the host posts of rules and laws. */
export const MAX_RULES = 500;
export const MAX_PARTS = 1_000;
export const MAX_COMMAND = 20_000;

/** Whose list it is. Only those of `gatehouse.rules` (`user`) can be changed on the page of rules. */
export type RuleSource = "user" | "user_narrowing" | "workspace" | "folder";

/** One rule in force, and where it stands. */
export interface ShownRule {
  readonly rule: Rule;
  readonly source: RuleSource;
  /** Name of the folder whose settings it stands in. */
  readonly folder?: string;
  /** It stands in for an entry that can't be read: the stricter reading. */
  readonly unread?: true;
  /** No tool has this name now: names that are like it. A server may bring it later, so the rule is none the worse. */
  readonly unknownTool?: readonly string[];
}

/** A repository's law. `broken`: it can't be read, so nothing below its root may be written. */
export interface ShownLaw {
  readonly folder: string;
  readonly invariants: readonly {
    readonly id: string;
    readonly paths: readonly string[];
    readonly action: "ask" | "block";
    readonly why: string;
  }[];
  readonly broken?: string;
}

export type PolicyList = "tools" | "servers" | "models" | "endpoints";

/** What the administrator of this machine permits at most. */
export interface ShownPolicy {
  readonly mode?: Mode;
  readonly posture?: Posture;
  readonly lists: readonly {
    readonly of: PolicyList;
    readonly allow?: readonly string[];
    readonly deny?: readonly string[];
  }[];
  readonly broken?: string;
}

/** All that decides beside the gate's own tables. */
export interface RulesView {
  readonly problems: readonly RuleProblem[];
  readonly rules: readonly ShownRule[];
  readonly omitted: number;
  /** Files are read when somebody looks. */
  readonly laws: readonly ShownLaw[] | "loading" | "failed";
  readonly policy: ShownPolicy | null;
}

/** Who or what would answer. */
export type Answerer = "allow" | "ask" | "guardian" | "deny";

/** What would happen to a command. */
export type Explanation =
  | {
      readonly state: "known";
      readonly outcome: PartOutcome;
      readonly parts: readonly CommandPart[];
      readonly omitted: number;
      readonly postures: Readonly<Record<Posture, Answerer>>;
    }
  /** The parser could not be loaded: each command asks. */
  | { readonly state: "unknown" };
