import * as z from "zod/mini";

/**
 * Why the gate decided as it did. One code, one wording (`reasonWords.ts`); the code stands in audit
 * records and on cards.
 */
export const REASONS = [
  "unknown_tool",
  "invalid_arguments",
  "plan_mode",
  "untrusted_workspace",
  "tool_disabled",
  "missing_port",
  "not_built_yet",
  "not_in_session",
  "not_in_profile",
  "server_unavailable",
  "name_collision",
  "not_selected_for_subagent",
  "unsupported_in_worker",
  "workspace_root_required",
  "shell_disabled_by_policy",
  "write_blocked_by_readonly_policy",
  "requires_main_process_proxy",
  "hard_floor",
  "read_in_workspace",
  "own_state",
  "workspace_edit",
  "workspace_edit_allowed",
  "outside_workspace",
  "sensitive_write",
  "sensitive_read",
  "ignored_path",
  "dangling_link",
  "path_form",
  "shell_unanalysed",
  "shell_command",
  "shell_read_only",
  "shell_always_ask",
  "shell_reads_unknown",
  "shell_foreign_git",
  "network",
  "mcp_call",
  "mcp_destructive",
  "mcp_trusted_read",
  "unknown_capability",
  "user_rule",
  "repository_law",
  "law_broken",
  "managed_policy",
  "hook",
  "hooks_broken",
  "session_approval",
  "sandbox_required",
  "sandbox_escalation",
  "stays_direct",
  "program_outdated",
] as const;
export const Reason = z.enum(REASONS);
export type Reason = z.infer<typeof Reason>;

/** Which stage of the gate gave the verdict that stands. */
export const LAYERS = [
  "name",
  "mode",
  "resolver",
  "prepare",
  "hooks",
  "sandbox",
  "floor",
  "paths",
  "tier",
  "rules",
  "law",
  "policy",
  "posture",
  "approval",
] as const;
export const Layer = z.enum(LAYERS);
export type Layer = z.infer<typeof Layer>;
