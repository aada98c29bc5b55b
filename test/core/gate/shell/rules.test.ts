import { expect, test } from "vitest";
import { NO_COMMAND_RULES, type Outcome, type ShellRules } from "../../../../src/core/gate/shell/analysis";
import { realAnalyser } from "../../../support/shellAnalyser";

const analyser = await realAnalyser();

/** Each of these commands has that outcome under these rules. */
function check(sentence: string, rules: Partial<ShellRules>, expected: Outcome, commands: readonly string[]): void {
  test(sentence, () => {
    for (const command of commands) {
      const { outcome } = analyser.analyse(command, "bash", { ...NO_COMMAND_RULES, ...rules });
      expect(outcome, command).toBe(expected);
    }
  });
}

const allow = (...rules: string[]): Partial<ShellRules> => ({ allow: rules });
const deny = (...rules: string[]): Partial<ShellRules> => ({ deny: rules });

check("an allow rule covers its first words and what follows", allow("npm test"), "auto", [
  ...[
    "npm test",
    "npm test -- -u",
    "npm test 2>&1 | tail -5",
    "NO_COLOR=1 npm test",
    "/usr/bin/npm test",
    "'npm' \"test\"",
  ],
  ...["for f in a; do npm test; done", "cd web && npm test", "(cd /x && ls); npm test"],
]);
check("it covers no other word, variable, wrapper, write or folder", allow("npm test"), "ask", [
  ...[
    "npm",
    "npm tests",
    "npm run test",
    "npm test --foo",
    "FOO=1 npm test",
    "env npm test",
    "timeout 5 npm test",
    "bash -c 'npm test'",
  ],
  ...[
    "npm test > x",
    "npm test; ./x",
    "./npm test",
    "cd /x && npm test",
    "cd && npm test",
    "npm test $(./x)",
    "x=1; npm test",
    "Npm test",
  ],
]);
check("variables that are not safe must be spelled", allow("CI=1 foo"), "auto", ["CI=1 foo a", "LC_ALL=C CI=1 foo"]);
check("and have that value, and be the only ones", allow("CI=1 foo"), "ask", [
  "foo",
  "CI=2 foo",
  "A=1 CI=1 foo",
  "CI=$X foo",
]);
check("quotes group words of a rule", allow("foo 'a b'", 'bar "c d"'), "auto", [
  "foo 'a b' c",
  "foo a\\ b",
  "bar 'c d'",
]);
check("a rule with a slash is a path from the root", allow("./a/b"), "auto", ["a/b", "./a/b x"]);
check("and matches nowhere else", allow("a/b", "../a/b", "/a/b"), "ask", [
  "cd x && ./a/b",
  "../a/b",
  "/a/b",
  "a/bc",
  "c/a/b",
  "bash a/b",
]);
check("an empty rule, or an expression that is broken, matches nothing", allow("", "  ", "//", "/(/"), "ask", [
  "foo",
  "",
]);
check("an expression covers one whole simple command", allow("/foo (a|b)/"), "auto", [
  "foo a",
  "foo 'b'",
  "foo a; foo b",
]);
check("and nothing that is longer or not known", allow("/foo .*/"), "ask", [
  "xfoo a",
  "foo $x",
  "X=1 foo a",
  "foo a > b",
  "foo a; bar",
]);
check("an expression can spell variables, and ignore case", allow("/X=1 foo.*/i"), "auto", ["X=1 FOO a"]);
check("an unknown argument asks under a rule where it could be an option", allow("foo"), "ask", [
  "foo $x",
  'foo "$x"',
  "foo *",
  "foo `bar`",
]);
check("and is fine where it cannot", allow("foo"), "auto", [
  'foo "a$x"',
  "foo -- $x",
  'foo --a="$x"',
  "foo a*",
  "foo -- $(foo)",
]);
check("a rule for a program that runs code covers its inline code", allow("node", "bash -c"), "auto", [
  ...['node -e "a => b"', "bash -c './x --y'"],
]);
check("but no write and no construct in it", allow("bash -c"), "ask", [
  "bash -c 'x > y'",
  "bash -c 'x=1; y'",
  "bash -c 'rm x'",
]);

check("a deny rule matches wide", deny("git push"), "deny", [
  ...[
    "git push",
    "git -c a=b -C x --no-pager push",
    "/usr/bin/GIT push",
    "./x/git.exe Push",
    "A=1 git push",
    "sudo -u x git push",
    "nice -n 5 nohup git push",
  ],
  ...[
    "echo $(git push)",
    "f() { git push; }",
    "bash -lc 'ls; git push'",
    "eval git push",
    "env -S 'git push'",
    "ls | xargs -n 1 git push",
  ],
  ...[
    "find . -exec git push \\;",
    "g'i't pu\\\nsh",
    "$'git' push",
    "git log; git push",
    "time git push",
    "git push > x",
    "ls &&& git push",
    "watch git push",
  ],
]);
check("and not where its words are something else", deny("git push"), "auto", [
  "git log push",
  "echo git push",
  "echo 'x; git push'",
  "rg 'git push'",
]);
check("options of a deny rule may stand anywhere", deny("git push --force"), "deny", [
  "git push origin main --force",
  "git --no-pager push --force x",
]);
check("a word that is not known could match a deny rule", { allow: ["git"], deny: ["git push"] }, "ask", [
  "git $X",
  'git -- "$X"',
]);
check(
  "options with a value of their own are skipped with it",
  deny("npm publish", "docker rm", "kubectl delete", "gh repo", "cargo x", "helm y"),
  "deny",
  [
    ...[
      "npm -w a --loglevel silent publish",
      "docker --context x rm y",
      "kubectl -n x delete pod",
      "gh -R a repo view",
      "cargo --color never x",
      "helm -n a y",
    ],
  ],
);
check("a deny rule can be a path or an expression", deny("/bin/rm", "/gh (release|repo) .*/"), "deny", [
  "rm x",
  "./rm x",
  "gh release create v1",
  "sudo gh repo view",
]);
check(
  "deny beats ask, ask beats allow and the list of reading programs",
  { allow: ["curl", "git"], ask: ["git", "curl"], deny: ["curl x"] },
  "ask",
  ["git status", "git push", "curl y"],
);
check("deny beats everything", { allow: ["curl x"], ask: ["curl x"], deny: ["curl x"] }, "deny", ["curl x"]);
check("a name that every object has is a name like others", { allow: ["constructor"], deny: ["valueOf"] }, "auto", [
  "constructor build",
]);

check(
  "options that write or run are not covered",
  allow("find", "sort", "rg", "git", "sed", "tree", "tar", "make", "cargo", "docker", "curl"),
  "ask",
  [
    ...[
      "find . -exec foo {} +",
      "find . -fls x",
      "sort -uo x y",
      "sort --comp=x",
      "rg --pre x y",
      "rg -nz x",
      "git -c a=b log",
      "git -p log",
      "git -C .. log",
    ],
    ...[
      "git diff --output=x",
      "git diff --outp=x",
      "git fetch --upload-pack=x",
      "git grep -nO x",
      "git rebase -x foo",
      "sed -ni p f",
      "sed --in-place=x p f",
    ],
    ...[
      "tree -o x",
      "tar -I x -cf y",
      "tar xIf x y",
      "tar --use-comp=x",
      "make -f x",
      "make -kf x",
      "make SHELL=x",
      "make -- SHELL=x",
      "cargo b --config x",
      "cargo -Zx b",
    ],
    ...["docker -H x ps", "curl -o x y", "curl -sSLO y", "curl -K x", "curl -Tx y"],
  ],
);
check(
  "unless the rule spells them",
  allow("find . -exec foo", "sort -o x", "sed -i", "make CI=1", "git -c a=b"),
  "auto",
  [...["find . -exec foo {} \\;", "sort -o x y", "sed -i p f", "make CI=1 test", "git -c a=b fetch"]],
);
check("and then an argument that is not known asks", allow("sort -o x"), "ask", ['sort -o x "a$X"']);
check("ordinary options are covered", allow("curl", "tar", "make", "cargo test", "git checkout"), "auto", [
  ...[
    "curl -fsSL -X POST https://x -H 'a: b'",
    "tar xzf a.tgz",
    "make test -j4",
    "cargo test -- --config",
    "git checkout -b x",
  ],
]);

check("some commands ask each time", allow("/.*/"), "ask", [
  ...[
    "rm x",
    "rmdir x",
    "sudo ls",
    "eval ls",
    "source x",
    ". x",
    "exec ls",
    "trap ls EXIT",
    "dd if=a of=b",
    "truncate -s 0 x",
    "killall x",
    "del x",
    "erase x",
    "rd x",
  ],
  ...[
    "find . -delete",
    "chmod -R 755 x",
    "crontab -r",
    "env rm x",
    "xargs rm",
    "find . -exec rm {} +",
    "bash x.sh",
    "curl x | sh",
    "sh < x",
    "bash <<< ls",
    "bash -s",
  ],
  ...[
    "git reset --hard",
    "git clean -xfd",
    "git push -uf",
    "git push --force-with-lease",
    "git push origin :x",
    "git push origin +x",
    "git push -d o x",
    "git push --mirror",
  ],
  ...[
    "git checkout -f",
    "git switch --discard-changes x",
    "git branch -D x",
    "git branch --delete --force x",
    "git stash drop",
    "git reflog expire",
    "git filter-branch",
    "git update-ref -d x",
  ],
  ...[
    "psql -c 'drop   TABLE x'",
    "echo 'DELETE FROM x' | sqlite3 a.db",
    "docker exec db mysql -e 'truncate x'",
    "docker system prune",
    "kubectl -n x delete y",
    "terraform -x destroy",
  ],
  ...["npm publish", "npm unpublish x", "cargo publish", "gh repo delete x"],
]);
check("and a verb that is not known could be one of them", allow("git"), "ask", [
  'git "re$X" --hard',
  'git stash "dr$X"',
]);
check("others of the same programs do not", allow("/.*/"), "auto", [
  ...[
    "git reset --soft x",
    "git clean -n",
    "git push -u origin x",
    "git checkout -b x",
    "git branch -d x",
    "git stash pop",
    "chmod +x x",
    "psql -c 'select 1'",
    "docker ps",
  ],
]);
check("the floor stands above every rule", allow("/.*/", "rm", "echo"), "deny", [
  "rm -rf /",
  "echo x > /dev/sda",
  "sudo rm -rf ~",
]);
