import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { decide } from "../../../src/core/gate/gate";
import type { GateFacts } from "../../../src/core/gate/verdict";
import { MODES, POSTURES } from "../../../src/shared/modes";
import { facts, planned, preview, type What } from "./calls";

interface Case {
  readonly title: string;
  readonly call: What;
  readonly facts?: Partial<GateFacts>;
}

const SETTINGS = preview(".vscode/settings.json", "{}", '{ "editor.tabSize": 2 }');
const OWN_SETTINGS = preview(".vscode/settings.json", "{}", '{ "gatehouse.posture": "full-access" }');

/** Every kind of call that this gate tells apart. */
const CASES: readonly Case[] = [
  { title: "read in the workspace", call: { reads: ["src/a.ts"] } },
  { title: "own state", call: { capabilities: ["state"] } },
  { title: "edit in the workspace", call: { writes: ["src/a.ts"] } },
  { title: "edit in the workspace, setting allow", call: { writes: ["src/a.ts"] }, facts: { workspaceEdits: "allow" } },
  { title: "shell command", call: { commands: ["ls"] } },
  { title: "shell command where none can run", call: { commands: ["ls"] }, facts: { hasShell: false } },
  { title: "network", call: { capabilities: ["network"] } },
  { title: "spend", call: { capabilities: ["spend"] } },
  { title: "tool without a known capability", call: { capabilities: [] } },
  { title: "tool that declares read and writes", call: { capabilities: ["read"], writes: ["src/a.ts"] } },
  { title: "read outside", call: { reads: ["/etc/hosts"] } },
  { title: "read of a spill file outside", call: { reads: ["/data/s1/spill/1.txt"] } },
  { title: "write outside", call: { writes: ["/etc/hosts"] } },
  { title: "write outside, setting allow", call: { writes: ["/etc/hosts"] }, facts: { workspaceEdits: "allow" } },
  { title: "write of .git/config", call: { writes: [".git/config"] } },
  { title: "write of .vscode/settings.json", call: { writes: [".vscode/settings.json"], preview: SETTINGS } },
  { title: "write of a gatehouse setting", call: { writes: [".vscode/settings.json"], preview: OWN_SETTINGS } },
  { title: "write through a link that leads out", call: { writes: ["out.md"] } },
  { title: "write through a dangling link", call: { writes: ["gone.md"] } },
  { title: "read of .env", call: { reads: [".env"] } },
  { title: "read of a key below home", call: { reads: ["/home/ann/.ssh/id_ed25519"] } },
  { title: "read of an ignored path", call: { reads: ["private/plan.md"] } },
  { title: "write of an ignored path", call: { writes: ["private/plan.md"] } },
  { title: "write of the audit log", call: { writes: ["/data/s1/log.jsonl"] } },
  {
    title: "tool that is switched off",
    call: { reads: ["src/a.ts"] },
    facts: { disabledReasons: { tool: "tool_disabled" } },
  },
  { title: "untrusted: read in the workspace", call: { reads: ["src/a.ts"] }, facts: { trusted: false } },
  { title: "untrusted: own state", call: { capabilities: ["state"] }, facts: { trusted: false } },
  { title: "untrusted: edit", call: { writes: ["src/a.ts"] }, facts: { trusted: false } },
  { title: "untrusted: shell command", call: { commands: ["ls"] }, facts: { trusted: false } },
];

async function cell(each: Case, more: Partial<GateFacts>): Promise<string> {
  const { outcome, verdict, by } = await decide(await planned(each.call), facts({ ...each.facts, ...more }));
  return `${outcome} ${verdict.layer}/${verdict.reason}${by === "gate" ? "" : ` by ${by}`}`;
}

/** Modes and postures with the same answer share a line. */
async function block(each: Case): Promise<string> {
  const lines = new Map<string, string[]>();
  for (const mode of MODES) {
    const cells = await Promise.all(POSTURES.map((posture) => cell(each, { mode, posture })));
    const text = POSTURES.map((posture, at) => `    ${posture.padEnd(12)} ${cells[at]}`).join("\n");
    const answers = new Set(cells).size === 1 ? `    ${"any posture".padEnd(12)} ${cells[0]}` : text;
    lines.set(answers, [...(lines.get(answers) ?? []), mode]);
  }
  return [each.title, ...[...lines].map(([answers, modes]) => `  ${modes.join(", ")}\n${answers}`), ""].join("\n");
}

test("decides every kind of call in every mode and posture as the golden table says", async () => {
  const table = (await Promise.all(CASES.map(block))).join("\n");
  const golden = `${import.meta.dirname}/golden/decisions.txt`;
  if (process.env["UPDATE_GOLDEN"] === "1") writeFileSync(golden, table);
  expect(table).toBe(readFileSync(golden, "utf8"));
});
