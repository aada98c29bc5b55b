export type PartOutcome = "auto" | "ask" | "deny";

/** Why one part has its outcome. Codes: views have the words. */
export type Why =
  | "floor"
  | "deny_rule"
  | "always_ask"
  | "ask_rule"
  | "allow_rule"
  | "read_only"
  | "safe_assignment"
  | "harmless_test"
  | "not_listed"
  | "option_not_listed"
  | "hazard_option"
  | "unresolved_program"
  | "unresolved_argument"
  | "pattern_argument"
  | "left_workspace"
  | "unsafe_variable"
  | "assignment"
  | "construct"
  | "loop_variable"
  | "unsafe_test"
  | "history"
  | "expansion"
  | "hidden_substitution"
  | "writes"
  | "redirect_target"
  | "unparsed"
  | "too_long"
  | "control_character"
  | "hidden_character"
  | "empty";

/** What was found: a simple command, a redirection, or a place that cannot be judged. */
export interface CommandPart {
  /** As it stands in the command. */
  readonly text: string;
  readonly outcome: PartOutcome;
  readonly why: Why;
  /** The rule that decided, as the user wrote it. */
  readonly rule?: string;
}
