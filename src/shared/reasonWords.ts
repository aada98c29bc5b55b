import type { Layer, Reason } from "./reasons";
import { type Words, words } from "./words";

/** One sentence for one code, the same on cards, in the audit log and in notices. */
export const REASON_WORDS: Readonly<Record<Reason, Words>> = {
  unknown_tool: words("There is no tool of this name."),
  invalid_arguments: words("The arguments do not fit the tool."),
  plan_mode: words("Plan mode only reads."),
  untrusted_workspace: words("This workspace is not trusted, so only reading tools run."),
  tool_disabled: words("This tool is switched off."),
  missing_port: words("This tool needs something that is not available here."),
  not_built_yet: words("This is not built yet."),
  hard_floor: words("This is never allowed, in any posture."),
  read_in_workspace: words("Reading in the workspace is allowed."),
  own_state: words("It only changes the session's own state."),
  workspace_edit: words("Edits in the workspace ask first."),
  workspace_edit_allowed: words("Edits in the workspace are allowed by a setting."),
  outside_workspace: words("It reaches outside the workspace."),
  sensitive_write: words("It would change a file that can run code or holds settings or secrets."),
  sensitive_read: words("It would read a file that may hold secrets."),
  ignored_path: words("The file is closed to the agent by .gatehouseignore."),
  dangling_link: words("The path is a link that leads nowhere."),
  path_form: words("The path is written in a form that is not accepted."),
  shell_unanalysed: words("Commands are not analysed yet, so each one asks."),
  network: words("It would use the network."),
  unknown_capability: words("It is not known what this tool can do."),
  user_rule: words("One of your rules decides this."),
  repository_law: words("The repository's law decides this."),
  managed_policy: words("Your organisation's policy decides this."),
  hook: words("A hook decided this."),
  session_approval: words("You allowed this for the session."),
};

/** Which stage decided, as a short phrase. */
export const LAYER_WORDS: Readonly<Record<Layer, Words>> = {
  name: words("tool name"),
  mode: words("mode"),
  resolver: words("tool governance"),
  prepare: words("preparation"),
  hooks: words("hooks"),
  floor: words("hard floor"),
  paths: words("paths"),
  tier: words("the tool's own tier"),
  rules: words("your rules"),
  law: words("repository law"),
  policy: words("managed policy"),
  posture: words("posture"),
  approval: words("your answer"),
};
