import type { Reason } from "../../shared/reasons";
import type { Review } from "../../shared/review";
import type { Settled } from "../gate/audit";
import type { Verdict } from "../gate/verdict";
import { ToolError } from "../operations/failure";

/** A refusal as the model gets it: who refused, why, and what to do instead. */
export function refusal(settled: Settled): ToolError {
  const { by, verdict, note, review } = settled;
  switch (by) {
    case "user":
      return new ToolError(
        "denied",
        note ? `The user refused this call and says: ${note}` : "The user refused this call.",
        note ? FOLLOW : STOP,
      );
    case "expiry":
      return new ToolError("denied", "Nobody answered the question about this call in time, so it was refused.", STOP);
    case "guardian":
      return new ToolError("denied", `Auto-Review refused this call (${why(verdict)})${reviewed(review)}`, STOP);
    case "posture":
      return new ToolError("denied", `Refused: ${why(verdict)}.`, advice(verdict));
    case "gate":
      return new ToolError("safety_blocked", `Refused by the gate: ${why(verdict)}.`, advice(verdict));
  }
}

function reviewed(review: Review | undefined): string {
  if (!review) return ".";
  const risk = review.risk === undefined ? "" : ` ${review.risk} risk:`;
  const again = review.again ? " It was refused before in this turn, and asking again changes nothing." : "";
  return `:${risk} ${review.reason.replace(/\.?$/, ".")}${again}`;
}

const FOLLOW = "Follow what the user says.";
const STOP = "Do not work around it: do what else the task allows, or say what you would need.";

function why(verdict: Verdict): string {
  return verdict.subject === undefined
    ? WHY[verdict.reason]
    : `${WHY[verdict.reason]} (${verdict.subject.slice(0, 300)})`;
}

function advice(verdict: Verdict): string {
  return (verdict.outcome === "deny" ? verdict.advice : undefined) ?? STOP;
}

/** Completes "Refused: …". For people the views word the same codes in their language. */
const WHY: Readonly<Record<Reason, string>> = {
  unknown_tool: "there is no such tool",
  invalid_arguments: "the arguments are not valid",
  plan_mode: "the mode is Plan",
  untrusted_workspace: "the workspace is not trusted",
  tool_disabled: "the tool is switched off",
  missing_port: "this host can't do that",
  not_built_yet: "this is not possible yet",
  not_in_session: "this session was given other tools only",
  not_in_profile: "the agent's profile does not name it",
  server_unavailable: "its server is not connected",
  name_collision: "two servers have a tool of this name",
  not_selected_for_subagent: "it was not selected for this agent",
  unsupported_in_worker: "it can't run for a sub-agent",
  workspace_root_required: "it needs a workspace folder",
  shell_disabled_by_policy: "this agent may not run commands",
  write_blocked_by_readonly_policy: "this agent may only read",
  requires_main_process_proxy: "it runs in the main process only",
  hard_floor: "this is never allowed",
  read_in_workspace: "it reads in the workspace",
  own_state: "it changes the session's own state",
  workspace_edit: "it changes a file in the workspace",
  workspace_edit_allowed: "changes to files in the workspace are allowed",
  outside_workspace: "the path is outside the workspace",
  sensitive_write: "the path is sensitive for writing",
  sensitive_read: "the path is sensitive for reading",
  ignored_path: "the path is named in .gatehouseignore",
  dangling_link: "the path is a link to something that does not exist",
  path_form: "the path has a form that hides where it leads",
  shell_unanalysed: "the command could not be looked into, so it needs a person's approval",
  shell_command: "the command is not known to only read",
  shell_read_only: "the command only reads",
  shell_always_ask: "commands like this need a person's approval each time",
  shell_reads_unknown: "which files the command would read can't be told before it runs",
  shell_foreign_git: "git would follow settings of a repository that is not the workspace's own",
  network: "network use needs approval",
  mcp_call: "tools of MCP servers need approval",
  mcp_destructive: "its server says that it may destroy something",
  mcp_trusted_read: "the user trusts its server, and it only reads",
  unknown_capability: "nobody has said what this tool may do",
  user_rule: "a rule of the user's says so",
  law_broken: "the repository's law can't be read, and until it is mended nothing may be written",
  repository_law: "the repository's law says so",
  managed_policy: "a policy of this machine says so",
  hook: "a hook refused it",
  hooks_broken: "hooks are configured that can't be read",
  session_approval: "it was approved for this session",
  sandbox_required: "commands may only run in a sandbox, and none works here",
  sandbox_escalation: "the sandbox denied it",
  stays_direct: "a program can't call this tool",
  program_outdated: "the posture was changed while the program ran, so the rest of its calls are refused",
};
