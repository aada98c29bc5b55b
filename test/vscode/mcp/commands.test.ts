import { beforeEach, expect, test, vi } from "vitest";
import type { McpPool, ServerConfig } from "../../../src/core/mcp/pool";
import type { ServerRow, ServerStatus } from "../../../src/shared/surface";
import type { Servers } from "../../../src/vscode/mcp/servers";

interface Item {
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
}
const picks: Item[][] = [];
const presses: string[] = [];
const told: string[] = [];

vi.mock("vscode", () => ({
  l10n: { t: (words: string, ...places: unknown[]) => words.replace(/\{(\d)\}/g, (_, at) => String(places[at])) },
  ThemeIcon: class {},
  ProgressLocation: {},
  window: {
    async showQuickPick(items: Item[]) {
      picks.push(items);
      const wanted = presses.shift();
      return items.find(({ label }) => label === wanted);
    },
    withProgress: (_: object, work: (progress: object, token: object) => unknown) =>
      work({}, { onCancellationRequested: () => undefined }),
    showInformationMessage: (words: string) => void told.push(words),
    showWarningMessage: (words: string) => void told.push(words),
    showErrorMessage: (words: string) => void told.push(words),
  },
}));
const { serverCommands } = await import("../../../src/vscode/commands/servers");

beforeEach(() => [picks, presses, told].forEach((each) => void each.splice(0)));

const row = (status: ServerStatus, more: Partial<ServerRow> = {}): ServerRow => ({
  ...{ name: "s", transport: "http", target: "https://x.example/", source: "user", status, warnings: [] },
  ...{ tools: 3, quarantined: [], resources: 0, prompts: 0, trusted: false, ...more },
});

function setUp(shown: ServerRow, checked: ServerRow = shown) {
  const did: string[] = [];
  const act = (what: string) => async (name?: unknown) => void did.push(`${what} ${JSON.stringify(name)}`);
  const pool = { servers: () => [shown], restart: act("restart"), stop: act("stop"), signIn: act("signIn") };
  const own = { configure: () => {}, connect: act("connect"), servers: () => [checked], close: act("close") };
  const config = { name: "s", connectMs: 1, listMs: 1 } as ServerConfig;
  const known = { config, entry: { disabled: false }, expanded: { unanswered: [] } };
  const servers = {
    refresh: async () => {},
    find: () => known,
    approve: async () => {
      did.push("approve");
      return true;
    },
    forget: act("forget"),
  };
  const commands = serverCommands(async () => ({
    pool: pool as unknown as McpPool,
    servers: servers as unknown as Servers,
    settings: () => ({ trustedServers: ["t"], disabledServers: [] }),
    update: async (key, value) => void did.push(`${key} = ${JSON.stringify(value)}`),
    newPool: async () => own as unknown as McpPool,
    showLog: () => void did.push("log"),
  }));
  return { did, commands };
}

test.each([
  ["configured", ["Sign In…", "Start"]],
  ["needs_approval", ["Approve…"]],
  ["connecting", ["Sign In…", "Restart", "Stop"]],
  ["ready", ["Sign In…", "Restart", "Stop"]],
  ["needs_sign_in", ["Sign In…", "Start"]],
  ["failed", ["Sign In…", "Restart"]],
  ["disabled", []],
] as const)("a server that is %s offers what makes sense then", async (status, expected) => {
  const { commands } = setUp(row(status));
  presses.push("s");
  await commands.manageServers();
  const life = /^(Sign In…|Start|Restart|Stop|Approve…)$/;
  expect(picks[1]?.map(({ label }) => label).filter((label) => life.test(label))).toEqual(expected);
});

test("the list says how each is, and draws nothing that a server brings", async () => {
  const { commands } = setUp(row("failed", { name: "$(star) s", error: "gone\u202E", source: "workspace" }));
  await commands.manageServers();
  expect(picks[0]).toMatchObject([
    { label: "$ (star) s", description: "failed · of this workspace", detail: "gone\\u{202E}" },
  ]);
});

test.each([
  ["Sign In…", ['signIn "s"']],
  ["Restart", ['restart "s"']],
  ["Stop", ['stop "s"']],
  ["Trust It", ['mcp.trustedServers = ["t","s"]']],
  ["Disable", ['mcp.disabledServers = ["s"]']],
  ["Forget Its Sign-In and Values", ['forget "s"']],
  ["Show Log", ["log"]],
])("%s does just that", async (label, expected) => {
  const { did, commands } = setUp(row("ready"));
  presses.push("s", label);
  await commands.manageServers();
  expect(did).toEqual(expected);
});

test("an approved server is started", async () => {
  const { did, commands } = setUp(row("needs_approval"));
  presses.push("s", "Approve…");
  await commands.manageServers();
  expect(did).toEqual(["approve", 'restart "s"']);
});

test.each([
  [row("ready"), "The MCP server s works: 3 tools."],
  [row("needs_sign_in"), "The MCP server s answers and wants you to sign in."],
  [row("failed", { error: "It exited with code 1." }), "The MCP server s does not work: It exited with code 1."],
])("a check connects by itself, tells what came of it, and leaves nothing behind", async (found, words) => {
  const { did, commands } = setUp(row("configured"), found);
  presses.push("s");
  await commands.checkServer();
  expect(did).toEqual(["approve", 'connect ["s"]', "close undefined"]);
  expect(told).toEqual([words]);
});
