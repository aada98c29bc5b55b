import { expect, test } from "vitest";
import { NO_COMMAND_RULES, type ShellName } from "../../../../src/core/gate/shell/analysis";
import { analyserFiles, realAnalyser } from "../../../support/shellAnalyser";

const analyser = await realAnalyser();
const effects = (command: string, shell: ShellName = "bash") =>
  analyser.analyse(command, shell, NO_COMMAND_RULES).effects;
const paths = (uses: readonly { readonly path: string; readonly folder?: string }[]): string[] =>
  uses.filter((use) => !("guessed" in use || "tracked" in use)).map(({ path, folder }) => `${folder ?? "?"}:${path}`);

test("tells what it found, part by part, and which rule matched", () => {
  const { outcome, parts } = analyser.analyse("git status && npm test > out; curl x", "bash", {
    allow: ["npm test"],
    ask: [],
    deny: ["curl"],
  });
  expect(outcome).toBe("deny");
  expect(parts).toEqual([
    { text: "git status", outcome: "auto", why: "read_only" },
    { text: "npm test", outcome: "auto", why: "allow_rule", rule: "npm test" },
    { text: "> out", outcome: "ask", why: "writes" },
    { text: "curl x", outcome: "deny", why: "deny_rule", rule: "curl" },
  ]);
});

test("names the files that are read and written, with the folder they start from", () => {
  expect(paths(effects("cat a ../b ~/c").reads)).toEqual([":a", ":../b", ":~/c"]);
  expect(paths(effects("cd x && cd y && cat a < b > c").reads)).toEqual(["x/y:b", ":x", "x:y", "x/y:a"]);
  expect(paths(effects("cd x && ls > c").writes)).toEqual(["x:c"]);
  expect(paths(effects("cd /etc && cat passwd").reads)).toEqual([":/etc", "?:passwd"]);
  expect(paths(effects("grep -f/etc/shadow x; sort --files0-from=/a").reads)).toEqual([":/etc/shadow", ":x", ":/a"]);
  expect(paths(effects("bash -c 'cat inner'").reads)).toEqual([":inner"]);
  expect(paths(effects("sudo cat /etc/shadow").reads)).toEqual([":/etc/shadow"]);
  expect(paths(effects("git diff /dev/null ~/.ssh/id").reads)).toEqual([":/dev/null", ":~/.ssh/id"]);
  expect(paths(effects("gc a.txt | sls x > out", "pwsh").writes)).toEqual([":out"]);
});

test("names patterns as such, and words of reading programs that are not known", () => {
  expect(effects("cat *.ts").reads).toEqual([{ path: "*.ts", folder: "", pattern: true }]);
  expect(effects('cat "$X" a; echo $Y').unresolvedReads).toEqual(['"$X"']);
});

test("names the folders in which git reads its settings", () => {
  expect(effects("git status; git -C a/b log; cd x && git diff").gitFolders).toEqual(["", "a/b", "x"]);
  expect(effects("git --version; ls").gitFolders).toEqual([]);
});

test("names what it can't read once, as close as it can", () => {
  const found = (command: string, shell: ShellName = "bash") =>
    analyser.analyse(command, shell, NO_COMMAND_RULES).parts.map(({ text, why }) => `${why}: ${text}`);
  expect(found("curl (x")).toEqual(["unparsed: curl (x", "not_listed: x"]);
  expect(found("curl (x", "pwsh")).toEqual(["unparsed: curl (x"]);
  expect(found("if ls; then")).toEqual(["read_only: ls", "unparsed: if ls; then"]);
  expect(found("ls; curl (x && rm b")).toEqual([
    ...["read_only: ls", "unparsed: curl (x && rm b", "not_listed: x", "always_ask: rm b"],
  ]);
  expect(found("rm b; rm b")).toEqual(["always_ask: rm b", "always_ask: rm b"]);
});

const prints = (command: string) =>
  effects(command).gitPrints.map(({ folder, paths, words, history }) =>
    [folder, ...paths.map((path) => `:${path}`), ...words, ...(history ? ["ever"] : [])].join(" "),
  );

test("knows which git commands print what is in files that they don't name", () => {
  const table: readonly (readonly [command: string, prints: string | undefined])[] = [
    ["git diff", ""],
    ["git -C sub diff", "sub"],
    ["cd sub && git diff", "sub"],
    ["git diff src HEAD~1", " src HEAD~1"],
    ["git diff -- src", " :src"],
    ["git diff HEAD -- src/a.ts", " :src/a.ts HEAD"],
    ["git diff --cached", " ever"],
    ["git diff --stat", undefined],
    ["git diff --name-only HEAD", undefined],
    ["git diff --stat -p", ""],
    ["git diff --stat --check", ""],
    ["git log", undefined],
    ["git log --stat -3", undefined],
    ["git log -p", " ever"],
    ["git log --patch -- src", " :src ever"],
    ["git log -p --follow a.ts", " ever"],
    ["git log -U9", " ever"],
    ["git log -L1,3:a.ts", " ever"],
    ["git log -p -S -- HEAD", " ever"],
    ["git show", " ever"],
    ["git show HEAD~2", " HEAD~2 ever"],
    ["git show --stat HEAD", undefined],
    ["git show --stat 0f3a9c1", " 0f3a9c1 ever"],
    ["git show HEAD:src/a.ts", undefined],
    ["git show HEAD@{1}:./a.ts", undefined],
    ["git show :/fix", " :/fix ever"],
    ["git show 'HEAD^{/fix:this}'", " HEAD^{/fix:this} ever"],
    ["git show HEAD:a.ts HEAD", " HEAD:a.ts HEAD ever"],
    ["git show --all HEAD:a.ts", " HEAD:a.ts ever"],
    ["git --icase-pathspecs diff -- src", ""],
    ["git stash list", undefined],
    ["git stash list -p", " ever"],
    ["git stash show", " ever"],
    ["git stash show -p -- src", " ever"],
    ["git stash show --stat", undefined],
    ["git cat-file -p 0f3a9c1", " 0f3a9c1 ever"],
    ["git cat-file -p HEAD:a.ts", undefined],
    ["git cat-file -t HEAD", undefined],
    ["git grep x", ""],
    ["git grep x -- src", " :src"],
    ["git grep x HEAD~9", " ever"],
    ["git grep -e x HEAD~9", " ever"],
    ["git status", undefined],
    ["git status -v", " ever"],
    ["git archive HEAD", " ever"],
    ["git blame a.ts", undefined],
    ["git branch -v; git ls-files; git rev-list --objects HEAD", undefined],
  ];
  for (const [command, expected] of table) {
    expect([command, prints(command).join(",")]).toEqual([command, expected ?? ""]);
    expect([command, prints(command).length > 0]).toEqual([command, expected !== undefined]);
  }
});

test("a text without a parser asks, and still shows what is forbidden", async () => {
  const { loadAnalyser } = await import("../../../../src/core/gate/shell/loader");
  const read = analyserFiles();
  const bashOnly = await loadAnalyser(read, () => 0);
  expect(bashOnly.analyse("gci", "pwsh", NO_COMMAND_RULES).outcome).toBe("ask");
  expect(bashOnly.analyse("rm -r C:\\", "pwsh", NO_COMMAND_RULES).outcome).toBe("deny");
});

test("a parser that takes too long gives up, and the text asks", async () => {
  const { loadAnalyser } = await import("../../../../src/core/gate/shell/loader");
  let time = 0;
  const slow = await loadAnalyser(analyserFiles(), () => {
    time += 200;
    return time;
  });
  expect(slow.analyse(`${"ls; ".repeat(500)}`, "bash", NO_COMMAND_RULES).outcome).toBe("ask");
  expect(slow.analyse(`${"ls; ".repeat(500)} rm -rf /`, "bash", NO_COMMAND_RULES).outcome).toBe("deny");
  expect(slow.analyse("ls", "bash", NO_COMMAND_RULES).outcome).toBe("auto");
});
