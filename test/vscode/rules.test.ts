import { beforeEach, expect, test, vi } from "vitest";
import type { Rule } from "../../src/shared/rules";
import { memoryLogPort } from "../fakes/memoryPorts";

interface Scopes {
  globalValue?: unknown;
  workspaceValue?: unknown;
  workspaceFolderValue?: unknown;
}
const settings = new Map<string, Scopes>();
const shown: string[] = [];
const listeners: ((event?: unknown) => void)[] = [];
const watched: string[] = [];
let folders = ["a", "b"];
let isTrusted = true;
let updateFails = false;
let userFile = "{}";
let pressed: string | undefined;

vi.mock("vscode", () => {
  const listen = (listener: () => void) => {
    listeners.push(listener);
    return { dispose: () => undefined };
  };
  const show = async (words: string, ...buttons: string[]) => {
    shown.push(words);
    const answer = pressed;
    pressed = undefined;
    return buttons.find((button) => button === answer);
  };
  return {
    ConfigurationTarget: { Global: 1 },
    EventEmitter: class {
      readonly #all: (() => void)[] = [];
      readonly event = (listener: () => void) => this.#all.push(listener);
      fire() {
        for (const each of this.#all) each();
      }
      dispose() {}
    },
    RelativePattern: class {
      constructor(
        readonly base: { uri: { path: string } },
        readonly pattern: string,
      ) {}
    },
    FileSystemError: class extends Error {
      code = "FileNotFound";
    },
    Uri: { file: (path: string) => ({ scheme: "file", path, fsPath: path }) },
    commands: { executeCommand: async () => undefined },
    l10n: { t: (words: string, ...places: unknown[]) => words.replace(/\{(\d)\}/g, (_, at) => String(places[at])) },
    window: { showWarningMessage: show, showErrorMessage: show, showInformationMessage: show },
    workspace: {
      get isTrusted() {
        return isTrusted;
      },
      fs: { readFile: async () => new TextEncoder().encode(userFile) },
      get workspaceFolders() {
        return folders.map((name) => ({ name, uri: { scheme: "file", path: `/${name}`, fsPath: `/${name}` } }));
      },
      getConfiguration: (_section: string, uri?: { path: string }) => ({
        inspect: (key: string) => settings.get(uri === undefined ? key : `${key}@${uri.path}`),
        update: async (key: string, value: unknown) => {
          if (updateFails) throw new Error("The file is broken.");
          settings.set(key, { ...settings.get(key), globalValue: value });
        },
      }),
      createFileSystemWatcher: ({ base, pattern }: { base: { uri: { path: string } }; pattern: string }) => {
        watched.push(`${base.uri.path}/${pattern}`);
        return { onDidCreate: listen, onDidChange: listen, onDidDelete: listen, dispose: () => undefined };
      },
      onDidChangeConfiguration: listen,
      onDidGrantWorkspaceTrust: listen,
      onDidChangeWorkspaceFolders: listen,
    },
  };
});

const { RuleSettings } = await import("../../src/vscode/rules");
const { saveRules, withRules } = await import("../../src/vscode/ruleSaving");
const { RuleNotice } = await import("../../src/vscode/ruleNotice");

beforeEach(() => {
  settings.clear();
  for (const list of [shown, listeners, watched]) list.splice(0);
  folders = ["a", "b"];
  isTrusted = true;
  updateFails = false;
  pressed = undefined;
});

const allow: Rule = { tool: "edit", path: "src/**", action: "allow" };
const deny: Rule = { tool: "edit", action: "deny" };

test("reads the user's rules, the workspace's and each folder's, which hold in their own root", () => {
  settings.set("rules", { globalValue: [allow], workspaceValue: [{ tool: "*", action: "allow" }] });
  settings.set("workspaceRules", { workspaceValue: [deny] });
  settings.set("workspaceRules@/b", { workspaceFolderValue: [deny] });
  const rules = new RuleSettings(memoryLogPort());
  expect(rules.current).toEqual({ rules: [allow, deny, { ...deny, root: "/b" }], problems: [] });
});

test("F55: reads no allow rule of a workspace, and has that among its problems", () => {
  settings.set("workspaceRules@/a", { workspaceFolderValue: [allow] });
  const rules = new RuleSettings(memoryLogPort());
  expect(rules.current.rules).toEqual([]);
  expect(rules.current.problems.map(({ place }) => place)).toEqual(["gatehouse.workspaceRules[0]"]);
});

test("reads nothing of an untrusted workspace, and still what the user says", () => {
  isTrusted = false;
  const own = { ...deny, tool: "write" };
  settings.set("workspaceRules", { globalValue: [own], workspaceValue: [deny] });
  expect(new RuleSettings(memoryLogPort()).current.rules).toEqual([own]);
});

test("F112: reads the stricter way when the setting is broken; the banner of the chat tells it, no notification", () => {
  settings.set("rules", { globalValue: { nonsense: true } });
  const rules = new RuleSettings(memoryLogPort());
  expect(rules.current.rules).toEqual([{ tool: "*", action: "ask", unread: true }]);
  expect(rules.current.problems).toEqual([{ place: "gatehouse.rules", why: "it must be a list of rules" }]);
  expect(shown).toEqual([]);
});

test("F112: a settings.json that does not parse asks for every call, until it does again", async () => {
  const rules = new RuleSettings(memoryLogPort(), { path: "/u/settings.json" } as never);
  userFile = '{\n "gatehouse.rules": [ { "tool": "edit" "action": "deny" } ]\n}';
  await rules.checkFile();
  expect(rules.current.rules).toEqual([{ tool: "*", action: "ask", unread: true }]);
  expect(rules.current.problems[0]?.why).toContain("settings.json:2: comma expected");
  userFile = '{ "gatehouse.rules": [], // fine\n}';
  await rules.checkFile();
  expect(rules.current).toEqual({ rules: [], problems: [] });
});

test("reads anew after a change, and watches the law of each folder", () => {
  const rules = new RuleSettings(memoryLogPort());
  expect(rules.current.rules).toEqual([]);
  expect(watched).toEqual(["/a/.gatehouse/law.json", "/b/.gatehouse/law.json"]);
  let told = 0;
  rules.onDidChange(() => {
    told += 1;
  });
  settings.set("rules", { globalValue: [allow] });
  listeners[0]?.({ affectsConfiguration: (key: string) => key === "gatehouse.rules" });
  expect(rules.current.rules).toEqual([allow]);
  expect(told).toBe(1);
});

test("watches the law of a folder that is added later", () => {
  new RuleSettings(memoryLogPort());
  watched.splice(0);
  folders = ["a", "c"];
  for (const listener of listeners.slice()) listener({ affectsConfiguration: () => false });
  expect(watched).toEqual(["/a/.gatehouse/law.json", "/c/.gatehouse/law.json"]);
});

test("saves rules behind those that stand there, each once, and leaves broken ones alone", async () => {
  settings.set("rules", { globalValue: [{ broken: 1 }, { ...allow, why: "mine" }] });
  await Promise.all([
    saveRules([allow, deny], memoryLogPort()),
    saveRules([{ ...deny, tool: "write" }], memoryLogPort()),
  ]);
  expect(settings.get("rules")?.globalValue).toEqual([
    { broken: 1 },
    { ...allow, why: "mine" },
    deny,
    { ...deny, tool: "write" },
  ]);
  expect(withRules(undefined, [allow])).toEqual([allow]);
});

test("says so when a rule can't be saved, and writes over nothing", async () => {
  settings.set("rules", { globalValue: { mine: true } });
  await saveRules([allow], memoryLogPort());
  expect(settings.get("rules")?.globalValue).toEqual({ mine: true });
  updateFails = true;
  settings.set("rules", { globalValue: [] });
  await saveRules([allow], memoryLogPort());
  expect(shown).toHaveLength(2);
  expect(shown[0]).toContain("could not be saved");
});

test("asks a person about changed rules with fixed words, once at a time, and does what they say", async () => {
  const used: string[] = [];
  const notice = new RuleNotice((session) => used.push(session) > 0);
  pressed = "Use Them Now";
  await notice.raise("s1", { rules: true, laws: false });
  expect(used).toEqual(["s1"]);
  await notice.raise("s1", { rules: true, laws: true });
  await notice.raise("s1", { rules: false, laws: false });
  expect(used).toEqual(["s1"]);
  expect(shown).toHaveLength(2);
});
