import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { NO_COMMAND_RULES, type ShellName, type ShellRules } from "../../../../src/core/gate/shell/analysis";
import { realAnalyser } from "../../../support/shellAnalyser";

interface Case {
  readonly id: string;
  readonly shell: ShellName;
  readonly rules?: ShellRules;
  readonly command: string;
  readonly expect: "auto" | "ask" | "deny" | "not-auto";
  readonly why: string;
}

const file = join(import.meta.dirname, "../../../fixtures/commands/cases.jsonl");
const cases = readFileSync(file, "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Case);
const analyser = await realAnalyser();

test.each(cases)("$id $shell is $expect: $why", ({ shell, rules, command, expect: expected }) => {
  const { outcome } = analyser.analyse(command, shell, rules ?? NO_COMMAND_RULES);
  if (expected === "not-auto") expect(outcome).not.toBe("auto");
  else expect(outcome).toBe(expected);
});
