import { expect, test } from "vitest";
import { NO_COMMAND_RULES, type Outcome, type ShellRules } from "../../../../src/core/gate/shell/analysis";
import { realAnalyser } from "../../../support/shellAnalyser";

/** Faults that people met in other agents, by their number in the list of field reports. */
const analyser = await realAnalyser();

function check(command: string, expected: Outcome, rules: Partial<ShellRules> = {}): void {
  const { outcome } = analyser.analyse(command, "bash", { ...NO_COMMAND_RULES, ...rules });
  expect(outcome, command).toBe(expected);
}

test("F40: each command of a chain must be allowed, wherever it stands", () => {
  const rules = { allow: ["ls", "ln", "cat", "cd"] };
  for (const chain of ["rm -rf A && ln -s B A && ls", "ln -s B A && rm -rf A && ls", "ln -s B A && ls && rm -rf A"]) {
    check(chain, "ask", rules);
  }
  check("ln -s B A && ls", "auto", rules);
});

test("F41: a rule for cd is no licence for what follows", () => {
  check("cd /x && python3 s.py", "ask", { allow: ["cd"] });
  check("cd x && python3 s.py", "ask", { allow: ["cd"] });
});

test("F43: the target of a redirection is a write, whatever rule covers the command", () => {
  check("git show > ~/.ssh/id_rsa", "ask", { allow: ["git show"] });
  expect(analyser.analyse("git show > ~/.ssh/id_rsa", "bash", NO_COMMAND_RULES).effects.writes).toEqual([
    { path: "~/.ssh/id_rsa", folder: "" },
  ]);
});

test("F44: prose with back-quotes is no command", () => {
  check("Run `ls` and then tell me (please) what you see; it's fine", "ask", { allow: ["/.*/"] });
  check("First do this:\n`ls`", "ask", { allow: ["ls"] });
});

test("F45: settings on the command line of git are never covered by its verb", () => {
  for (const option of [
    "-c core.sshCommand=x",
    "-c core.fsmonitor=x",
    "--config-env=a=B",
    "--exec-path=x",
    "--git-dir=x",
  ]) {
    check(`git ${option} status`, "ask", { allow: ["git", "git status"] });
    check(`git ${option} fetch`, "ask", { allow: ["git", "git fetch"] });
  }
});

test("F46: options that write or run are on no list", () => {
  for (const command of [
    "find -fls f",
    "sort -o f",
    "sort --compress-program=x",
    "tar xfC a b",
    "git diff --output=f",
  ]) {
    check(command, "ask");
  }
});

test("F47: a rule for find does not cover what it runs, deletes or writes", () => {
  for (const what of ["-exec ls {} +", "-execdir ls {} +", "-ok ls {} +", "-delete", "-fprint x", "-fls x"]) {
    check(`find . ${what}`, "ask", { allow: ["find"] });
  }
});

test("F48: what hides part of a command asks", () => {
  for (const hidden of ["\u200b", "\u202e", "\u2066", "\u00ad", "\u001b[8m", "\r"]) check(`ls ${hidden}`, "ask");
  check(`git status${" ".repeat(300)}; ./x`, "ask");
  check(`git status${"\t".repeat(300)}; ./x`, "ask");
});

test("F52: a rule covers one command of the line and not the line", () => {
  check("cargo check; other", "ask", { allow: ["cargo check"] });
  check("cargo check; other", "ask", { allow: ["/cargo check.*/"] });
});

test("F53: a variable before a command says why it asks, and a rule can spell it", () => {
  const { parts } = analyser.analyse("CI=true node ace test", "bash", {
    ...NO_COMMAND_RULES,
    allow: ["node ace test"],
  });
  expect(parts).toEqual([{ text: "CI=true node ace test", outcome: "ask", why: "unsafe_variable" }]);
  check("CI=true node ace test", "auto", { allow: ["CI=true node ace test"] });
});

test("F57: all substitutions are seen", () => {
  for (const command of ["echo x >(tee /tmp/f)", "cat <(tee f)", "echo `tee f`", "echo $(tee f)", "echo =(tee f)"]) {
    check(command, "ask");
  }
});

test("F63: names are compared as whole words of a parsed command", () => {
  for (const command of ["git-evil", "gitk", "gitx status", "xgit"]) check(command, "ask", { allow: ["git"] });
  for (const command of ["/bin/rm x", "FOO=1 rm x", "r'm' x", "ls 'a\nb'; rm x"])
    check(command, "deny", { deny: ["rm"] });
  check("echo 'a\nrm x'", "auto", { deny: ["rm"] });
});
