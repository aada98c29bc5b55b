import type { ChatState } from "../../../src/shared/messages/chat";
import { CARD_SCENES } from "./cardScenes";
import type { Chat } from "./chatPage";
import { FORM_SCENES } from "./formScenes";
import { PROGRAM_SCENES } from "./programScenes";
import { REVIEWED } from "./reviewed";
import { approval, assistant, call, editApproval, running, state, status, UNIFIED, user } from "./states";

export interface Scene {
  /** Undefined: no snapshot has come yet. */
  readonly state?: ChatState;
  readonly next?: (chat: Chat) => Promise<void>;
}

const READS = [
  call("r1", { subject: "test/sum.test.js:1-24", ms: 3 }),
  call("r2", { subject: "src/sum.js:1-9", ms: 2 }),
  call("r3", {
    tool: "grep",
    title: "Search",
    subject: "sum(",
    renderer: "text",
    ms: 41,
    text: "src/sum.js:1: export function sum(xs) {",
  }),
];

const TODOS = [
  { id: "1", content: "Read the failing test", status: "completed" },
  { id: "2", content: "Find the fault in sum", status: "completed" },
  { id: "3", content: "Mend src/sum.js", status: "in_progress" },
  { id: "4", content: "Run the tests again", status: "pending" },
  { id: "5", content: "Rename the module", status: "cancelled" },
] as const;

const MARKDOWN = `The loop starts at **1**, so the *first* number is lost. See [src/sum.js](src/sum.js#L3) and https://example.com/sum.

## What I would change

1. Start the loop at \`0\`.
2. Add a test for the empty list:
   - it returns \`0\`
   - it does not throw

\`\`\`ts
// Sums a list of numbers.
export function sum(xs: readonly number[]): number {
  let total = 0;
  for (const x of xs) total += x;
  return total; // "done"
}
\`\`\`

| File | Lines | Note |
|------|------:|------|
| src/sum.js | 9 | the fault |
| test/sum.test.js | 24 | fails |

> Nothing else depends on it.`;

const command =
  'git log --oneline v2.3.. | sort -u > notes/titles.txt && npm run build -- --mode production && echo "done\u202e"\nprintf "a\u200bb"';

const busy = status({ running: true, turnStartedAt: Date.now() - 6_000, tokens: 14_200, contextShare: 0.31 });

export const SCENES: Readonly<Record<string, Scene>> = {
  loading: { next: (chat) => chat.page.waitForTimeout(700) },
  empty: { state: state() },
  "no-model": { state: state({ status: status({ model: undefined }) }) },
  untrusted: { state: state({ status: status({ trusted: false, mode: "plan" }) }) },
  "no-folder": { state: state({ status: status({ hasFolder: false, posture: "full-access" }) }) },
  broken: {
    state: state({
      status: status({
        faults: [
          { of: "rules", why: "gatehouse.rules[0]: action: must be allow, ask or deny", more: 2 },
          { of: "law", why: ".gatehouse/law.json:3: invariants.0.paths: must be a list of globs.", more: 0 },
        ],
      }),
      items: [user("u1", "Fix the failing test in src/sum.js"), assistant("a1", "I'll look at the test first.")],
    }),
  },
  edit: {
    state: state({
      status: busy,
      items: [
        user("u1", "Fix the failing test in src/sum.js"),
        assistant("a1", "I'll look at the test and the function first."),
        ...READS,
        assistant("a2", "The loop starts at 1, so the first number is lost."),
        call("call-e1", { title: "Edit", subject: "src/sum.js", renderer: "diff", state: "waiting" }),
      ],
      approvals: [editApproval("e1")],
      todos: TODOS,
    }),
  },
  command: {
    state: state({
      status: busy,
      items: [
        user("u1", "Write the release notes"),
        call("call-c1", { title: "Run", subject: "git log --oneline v2.3..", renderer: "terminal", state: "waiting" }),
      ],
      approvals: [
        approval("c1", {
          command,
          intent: "Collect the merged titles, then build.",
          paths: ["/etc/hosts"],
          because: "npm run *",
        }),
        approval("c2"),
        editApproval("c3"),
      ],
    }),
  },
  note: {
    state: state({
      status: busy,
      items: [user("u1", "Run it")],
      approvals: [approval("c1", { expiresAt: Date.now() + 200_000 })],
    }),
    next: async ({ page }) => {
      await page.getByRole("button", { name: "Deny with a note…" }).click();
      await page.keyboard.type("Use pnpm instead");
    },
  },
  focus: {
    state: state({ status: busy, items: [user("u1", "Run it")], approvals: [editApproval("c1", { changed: true })] }),
    next: async (chat) => {
      await chat.post({ type: "focus", target: "approval" });
      await chat.page.keyboard.press("ArrowRight");
    },
  },
  markdown: {
    state: state({ items: [user("u1", "Explain"), assistant("a1", MARKDOWN)] }),
    next: ({ page }) => page.locator("code.coloured").first().waitFor(),
  },
  states: {
    state: state({
      status: {
        ...busy,
        retry: { attempt: 2, maxAttempts: 5, until: Date.now() + 4_000, reason: "The model is busy." },
      },
      items: [
        user("u1", "Do everything"),
        call("1", {
          title: "Run",
          subject: "npm test",
          renderer: "terminal",
          ms: 7100,
          details: { kind: "terminal", command: "npm test", how: "exited", code: 0, ms: 7100 },
          text: "48 passed",
        }),
        call("2", {
          title: "Edit",
          subject: "src/sum.js",
          renderer: "diff",
          details: { kind: "diff", path: "src/sum.js", created: false, added: 2, removed: 1, unified: UNIFIED },
        }),
        call("3", {
          title: "Edit",
          subject: "src/nope.js",
          renderer: "diff",
          state: "failed",
          errorCode: "no_match",
          text: "The text is not in the file.",
          hint: "Read the file again.",
        }),
        call("4", {
          title: "Run",
          subject: "git push origin main",
          renderer: "terminal",
          state: "refused",
          decision: { outcome: "deny", by: "gate", layer: "law", reason: "repository_law", because: "no-direct-push" },
        }),
        call("5", {
          title: "Run",
          subject: "rm -rf build",
          renderer: "terminal",
          state: "refused",
          decision: {
            outcome: "deny",
            by: "user",
            layer: "approval",
            reason: "shell_unanalysed",
            note: "Keep the build.",
          },
        }),
        ...REVIEWED,
        call("6", { state: "cancelled", subject: "docs/guide.md" }),
        call("7", {
          title: "Run",
          subject: "npm run slow",
          renderer: "terminal",
          state: "interrupted",
          mayHaveRun: true,
        }),
        { kind: "notice", id: "n1", level: "warning", text: "The model repeated one call; it was told so." },
        { kind: "notice", id: "n2", level: "error", text: "The model answered with an error." },
        running("8", {
          title: "Run",
          subject: "npm run watch -- --all --verbose --reporter=dot --project=packages/core,packages/app,packages/cli",
          renderer: "terminal",
          output: "compiling\n\u001b[32mok\u001b[0m 12 files\n".repeat(9),
        }),
        user("u2", "And the docs too", true),
      ],
      todos: TODOS,
    }),
    next: async ({ page }) => {
      await page.getByRole("button", { name: "Edit src/sum.js" }).click();
    },
  },
  "turn-end": {
    state: state({
      status: status({ tokens: 38_900, contextShare: 0.86, mode: "operate", posture: "full-access" }),
      items: [
        user("u1", "Release notes for 2.4"),
        call("1", {
          title: "Run",
          subject: "npm test",
          renderer: "terminal",
          ms: 7100,
          details: { kind: "terminal", command: "npm test", how: "exited", code: 0, ms: 7100 },
        }),
        assistant("a1", "Draft is in [notes/2.4.md](notes/2.4.md). Two entries have no author; I left them marked."),
        {
          kind: "turn",
          id: "t1",
          end: "completed",
          files: [
            { path: "notes/2.4.md", added: 58, removed: 0 },
            { path: "CHANGELOG.md", added: 5, removed: 8 },
            { path: "package.json", added: 1, removed: 1 },
          ],
          calls: 21,
          asked: 2,
          blocked: 1,
          ms: 41_000,
          tokens: 38_900,
        },
        user("u2", "Thanks. Anything else?"),
        assistant("a2", "No."),
        {
          kind: "turn",
          id: "t2",
          end: "completed",
          files: [],
          calls: 0,
          asked: 0,
          blocked: 0,
          ms: 1_200,
          tokens: 4_000,
        },
        user("u3", "Publish it"),
        {
          kind: "turn",
          id: "t3",
          end: "failed",
          message: "The endpoint refused the key (401).",
          files: [],
          calls: 0,
          asked: 0,
          blocked: 0,
          ms: 300,
          tokens: 0,
        },
      ],
    }),
  },
  menu: {
    state: state({
      status: status({ model: { id: "tour", label: "Tour", scripted: true }, readOnly: false }),
      items: [user("u1", "Hello"), assistant("a1", "Hello.")],
    }),
    next: async ({ page }) => {
      await page.getByRole("combobox", { name: "Posture" }).click();
      await page.keyboard.press("ArrowDown");
    },
  },
  "read-only": {
    state: state({ status: status({ readOnly: true }), items: [user("u1", "Hello"), assistant("a1", "Hello.")] }),
  },
  todos: {
    state: state({ status: busy, items: [user("u1", "Hello")], todos: TODOS }),
    next: ({ page }) => page.getByRole("button", { name: "done" }).click(),
  },
  ...CARD_SCENES,
  ...PROGRAM_SCENES,
  ...FORM_SCENES,
};
