// Long because each sentence of the rule book for bash has its test, in its order; they share one analyser.
import { expect, test } from "vitest";
import { NO_COMMAND_RULES, type Outcome } from "../../../../src/core/gate/shell/analysis";
import { realAnalyser } from "../../../support/shellAnalyser";

const analyser = await realAnalyser();

/** Each of these commands has that outcome without any rule. */
function check(sentence: string, expected: Outcome, commands: readonly string[]): void {
  test(sentence, () => {
    for (const command of commands) {
      expect(analyser.analyse(command, "bash", NO_COMMAND_RULES).outcome, command).toBe(expected);
    }
  });
}

// Section 3
check("a text that a person cannot read asks", "ask", [
  ...[`echo ${"b".repeat(9_996)}`, "ls\r\n", "ls\r./x", "ls\u0007", "ls\u001b[0m", "ls\u0085", "ls\u200b"],
  ...["git\u00a0status", "git\u3000status", "git\u2060 status", "echo \u2800", "echo \u{e0041}", "echo \u202ex"],
]);
check("letters of any script and 10,000 characters are fine", "auto", [
  `echo ${"b".repeat(9_995)}`,
  "echo Grüße 世界 Привет",
]);
check("a text without a command asks", "ask", ["", "   ", "\n", "\t\n", "# only a comment", "LC_ALL=C", "< a.txt"]);
check("blanks and line breaks of any number mean nothing", "auto", ["\tls", "ls   -la", "ls\n\n\npwd\n", "ls;"]);

// Section 4
check("a continued line is joined, inside a word too", "auto", [
  ...["git log \\\n --oneline", "gi\\\nt status", 'echo "a\\\nb"', "ls \\\n | wc -l"],
]);
check("a backslash at a line's end is text in single quotes, comments and quoted documents", "auto", [
  ...["echo 'a\\\nb'", "ls # a \\\npwd", "cat <<'EOF'\na \\\nb\nEOF"],
]);
check("a quoted document ends where the shell ends it", "ask", [
  "cat <<'E'\nfoo\\\nE\n./evil\nE",
  "cat <<E\nx\nE\n./evil",
]);
check("what the parser does not understand asks", "ask", [
  ...["ls; )", "ls (", "echo 'a", 'echo "a', "cat <<X\nfoo", "git log &&& ls", "ls *(e:x:)", "{rm,-r,x}", "ls; ;"],
]);
check("the shell's own words stand alone: glued to another they name a program", "ask", [
  ...[
    "[[! -f x ]]",
    "[[ -f x]]",
    "[-f x ]",
    "[ -f x]",
    "{ls; }",
    "{: ls\n}",
    "{ ls; }x",
    "!ls",
    "f() {ls; }",
    "[[[[ -n x ]]",
  ],
]);
check("commands count wherever they stand", "ask", [
  ...["ls && ./x", "ls | ./x", "ls & ./x", "ls\n./x", "( ./x )", "{ ./x; }", "if ./x; then ls; fi", "! ./x"],
  ...[
    "while ./x; do ls; done",
    "for f in $(./x); do ls; done",
    "case $(./x) in a) ls;; esac",
    "case a in a) ./x;; esac",
  ],
  ...["echo $(./x)", 'echo "$(./x)"', "echo `./x`", 'echo "`./x`"', "cat <(./x)", "echo >(./x)", "cat <<< $(./x)"],
  ...[
    "cat <<EOF\n$(./x)\nEOF",
    "cat < $(./x)",
    "echo ${x:-$(./x)}",
    "echo $(( $(./x) ))",
    "[[ -f $(./x) ]]",
    "x=$(./x)",
  ],
]);
check("hidden back-quotes ask", "ask", [
  ...["echo ${x:-`ls`}", "echo ${x#`ls`}", 'echo "${x/a/`ls`}"', "echo ${x^`ls`}", "cat <<EOF\n`ls`\nEOF"],
  ...["[[ $a =~ `ls` ]]", "echo \"${x:-'`./y`'}\"", 'echo "`echo \\`./x\\``"'],
]);
check("a backslash or single quotes make a back-quote text", "auto", [
  "echo \\`x\\`",
  "echo '`x`'",
  'echo "\\`x\\`"',
  "ls # `x`",
]);
check("lists, groups and branches of reading commands are automatic", "auto", [
  ...[
    "ls; pwd && id || true | cat |& wc & ls",
    "( ls )",
    "{ ls; }",
    "! ls",
    "if ls; then pwd; elif id; then ls; else pwd; fi",
  ],
  ...[
    "while false; do ls; done",
    "until true; do ls; done",
    "case x in x|y) ls;; *) pwd;; esac",
    'for f in a *; do cat "$f"; done',
  ],
]);
check("definitions, settings and calculations ask", "ask", [
  ...[
    "f() { ls; }",
    "function f { ls; }",
    "select x in a; do ls; done",
    "coproc ls",
    "for ((;;)); do ls; done",
    "(( 1 ))",
  ],
  ...[
    "let x=1",
    "declare -x A",
    "export A=1",
    "typeset A",
    "readonly A=1",
    "local a",
    "unset A",
    "x=1",
    "a=(1 2)",
    "x+=1",
  ],
  ...["a[0]=1; ls", "LC_ALL=$X; ls", "PATH=.; ls", "if ((1)); then ls; fi"],
]);
check("a literal for a safe variable is fine", "auto", ["LC_ALL=C; ls", "LANG=C TZ=UTC ls", "NO_COLOR=1 git status"]);
check("a loop variable that may be another name of PATH asks", "ask", [
  ...[
    "for PATH in a; do ls; done",
    "for F in a; do ls; done",
    "for path in a; do ls; done",
    "for fpath in a; do ls; done",
  ],
  ...["for a_b in a; do ls; done", "for abcdefghijklmnopq in a; do ls; done"],
]);
check("tests that only look are automatic", "auto", [
  ...[
    "[ -f x ] && ls",
    "test -d x",
    "[[ -n $x ]]",
    "[[ $a == b* || 1 -eq 2 ]]",
    '[ "$x" = y ]',
    '[ -z "$x" ]',
    "[[ ! -f x ]]",
  ],
  ...["[ ! -f x ]", '[ "$#" -eq 0 ]', "test -f x -a -d y", "[[ 3 -gt 2 ]]"],
]);
check("tests that evaluate what they compare ask", "ask", [
  ...["[[ -v 'a[$(x)]' ]]", "test -v x", "test -R x", "[[ $a =~ b ]]", "[[ $a -eq 1 ]]", "[[ 'a[$(x)]' -eq 1 ]]"],
  ...["[ $x = y ]", '[ "$x" ]', '[ "$a" "$b" ]'],
]);
check("a mark of the shell's history asks", "ask", [
  "echo !!",
  "echo !x",
  'echo "!x"',
  "echo a!b",
  "echo \\\\!x",
  "rg a!b",
]);
check("a mark that no history reads is fine", "auto", [
  "echo 'a!b'",
  "echo a\\!b",
  'echo "hi!"',
  "echo $!",
  "find . ! -name x",
]);

// Section 5
check("quotes and escapes change nothing", "auto", [
  ...["g'i't status", 'g"i"t status', "\\ls", "git st\\atus", "$'git' status", "$'\\x67it' status", "echo 'it'\\''s'"],
]);
check("plain forms of expansion are fine where any argument is", "auto", [
  ...[
    "echo $HOME ${HOME} ${#x} $? $$ $# $1",
    "echo ${x%.ts} ${x%%.*} ${x#a} ${x##*/} ${x/a/b} ${x//a/b} ${x^} ${x^^} ${x,,}",
  ],
  ...["echo ${x:-a} ${x-a} ${x:+a} ${x+a}", "echo $((1 + 2 * 3))", "echo {a,b} a{1..3}", "head $X", "grep foo *"],
]);
check("forms that assign, run or evaluate ask", "ask", [
  ...["echo ${x@P}", "echo ${!x}", "echo ${x:=1}", "echo ${x=1}", "echo ${x:?a}", "echo ${x[0]}", "echo ${x:1:2}"],
  ...["echo $((x))", "echo $[1]", 'echo $"x"'],
]);
check("a program that is not known asks", "ask", [
  "$X",
  "${X:-ls}",
  "$(echo ls)",
  "`echo ls`",
  "l*",
  "/bin/l?",
  '"$X" a',
  "l[s]",
]);
check("an unknown argument asks where it could become an option", "ask", [
  ...[
    "rg $X",
    'rg "$X"',
    'rg foo "$X"',
    "git log $X",
    'git show "$X"',
    'git show "$(git rev-parse HEAD)"',
    "find ./$X",
  ],
  ...['git log --format="$X"', 'git log --pretty="a$X"', "rg -e $X foo", "rg {a,b}"],
]);
check("an unknown argument is fine where it can only be one", "auto", [
  ...["rg foo -- $X", 'rg "src/$X"', 'rg -e "$X" src', 'rg --glob="$X" foo', 'git log --grep="$X"', 'git diff -- "$F"'],
  ...['git show "HEAD:$F"', 'git log -n "$X"'],
]);
check("a pattern that could match an option asks", "ask", [
  "rg foo *",
  "rg foo ?a",
  "git diff [a]",
  "sort *",
  "rg -g *.ts foo",
]);
check("a pattern behind a literal beginning, or behind two dashes, is fine", "auto", [
  "rg foo src/*.ts",
  "rg foo -- *",
  "ls *",
  "git diff a*",
]);
check("programs are bare or in system folders", "auto", [
  "/bin/ls",
  "/usr/bin/git status",
  "/usr/local/bin/rg foo",
  "/opt/homebrew/bin/git log",
]);
check("programs elsewhere, and other spellings, ask", "ask", [
  "./ls",
  "bin/ls",
  "/opt/x/ls",
  "/bin/x/ls",
  "LS",
  "ls.exe",
  "~/ls",
  "../ls",
]);

// Section 6
check("reading, copies of descriptors and the null device are fine", "auto", [
  ...[
    "cat < a",
    "ls 2>&1",
    "ls >&2",
    "cat <&3",
    "ls 2>&-",
    "ls > /dev/null",
    "ls >> /dev/null",
    "ls &> /dev/null",
    "{ ls; } 2>/dev/null",
  ],
]);
check("a write asks, wherever it stands", "ask", [
  ...[
    "ls > f",
    "ls >> f",
    "ls >| f",
    "ls &> f",
    "ls &>> f",
    "ls <> f",
    "ls >&f",
    "ls 3> f",
    "> f",
    "{ ls; } > f",
    "( ls ) > f",
  ],
  ...[
    "for f in a; do ls; done > f",
    "if ls; then pwd; fi > f",
    "> f ls",
    "ls > /dev/null/x",
    "ls > /dev/nul",
    "ls | cat > f",
  ],
]);
check("targets that are not known, and the network, ask", "ask", [
  ...["ls > $X", 'ls > "$X"', "cat < $X", "cat < /dev/tcp/a/1", "ls > /dev/udp/a/1", "ls > >(cat)", "ls > *"],
]);
check("documents and here-strings are data", "auto", [
  ...[
    "cat <<EOF\nhello $USER $(ls)\nEOF",
    "cat <<'X'\n$(rm -rf /)\nX",
    'cat <<< "$x"',
    "cat <<-'X'\n\thi\n\tX\nls",
    "cat <<EOF | grep x\na\nEOF",
  ],
]);

// Section 7
check("transparent wrappers are as their commands are", "auto", [
  ...[
    "time ls",
    "time -p ls",
    "nice ls",
    "nice -n 5 ls",
    "timeout 5s ls",
    "timeout -k 1 -s KILL --foreground 5 ls",
    "stdbuf -oL ls",
  ],
  ...[
    "command ls",
    "env ls",
    "env LC_ALL=C ls",
    "bash -c 'ls && pwd'",
    "sh -lc 'ls'",
    "dash -c 'ls | wc'",
    "timeout 5 nice env bash -c 'git status'",
  ],
  ...["command -v git", "command -V ls"],
]);
check("wrappers with anything else ask", "ask", [
  ...[
    "time ./x",
    "nice -n $X ls",
    "timeout $X ls",
    "timeout ls",
    "stdbuf ls",
    "command -p ls",
    "env A=1 ls",
    "env -i ls",
    "env -u A ls",
    "env",
  ],
  ...[
    "bash -c 'ls' x",
    'bash -c "$X"',
    "bash -ec 'ls'",
    "bash --norc -c ls",
    "zsh -c ls",
    "bash -c 'ls; ./x'",
    "bash -c ''",
    "bash x.sh",
    "bash",
  ],
  ...[
    "nohup ls",
    "xargs ls",
    "sudo ls",
    "watch ls",
    "busybox ls",
    "setsid ls",
    "find . -exec ls {} +",
    "eval ls",
    "env -S 'ls'",
  ],
]);

// Section 9
check("programs that only read, with options that are listed", "auto", [
  ...[
    "sort -k2,2 -t , f",
    "sort -rn",
    "uniq -c f",
    "rg -tjs -A2 -C 3 foo",
    "tree -L 2",
    "file -b x",
    "date +%s",
    "date -d yesterday +%F",
    "date -Iseconds",
  ],
  ...[
    "hostname -f",
    "base64 -d f",
    "xxd -l 16 f",
    "jq -r '.a | keys' f",
    "jq --arg a b '.x == $a' f",
    "sed -n '1,5p;10p;20q' f",
    "sed -nE '/a/,/b/p' f",
  ],
  ...[
    "sed -n '$p' f",
    "find . \\( -name a -o -name b \\) -print0",
    "find . -size +10k -mtime -7",
    "printf '%s' \"$x\"",
    "cd",
    "cd -",
    "cd /tmp && ls",
  ],
  ...["node -v", "npm --version", "java -version", "git version"],
]);
check("whatever is not listed asks", "ask", [
  ...[
    "sort -o x y",
    "sort -uo x",
    "sort --outp=x",
    "sort --compress-program=x",
    "uniq a b",
    "rg --pre x y",
    "rg -z x",
    "tree -o x",
    "file -C x",
  ],
  ...[
    "date -s x",
    "date 010101",
    "hostname x",
    "base64 a b",
    "xxd a b",
    "jq -n env",
    "jq '$ENV' f",
    "jq 'import \"a\" as b; .' f",
    "jq -f x",
  ],
  ...[
    "sed -i 1p f",
    "sed 1p f",
    "sed -n '1w x' f",
    "sed -n '1e x' f",
    "sed -n '1p;e' f",
    "sed -n 1p -i f",
    "find . -delete",
    "find . -fls x",
    "find . -ok rm {} \\;",
  ],
  ...[
    "printf -v x y",
    "printf $X",
    "cd a b",
    "cd -P a",
    "node --version x",
    "cargo --version",
    "yarn --version",
    "go version",
  ],
  ...[
    "printenv",
    "set",
    "ps",
    "top",
    "less x",
    "man ls",
    "awk 1",
    "npm ls",
    "docker ps",
    "node x.js",
    "curl x",
    "mkdir x",
    "constructor",
    "__proto__ x",
  ],
]);
check("git verbs that only read, with options that are listed", "auto", [
  ...[
    "git status -uno --porcelain=v2",
    "git log -5 --since='2 days ago' --format='%h %s'",
    "git diff HEAD~1 --stat=80 --word-diff=color",
    "git log -Sfoo -- a",
  ],
  ...[
    "git stash list -3",
    "git stash show -p",
    "git branch",
    "git branch -a --sort=-committerdate",
    "git branch --list 'a/*'",
    "git tag -l 'v*'",
    "git tag -n3",
  ],
  ...[
    "git remote -v",
    "git remote get-url origin",
    "git config --get user.name",
    "git reflog",
    "git worktree list",
    "git -C a -C b --no-pager log",
  ],
  ...[
    "git describe --dirty=-x",
    "git rev-list --count HEAD",
    "git cat-file -p HEAD",
    "git ls-tree -r HEAD",
    "git grep -n -e foo -- src",
    "git shortlog -sn",
  ],
]);
check("git that writes, runs programs or reads elsewhere asks", "ask", [
  ...[
    "git push",
    "git add .",
    "git commit -m x",
    "git fetch",
    "git stash",
    "git branch x",
    "git branch -d x",
    "git tag v1",
    "git config a b",
    "git remote add a b",
  ],
  ...[
    "git -c a=b log",
    "git -ccore.pager=x log",
    "git -p log",
    "git --git-dir=x log",
    "git --exec-path=x log",
    "git -C .. log",
    "git -C /x log",
    "git -C ~/x log",
  ],
  ...[
    "git log --output=x",
    "git log --outp=x",
    "git diff --ext-diff",
    "git diff --textconv",
    "git grep -O foo",
    "git grep -nO foo",
    "git log --pretty=%G?",
  ],
  ...["git diff -U --output=x", "git log --pretty --output=x", "git constructor", "git $X", "git checkout status"],
]);
check("git elsewhere asks, other reads do not", "ask", [
  ...[
    "cd /tmp && git status",
    "cd .. && git status",
    "cd; git status",
    "cd - && git log",
    "cd $X && git status",
    "cd a/../.. && git log",
    "cd ~/x && git log",
  ],
  ...[
    "(cd /x && git status)",
    "while true; do git status; cd /x; done",
    "command cd /x && git status",
    "cd /x && bash -c 'git status'",
  ],
]);
check("git in a folder of the workspace, or outside the group that left it, is fine", "auto", [
  ...[
    "cd src && git status",
    "cd a && cd b && git log",
    "(cd /x && ls); git status",
    "git status; cd /x",
    "cd /x && ls",
  ],
]);

// Section 11
check("nothing removes the system or a home folder", "deny", [
  ...[
    "rm -rf /",
    "rm -fr ~",
    'rm -r "$HOME"',
    "rm -rf ${HOME}/",
    "rm -R /etc",
    "rm -rf /usr/*",
    "rm -rf //",
    "rm -rf /./",
    "rm -rf /.*",
    "rm -rf ~/*",
  ],
  ...[
    "rm -rf /home/bob",
    "rm -rf /Users/x/.",
    "rm -rf /tmp/../etc",
    "rm -rf /home/..",
    "rm -rf /private/var",
    "rm -rf -- /",
    "rm --recursive /",
  ],
  ...[
    "RM -rf /",
    "/bin/rm -rf /",
    'r"m" -rf /',
    "\\rm -rf /",
    "$'rm' -rf /",
    "r\\\nm -rf /",
    "rm > /dev/null -rf /",
    "> x rm -rf /",
  ],
  ...[
    "find / -delete",
    "find /etc -name x -delete",
    "find / -exec rm {} \\;",
    "chmod -R 777 /",
    "chown -R x /etc",
    "chgrp --recursive x /usr",
  ],
]);
check("nor behind wrappers, in payloads, substitutions and bodies", "deny", [
  ...[
    "sudo rm -rf /",
    "sudo -u root rm -rf /",
    "env A=1 rm -rf /",
    "xargs rm -rf /",
    "nohup rm -rf / &",
    "timeout -k 5 9 rm -rf /",
    "nice -n 5 ionice -c 3 rm -rf /",
  ],
  ...[
    "bash -c 'rm -rf /'",
    "zsh -c 'ls; rm -rf /'",
    "bash -o pipefail -c 'rm -rf /'",
    "eval 'rm -rf /'",
    "eval rm -rf /",
    "su root -c 'rm -rf /'",
    "su - root -c 'rm -rf /'",
  ],
  ...[
    "env -S 'rm -rf /'",
    "flock x rm -rf /",
    "flock x -c 'rm -rf /'",
    "watch 'rm -rf /'",
    "busybox rm -rf /",
    "strace -f rm -rf /",
    "command rm -rf /",
    "coproc rm -rf /",
  ],
  ...[
    "bash -c 'bash -c \"rm -rf /\"'",
    "echo $(rm -rf /)",
    "x=`rm -rf /`",
    "cat <<EOF\n$(rm -rf /)\nEOF",
    "f() { rm -rf /; }",
    "if true; then rm -rf /; fi",
    "export X=$(rm -rf /)",
  ],
  ...[
    "cat <(rm -rf /)",
    "echo ${x:-$(rm -rf /)}",
    "ls &&& rm -rf /",
    `echo ${"a".repeat(10_000)}; rm -rf /`,
    `echo ${"a".repeat(50_000)}; rm -rf /`,
  ],
]);
check("deeper paths, and folders of the workspace, only ask", "ask", [
  "rm -rf ~/projects/old",
  "rm -rf /usr/local/x/y",
  "rm -rf build",
  "rm /etc",
  "chmod -R 755 ./bin",
  "find . -delete",
]);
check("a target that is not known is not automatic", "ask", ['rm -rf "$X"', 'rm -rf "$X"/', "rm -rf /{bin,etc}"]);
check("disks, the machine and all processes are safe", "deny", [
  ...[
    "mkfs /dev/sda",
    "mkfs.ext4 x",
    "mke2fs x",
    "mkswap x",
    "wipefs -a x",
    "blkdiscard x",
    "diskutil eraseDisk x",
    "dd if=x of=/dev/sda",
    "tee /dev/sdb1",
    "shred /dev/vda",
  ],
  ...[
    "cp x /dev/nvme0n1p1",
    "mv x /dev/mmcblk0",
    "cat x > /dev/mapper/foo",
    "echo > /dev/sda",
    "shutdown now",
    "reboot",
    "halt -p",
    "poweroff",
    "init 0",
    "telinit 6",
  ],
  ...[
    "systemctl reboot",
    "systemctl --force poweroff",
    "kill -9 -1",
    "kill -KILL -1",
    "cmd /c rd /s /q C:\\\\",
    "rd /s C:\\\\",
  ],
]);
check("a function that multiplies itself is a bomb", "deny", [
  ":(){ :|:& };:",
  "f() { f & }",
  "f() { f | f; }; f",
  "function b { b | b; }",
  "f() { ( f ) & }",
]);
check("reading a disk, or asking about a shutdown, only asks", "ask", [
  "dd if=/dev/sda of=x",
  "shutdown -c",
  "reboot --help",
  "systemctl status x",
  "kill -9 123",
  "f() { f; }",
]);
