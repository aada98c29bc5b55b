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
