import { expect, test } from "vitest";
import { commandRules } from "../../../../src/core/gate/rules/commands";
import { shellNameOf } from "../../../../src/core/gate/shell/analysis";

const RULES = (["allow", "ask", "deny"] as const).map((action) => ({ tool: "bash", command: `${action} it`, action }));

test("what a rule says of bash holds for an old name that does its work", () => {
  const old = { name: "Bash", standsFor: ["bash"] };
  expect(commandRules(RULES, old)).toEqual({ allow: ["allow it"], ask: ["ask it"], deny: ["deny it"] });
  expect(commandRules(RULES, { name: "other" })).toEqual({ allow: [], ask: [], deny: [] });
});

test("an old name that does other work too is denied by what bash is denied, and not allowed by it", () => {
  const wider = { name: "Do", standsFor: ["bash", "write"] };
  expect(commandRules(RULES, wider)).toEqual({ allow: [], ask: ["ask it"], deny: ["deny it"] });
});

test("each shell that a host can have is judged by its own grammar, and no other shell at all", () => {
  expect(["bash", "Git Bash", "PowerShell"].map(shellNameOf)).toEqual(["bash", "bash", "pwsh"]);
  expect(["zsh", "dash", "sh", "fish", "constructor", undefined].map(shellNameOf)).toEqual(Array(6).fill(undefined));
});
