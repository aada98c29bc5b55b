import type { Mode, Posture } from "../../shared/modes";
import type { Rule, RuleProblem } from "../../shared/rules";

/** A rule with the root whose settings it stands in; none: it is the user's, or the whole workspace's. */
export interface PlacedRule extends Rule {
  /** `Root.path`. */
  readonly root?: string;
  /** What stands there could not be read: it stands in for that, until it can. */
  readonly unread?: true;
}

export interface RuleBook {
  readonly rules: readonly PlacedRule[];
  readonly problems: readonly RuleProblem[];
}

export const NO_RULES: RuleBook = { rules: [], problems: [] };

/** What a repository wants of changes to some of its files. */
export interface Invariant {
  readonly id: string;
  readonly paths: readonly string[];
  readonly action: "ask" | "block";
  readonly why: string;
}

/** `.gatehouse/law.json` of one root. */
export interface Law {
  /** `Root.path`. */
  readonly root: string;
  readonly invariants: readonly Invariant[];
  /** It can't be read as it is now, and this is why: nothing below its root may be written until it is mended. */
  readonly broken?: string;
}

/** Below a root. */
export const LAW_FILE = ".gatehouse/law.json";

/** One whose file can't be read, at all or from `line` on. */
export function brokenLaw(root: string, why: string, line?: number): Law {
  return { root, invariants: [], broken: `${line === undefined ? LAW_FILE : `${LAW_FILE}:${line}`}: ${why}` };
}

/** What a managed list permits: all but `deny`; with `allow` only what that names. A `*` at the end stands for any rest. */
export interface NameList {
  readonly allow?: readonly string[];
  readonly deny?: readonly string[];
}

/** What the administrator of this machine permits at most. It never allows anything by itself. */
export interface Policy {
  /** The widest that may be chosen. Work and Operate have the same authority. */
  readonly mode?: Mode;
  readonly posture?: Posture;
  readonly tools?: NameList;
  readonly servers?: NameList;
  /** By the name that the endpoint knows. */
  readonly models?: NameList;
  /** By the beginning of their address. */
  readonly endpoints?: NameList;
  /** It can't be used, and this is why: nothing is permitted until it is mended. */
  readonly broken?: string;
}
