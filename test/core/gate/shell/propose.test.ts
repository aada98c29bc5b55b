import { expect, test } from "vitest";
import { NO_COMMAND_RULES, type ShellRules } from "../../../../src/core/gate/shell/analysis";
import { type Proposal, proposeRules } from "../../../../src/core/gate/shell/propose";
import { realAnalyser } from "../../../support/shellAnalyser";

const analyser = await realAnalyser();

function propose(command: string, rules: ShellRules = NO_COMMAND_RULES): Proposal | undefined {
  const analyse = (given: ShellRules) => analyser.analyse(command, "bash", given);
  return proposeRules(analyse(rules), rules, analyse);
}

function check(command: string, ...rules: string[]): void {
  const proposal = propose(command);
  expect(proposal?.rules, command).toEqual(rules);
  const saved = { ...NO_COMMAND_RULES, allow: proposal?.rules ?? [] };
  expect(analyser.analyse(command, "bash", saved).outcome, command).toBe("auto");
}

test("proposes the verb of programs that have verbs", () => {
  check("git commit -m 'a b'", "git commit");
  check("npm run build -- --watch", "npm run build");
  check("CI=1 npm test", "CI=1 npm test");
  check("docker compose up -d", "docker compose up");
  check("git status && git push origin main", "git push");
});

test("proposes exactly these words elsewhere", () => {
  check("mkdir -p build/out", "mkdir -p build/out");
  check("python3 seed.py 'a b'", "python3 seed.py 'a b'");
  check("./scripts/check.sh", "./scripts/check.sh");
  check("mkdir a; touch a/b | cat", "mkdir a", "touch a/b");
});

test("spells out options that no shorter rule would cover", () => {
  check("npm run build --foo", "npm run build --foo");
  check("sort -o a b", "sort -o a b");
});

test("proposes nothing that would not let this very command run", () => {
  for (const command of [
    "rm x",
    "ls > f",
    "x=1; foo",
    "foo $X",
    "foo &&& bar",
    "rm -rf /",
    "ls",
    "cd /x && foo",
    "$X a",
  ]) {
    expect(propose(command), command).toBeUndefined();
  }
  expect(propose("git push", { ...NO_COMMAND_RULES, ask: ["git push"] })).toBeUndefined();
});

test("says when a rule would run what files of the workspace say", () => {
  expect(propose("npm test")?.runsWorkspaceCode).toBe(true);
  expect(propose("./x.sh")?.runsWorkspaceCode).toBe(true);
  expect(propose("mkdir x")?.runsWorkspaceCode).toBe(false);
});
