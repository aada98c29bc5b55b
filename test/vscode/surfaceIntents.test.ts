import { beforeEach, expect, test, vi } from "vitest";

const ran: string[] = [];
const told: string[] = [];
let canWrite = true;

vi.mock("vscode", () => ({
  ConfigurationTarget: { Global: 1 },
  commands: { executeCommand: async (id: string) => ran.push(id) },
  l10n: { t: (words: string, ...parts: string[]) => words.replace("{0}", parts[0] ?? "") },
  window: {
    showErrorMessage: async (words: string) => told.push(words),
    showInformationMessage: async (words: string) => told.push(words),
  },
  workspace: {
    getConfiguration: () => ({
      inspect: () => undefined,
      update: async (key: string) => {
        if (!canWrite) throw new Error("settings.json is read-only");
        ran.push(`write ${key}`);
      },
    }),
  },
}));

const { actOnSurface } = await import("../../src/vscode/surfaceIntents");
const { surfaceCommands } = await import("../../src/vscode/commands/surface");

beforeEach(() => {
  ran.splice(0);
  told.splice(0);
  canWrite = true;
});

const parts = {
  agents: {
    open: async (file: string) => ({ type: "saved", file }) as const,
    save: async (file: string) => ({ type: "saved", file }) as const,
    create: async () => ({ type: "saved", file: "new" }) as const,
    pathOf: (shown: string) => (shown === "a.md" ? "/w/a.md" : undefined),
  },
  rules: {
    add: async () => {
      if (!canWrite) throw new Error("settings.json is read-only");
      ran.push("add rule");
      return { type: "ruleChanged", change: "added" } as const;
    },
    remove: async () => {
      ran.push("remove rule");
      return { type: "ruleChanged", change: "removed" } as const;
    },
    explain: async (id: number) => ({ type: "explained", id, explanation: { state: "unknown" } }) as const,
  },
  server: async (name: string, action: string) => void ran.push(`${action} ${name}`),
  openFile: async (path: string, line: number | undefined) => void ran.push(`open ${path}:${line}`),
  reload: async () => void ran.push("reload"),
};

test("each wish goes to the part that does it", async () => {
  await actOnSurface({ kind: "setTool", revision: 1, name: "a", wish: { enabled: false }, scope: "user" }, parts);
  await actOnSurface({ kind: "server", revision: 1, name: "files", action: "restart" }, parts);
  await actOnSurface({ kind: "openFile", revision: 1, path: "a.md", line: 4 }, parts);
  await actOnSurface({ kind: "reload", revision: 1 }, parts);
  await actOnSurface({ kind: "command", revision: 1, command: "showSurfaceJson" }, parts);
  await actOnSurface({ kind: "command", revision: 1, command: "manageTrust" }, parts);
  expect(ran).toEqual([
    "write tools.rules",
    "restart files",
    "open /w/a.md:4",
    "reload",
    "gatehouse.showSurfaceJson",
    "workbench.trust.manage",
  ]);
});

test("what a profile's file says comes back as the answer", async () => {
  expect(await actOnSurface({ kind: "editProfile", revision: 1, file: "a.md" }, parts)).toEqual({
    type: "saved",
    file: "a.md",
  });
});

test("settings that can't be written are told with the reason", async () => {
  canWrite = false;
  const wish = { kind: "setTool", revision: 1, name: "a", wish: { enabled: false }, scope: "user" } as const;
  await expect(actOnSurface(wish, parts)).rejects.toThrow("read-only");
  expect(told).toEqual(["The settings could not be written: settings.json is read-only"]);
});

test("the commands open the panel, and the request as JSON once there is one", async () => {
  const shown: unknown[] = [];
  let snapshot: unknown;
  const commands = surfaceCommands({
    panel: { show: (tab) => shown.push(tab) },
    texts: { show: async (path, _key, text) => void shown.push([path, text]) },
    snapshot: () => snapshot as never,
  });
  commands.showSurface();
  commands.editAgents();
  await commands.showSurfaceJson();
  expect(told).toEqual(["No request was prepared in this session yet."]);
  snapshot = { turn_id: { text: "t\u202e" }, step: 2, tools: [] };
  await commands.showSurfaceJson();
  expect(shown.slice(0, 2)).toEqual([undefined, "agents"]);
  const [path, text] = shown[2] as [string, string];
  expect([path, JSON.parse(text)]).toEqual(["/Gatehouse tool surface.json", snapshot]);
  expect(text).toContain('"t\\u202e"');
});

const RULE = { tool: "bash", command: "git push", action: "ask" } as const;

test("rules are added, removed and tried by their own part", async () => {
  expect(await actOnSurface({ kind: "addRule", revision: 1, rule: RULE }, parts)).toMatchObject({ change: "added" });
  expect(await actOnSurface({ kind: "removeRule", revision: 1, rule: RULE }, parts)).toMatchObject({
    change: "removed",
  });
  const asked = { kind: "explain", revision: 1, id: 7, command: "ls" } as const;
  expect(await actOnSurface(asked, parts)).toMatchObject({ type: "explained", id: 7 });
  await actOnSurface({ kind: "command", revision: 1, command: "ruleSettings" }, parts);
  expect(ran).toEqual(["add rule", "remove rule", "workbench.action.openSettings"]);
});

test("a rule that can't be written is told with the reason", async () => {
  canWrite = false;
  await expect(actOnSurface({ kind: "addRule", revision: 1, rule: RULE }, parts)).rejects.toThrow("read-only");
  expect(told).toEqual(["The settings could not be written: settings.json is read-only"]);
});
