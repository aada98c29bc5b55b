import { beforeEach, expect, test, vi } from "vitest";
import type { AuditRecord } from "../../../src/shared/approval";
import type { AuditCommandParts } from "../../../src/vscode/commands/audit";

interface Item {
  readonly label: string;
  readonly description?: string;
  readonly alwaysShow?: boolean;
}

/** What a person does with the list: writes, then takes the item that begins so; or goes away. */
let person: { readonly writes?: string; readonly takes?: string } = {};
let offered: readonly Item[] = [];
let target: string | undefined;
let writeFails = false;
const written: string[] = [];
const told: string[] = [];

vi.mock("vscode", () => ({
  StatusBarAlignment: { Left: 1, Right: 2 },
  Uri: { joinPath: (base: string, name: string) => `${base}/${name}` },
  commands: { executeCommand: async () => undefined },
  l10n: {
    t: (words: string, ...parts: unknown[]) => words.replace(/\{(\d)\}/g, (_, at: string) => String(parts[Number(at)])),
  },
  window: {
    createQuickPick: () => {
      const on: Record<string, () => void> = {};
      const listen = (name: string) => (listener: () => void) => {
        on[name] = listener;
      };
      const picker = {
        value: "",
        items: [] as readonly Item[],
        selectedItems: [] as readonly Item[],
        onDidChangeValue: listen("value"),
        onDidAccept: listen("accept"),
        onDidHide: listen("hide"),
        hide: () => on["hide"]?.(),
        dispose: () => undefined,
        show: () => {
          if (person.writes !== undefined) {
            picker.value = person.writes;
            on["value"]?.();
          }
          offered = picker.items;
          picker.selectedItems = picker.items.filter(({ label }) => label.startsWith(person.takes ?? "\0"));
          on[picker.selectedItems.length > 0 ? "accept" : "hide"]?.();
        },
      };
      return picker;
    },
    showSaveDialog: async () => target,
    showInformationMessage: async (words: string) => void told.push(words),
    showErrorMessage: async (words: string) => void told.push(words),
  },
  workspace: {
    workspaceFolders: [{ uri: "/w" }],
    fs: {
      writeFile: async (to: string, bytes: Uint8Array) => {
        if (writeFails) throw new Error("The disk is full.");
        written.push(to, new TextDecoder().decode(bytes));
      },
    },
  },
}));

const { auditCommands } = await import("../../../src/vscode/commands/audit");

const record = (subject: string, change: Partial<AuditRecord> = {}): AuditRecord => ({
  ...{ ts: 0, session: "s", agent: "root", callId: "c", tool: "bash", subject, argsHash: "00" },
  ...{ mode: "work", posture: "ask", outcome: "allow", asked: false, by: "gate" },
  ...{ layer: "tier", reason: "shell_read_only" },
  ...change,
});
const RECORDS = [
  record("ls"),
  record("make", { outcome: "deny", asked: true, by: "user", note: "Use Ninja" }),
  record("npm test", { asked: true, by: "user" }),
];
const ELSEWHERE = record("git log", { session: "other" });
let shown: { path: string; text: string } | undefined;

const parts = {
  sessions: { current: { id: "s", audit: RECORDS }, status: { title: "Mine" } },
  texts: {
    show: async (path: string, _key: string, text: string) => {
      shown = { path, text };
    },
  },
  readAll: async () => ({ records: [...RECORDS, ELSEWHERE], broken: 1, leftOut: 0 }),
} as unknown as AuditCommandParts;
const run = auditCommands(parts);
const subjects = () => shown?.text.match(/ {2}bash .*$/gm)?.map((line) => line.trim());

beforeEach(() => {
  [person, offered, target, writeFails, shown] = [{}, [], undefined, false, undefined];
  written.splice(0);
  told.splice(0);
});

test("the log of this session opens at once, under a name that its buttons know", async () => {
  await run.showAudit();
  expect(shown?.path).toBe("/audit/Gatehouse audit.txt");
  expect(subjects()).toEqual(["bash ls", "bash make", "bash npm test"]);
});

test.each([
  ["Denied", ["bash make"]],
  ["Asked", ["bash make", "bash npm test"]],
  ["Ran without", ["bash ls"]],
  ["All of this", ["bash ls", "bash make", "bash npm test"]],
  ["All sessions", ["bash ls", "bash make", "bash npm test", "bash git log"]],
])("the filter '%s' shows what it says", async (takes, expected) => {
  person = { takes };
  await run.filterAudit();
  expect(subjects()).toEqual(expected);
});

test("what is written is looked for in all that a record says, and offered with its count", async () => {
  person = { writes: " NINJA ", takes: "With the text" };
  await run.filterAudit();
  expect(offered[0]).toMatchObject({ label: "With the text: NINJA", description: "1", alwaysShow: true });
  expect(subjects()).toEqual(["bash make"]);
  expect(shown?.text).toContain("Filter: With the text: NINJA");
});

test("who goes away gets nothing", async () => {
  await run.filterAudit();
  await run.exportAudit();
  expect([shown, written]).toEqual([undefined, []]);
});

test("an export is one JSON line a record, where the person says", async () => {
  person = { takes: "Asked" };
  target = "/w/a.jsonl";
  await run.exportAudit();
  expect(written).toEqual(["/w/a.jsonl", `${JSON.stringify(RECORDS[1])}\n${JSON.stringify(RECORDS[2])}\n`]);
  expect(told).toEqual(["2 decisions were exported."]);
});

test("without a place nothing is written, and a failure is told", async () => {
  person = { takes: "Asked" };
  await run.exportAudit();
  expect(written).toEqual([]);
  [target, writeFails] = ["/w/a.jsonl", true];
  await run.exportAudit();
  expect(told).toEqual(["The audit log could not be exported: The disk is full."]);
});

test("an empty export says so instead of asking for a place", async () => {
  person = { writes: "nowhere", takes: "With the text" };
  target = "/w/a.jsonl";
  await run.exportAudit();
  expect(written).toEqual([]);
  expect(told).toEqual(["There is nothing to export."]);
});
