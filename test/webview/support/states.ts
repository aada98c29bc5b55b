import type { FormField, FormRequest } from "../../../src/shared/forms";
import type { ApprovalCard, ChatState, ChatStatus } from "../../../src/shared/messages/chat";
import type { CallItem, ChatItem } from "../../../src/shared/messages/chatItems";

/** Pictures of a session, for tests and screenshots. */
export const status = (change: Partial<ChatStatus> = {}): ChatStatus => ({
  sessionId: "s1",
  title: "Fix the failing test",
  running: false,
  mode: "work",
  posture: "ask",
  trusted: true,
  hasFolder: true,
  readOnly: false,
  model: { id: "local/deepseek-chat", label: "deepseek-chat", scripted: false },
  tokens: 0,
  ...change,
});

export const state = (change: Partial<ChatState> = {}): ChatState => ({
  status: status(),
  items: [],
  approvals: [],
  todos: [],
  goal: undefined,
  forms: [],
  ...change,
});

export const user = (id: string, text: string, queued = false): ChatItem => ({ kind: "user", id, text, queued });

export const assistant = (id: string, text: string, streaming = false): ChatItem => ({
  kind: "assistant",
  id,
  text,
  streaming,
});

export const call = (id: string, change: Partial<CallItem> = {}): CallItem => ({
  kind: "call",
  id,
  tool: "read",
  title: "Read",
  subject: "src/sum.js:1-9",
  renderer: "file",
  state: "ok",
  ms: 3,
  ...change,
});

export function running(id: string, change: Partial<CallItem> = {}): CallItem {
  const { ms: _, ...item } = call(id, change);
  return { ...item, state: "running" };
}

export const approval = (id: string, change: Partial<ApprovalCard> = {}): ApprovalCard => ({
  id,
  session: "s1",
  agent: "root",
  callId: `call-${id}`,
  tool: "bash",
  title: "Run",
  subject: "npm test",
  command: "npm test",
  paths: [],
  layer: "tier",
  reason: "shell_unanalysed",
  intent: "",
  choices: ["once", "session", "deny", "deny_with_note"],
  sessionScope: "command",
  expiresAt: Date.now() + 30 * 60_000,
  ...change,
});

export const UNIFIED = `@@ -1,5 +1,5 @@
 export function sum(xs) {
   let total = 0;
-  for (let i = 1; i < xs.length; i++) {
+  for (let i = 0; i < xs.length; i++) {
     total += xs[i];
   }
@@ -20,3 +20,4 @@
 export function mean(xs) {
+  if (xs.length === 0) return 0;
   return sum(xs) / xs.length;
 }
`;

export const editApproval = (id: string, change: Partial<ApprovalCard> = {}): ApprovalCard => {
  const { command: _, ...rest } = approval(id, {
    tool: "edit",
    title: "Edit",
    subject: "src/sum.js",
    reason: "workspace_edit",
    sessionScope: "file",
    diff: { path: "src/sum.js", files: 1, created: false, added: 2, removed: 1, unified: UNIFIED },
    intent: "The loop starts at 1, so the first number is lost.",
    ...change,
  });
  return rest;
};

/** One call that changes three files. */
export const renameApproval = (id: string): ApprovalCard =>
  editApproval(id, {
    tool: "rename",
    title: "Rename",
    subject: "src/sum.js:3 → addUp",
    changed: true,
    notes: ["saves_unsaved", "not_atomic"],
    paths: ["src/sum.js", "src/mean.js", "test/sum.test.js"],
    diff: { path: "3 files", files: 3, created: false, added: 3, removed: 3, unified: `▸ src/sum.js\n${UNIFIED}` },
  });

export const serverApproval = (id: string): ApprovalCard => {
  const { command: _, ...rest } = approval(id, {
    tool: "mcp_notes_find",
    title: "Call",
    subject: "notes/find",
    server: "notes",
    body: '{\n  "query": "the yard"\n}',
    reason: "mcp_call",
    sessionScope: "call",
  });
  return rest;
};

export const field = (id: string, change: Partial<FormField> = {}): FormField => ({
  id,
  label: `What about ${id}?`,
  required: true,
  kind: "text",
  ...change,
});

export const form = (id: string, change: Partial<FormRequest> = {}): FormRequest => ({
  id,
  session: "s1",
  agent: "root",
  from: { kind: "model" },
  title: "",
  message: "",
  fields: [field("q1")],
  expiresAt: Date.now() + 30 * 60_000,
  ...change,
});

export const OPTIONS = [
  { value: "sqlite", label: "SQLite", help: "One file, nothing to run." },
  { value: "pg", label: "PostgreSQL", help: "What production uses. Needs Docker for the tests." },
  { value: "none", label: "Neither: keep the JSON files" },
];
