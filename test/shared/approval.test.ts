import { expect, test } from "vitest";
import { type ApprovalRequest, fitsNotification } from "../../src/shared/approval";

const request = (more: Partial<ApprovalRequest>): ApprovalRequest => ({
  id: "approval-1",
  session: "s1",
  agent: "root",
  callId: "c1",
  tool: "bash",
  title: "Run",
  subject: "npm test",
  command: "npm test",
  paths: [],
  layer: "tier",
  reason: "shell_unanalysed",
  intent: "",
  choices: ["once", "deny"],
  expiresAt: 0,
  ...more,
});

test("a short plain call may be allowed from a notification", () => {
  expect(fitsNotification(request({}))).toBe(true);
});

test.each<[string, Partial<ApprovalRequest>]>([
  ["is too long", { command: "a".repeat(200) }],
  ["is too long with its paths", { paths: ["a".repeat(200)] }],
  ["has brackets", { command: "echo [a](command:b)" }],
  ["has a substitution", { command: "echo $(id)" }],
  ["redirects", { command: "ls > a" }],
  ["has several lines", { command: "ls\nrm x" }],
  ["hides something", { command: "ls \u200B" }],
  ["has a tab", { command: "ls\ta" }],
  [
    "changes a file",
    { preview: { kind: "diff", path: "a", created: true, added: 1, removed: 0, unified: "+", before: "", after: "a" } },
  ],
  ["can't be allowed once", { choices: ["deny"] }],
])("a call that %s must be looked at first", (_, more) => {
  expect(fitsNotification(request(more))).toBe(false);
});
