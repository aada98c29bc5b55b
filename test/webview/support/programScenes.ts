import type { CallItem, Program, ProgramRow } from "../../../src/shared/messages/chatItems";
import type { Scene } from "./scenes";
import { approval, call, running, state, status, user } from "./states";

export const CODE = `const paths = ["src/sum.js", "src/mean.js", "test/sum.test.js"];
const found = [];
for (const path of paths) {
  const { content } = await tools.call("read", { path });
  if (/let i = 1/.test(content)) found.push(path); // the fault
}
try {
  await tools.call("write", { path: ".env", content: "" });
} catch (error) {
  console.log(error.kind);
}
return found.length;`;

export const row = (n: number, change: Partial<ProgramRow> = {}): ProgramRow => ({
  ...{ id: `p.${n}`, tool: "read", subject: `src/${n}.js`, state: "ok", decision: "auto", ms: 2, truncated: false },
  ...change,
});

export const rows = (count: number) => Array.from({ length: count }, (_, index) => row(index + 1));

const END: NonNullable<Program["end"]> = { how: "returned", log: "denied", tokens: { sent: 240, kept: 18_300 } };

export const program = (change: Partial<Program> = {}, item: Partial<CallItem> = {}): CallItem =>
  call("p", {
    ...{ tool: "execute_tools", title: "Run program", subject: "const paths", renderer: "program", ms: 1_240 },
    ...{ text: "{}", program: { code: CODE, rows: rows(3), end: END, ...change } },
    ...item,
  });

/** It has no receipt yet. */
export const live = (...shown: readonly ProgramRow[]): CallItem => {
  const { text: _, ms: __, ...item } = program();
  return { ...running("p"), ...item, state: "running", program: { code: CODE, rows: shown } };
};

export const ended = (end: Partial<typeof END>, item: Partial<CallItem> = {}) =>
  program({ end: { ...END, ...end } }, { state: "failed", ...item });

/** Each state that a row may have. */
export const EACH: readonly ProgramRow[] = [
  row(1),
  row(2, { decision: "approved", tool: "edit", truncated: true, ms: 4_300 }),
  row(3, { state: "failed", note: "not_found: There is no file src/3.js." }),
  row(4, { state: "refused", decision: "refused", tool: "agent", subject: "", note: "a program can't call this tool" }),
  row(5, {
    ...{ state: "refused", decision: "denied", tool: "write", subject: ".env", note: "The user refused this call." },
    denied: { by: "user", reason: "workspace_edit", note: "not \u202E today" },
  }),
  row(6, { state: "in_flight", tool: "bash", subject: "npm test", note: "cancelled; may have run in part" }),
];

const { command: _, ...asks } = approval("w", {
  ...{ callId: "p.9", program: "p", tool: "write", title: "Write", subject: ".env", sessionScope: "file" },
  reason: "workspace_edit",
});

export const LIVE = state({
  status: status({ running: true }),
  items: [
    user("u1", "Find it"),
    live(
      ...EACH.slice(0, 5),
      row(7, { state: "running", tool: "grep", subject: "let i = 1" }),
      row(8, { state: "waiting", reviewing: true, tool: "bash", subject: "npm test" }),
      row(9, { state: "waiting", tool: "write", subject: ".env" }),
    ),
  ],
  approvals: [approval("first"), asks],
});

export const PROGRAM_SCENES: Readonly<Record<string, Scene>> = {
  "program-live": { state: LIVE },
  program: {
    state: state({ items: [user("u1", "Find it"), program({ rows: [...EACH, row(7)] })] }),
    next: async ({ page }) => {
      for (const fold of await page.locator(".fold").all()) await fold.click();
      await page.locator("code.coloured").waitFor();
    },
  },
  "program-ends": {
    state: state({
      items: [
        ended({ how: "killed", timedOut: true, error: "The turn's time is up while the program ran." }, { id: "p1" }),
        ended({ how: "threw", error: "TypeError: x is not a function (line 3)" }, { id: "p2" }),
        program({ rows: rows(200) }, { id: "p3" }),
      ],
    }),
  },
};
