import type { PartOutcome, Why } from "./commandParts";
import { type Words, words } from "./words";

/** What becomes of one part of a command, as a short phrase. */
export const OUTCOME_WORDS: Readonly<Record<PartOutcome, Words>> = {
  auto: words("Runs without asking"),
  ask: words("Asks"),
  deny: words("Refused"),
};

/** Why, in one sentence; the same on cards and on the page of rules. */
export const WHY_WORDS: Readonly<Record<Why, Words>> = {
  floor: words("This is never allowed, in any posture."),
  deny_rule: words("One of your rules refuses it."),
  always_ask: words("No rule can allow commands of this kind."),
  ask_rule: words("One of your rules asks for it."),
  allow_rule: words("One of your rules allows it."),
  read_only: words("It only reads."),
  safe_assignment: words("It only sets a variable."),
  harmless_test: words("It only tests a condition."),
  not_listed: words("It is not known to only read, and no rule allows it."),
  option_not_listed: words("Given like this it is not known to only read."),
  hazard_option: words("One of its options does more than your rule for it means."),
  unresolved_program: words("Which program it starts is known only when it runs."),
  unresolved_argument: words("One of its arguments is known only when it runs."),
  pattern_argument: words("A file's name could stand here as an option."),
  left_workspace: words("A cd before it may have led out of the workspace."),
  unsafe_variable: words("It runs with a variable that can change what the program does."),
  assignment: words("It sets a variable that can change what later commands do."),
  construct: words("This form of the shell's language is not judged."),
  loop_variable: words("Its loop sets a variable that can change what later commands do."),
  unsafe_test: words("This test can do more than compare."),
  history: words("It calls up an earlier command."),
  expansion: words("What the shell puts in here is known only when it runs."),
  hidden_substitution: words("Another command stands inside of this text."),
  writes: words("It writes to a file."),
  redirect_target: words("Where it reads from or writes to is the network, or not known."),
  unparsed: words("This can't be read for sure."),
  too_long: words("The command is too long to be judged."),
  control_character: words("It holds a control character."),
  hidden_character: words("It holds a character that can't be seen."),
  empty: words("No command was found in it."),
};
