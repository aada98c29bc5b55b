import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import type { McpTemplate } from "../../../src/core/mcp/pool";
import type { MentionParts } from "../../../src/vscode/composer/mentions";
import type { TerminalNews } from "../../../src/vscode/terminalHistory";

const said: string[] = [];
/** What a person fills in, box by box; without one the box is closed. */
const filled: string[] = [];
const boxes: { readonly title?: string; readonly prompt?: string }[] = [];
const files: McpTemplate = {
  server: "disk",
  template: "file:///{folder}/{+path}{?rev}",
  name: "A file",
  description: "Of the disk",
  variables: ["folder", "path", "rev"],
};
let templates: readonly McpTemplate[] = [];
const readResource = async (server: string, uri: string) => `${server} read ${uri}`;
vi.mock("vscode", () => ({
  l10n: { t: (words: string) => words },
  window: {
    showInformationMessage: (words: string) => void said.push(words),
    showInputBox: async (box: object) => {
      boxes.push(box);
      return filled.shift();
    },
  },
  workspace: { findFiles: async () => [], workspaceFolders: [] },
  FileType: {},
  Uri: {},
}));
const { completeMention, mentioned } = await import("../../../src/vscode/composer/mentions");

beforeEach(() => {
  for (const each of [said, filled, boxes]) each.splice(0);
  templates = [files];
});

const parts = (news: TerminalNews = { missing: "no_command" }) =>
  ({
    pool: { resources: () => [], resourceTemplates: async () => templates, readResource },
    language: { symbols: async () => [] },
    terminals: { latest: () => news },
  }) as unknown as MentionParts;

test("the terminal is offered among what is at hand", async () => {
  const found = await completeMention("ter", parts());
  expect(found.map(({ label, insert }) => [label, insert])).toEqual([["@terminal", "@terminal "]]);
});

test("a message that mentions the terminal brings what was printed in it", async () => {
  const news = { terminal: "bash", text: "$ make\n(exit 2)" };
  expect(await mentioned("Why does @terminal fail?", parts(news))).toEqual([
    { label: "terminal bash", text: "$ make\n(exit 2)" },
  ]);
  expect(said).toEqual([]);
});

test.each([
  ["no_terminal", /No terminal is open/],
  ["no_shell_integration", /no shell integration/],
  ["no_command", /No command was run/],
] as const)(
  "where nothing can be read the person is told why, and the model that it is so: %s",
  async (missing, why) => {
    const found = await mentioned("See @terminal.", parts({ missing }));
    expect(found).toEqual([{ label: "terminal", text: expect.stringContaining("Nothing of the user's terminals") }]);
    expect(said).toEqual([expect.stringMatching(why)]);
  },
);

test("a message that does not mention it brings nothing of it", async () => {
  expect(await mentioned("See the terminal", parts({ terminal: "bash", text: "secret" }))).toEqual([]);
});

test("a server's resource with variables is offered, and its variables are asked for one by one", async () => {
  const [offered] = await completeMention("a file", parts());
  expect(offered).toMatchObject({ label: "A file {folder, path, rev}", detail: "disk · Of the disk" });
  filled.push("my docs", "a/b.md", "");
  const found = await mentioned(`Read ${offered?.insert}`, parts());
  expect(boxes.map(({ title, prompt }) => [title, prompt])).toEqual([
    ["disk: A file", "folder"],
    ["disk: A file", "path"],
    ["disk: A file", "rev"],
  ]);
  expect(found).toEqual([
    {
      label: "resource file:///my%20docs/a/b.md?rev= of the MCP server disk",
      text: "disk read file:///my%20docs/a/b.md?rev=",
    },
  ]);
});

test("whoever does not fill a variable in does not send the message", async () => {
  filled.push("docs");
  await expect(mentioned(`Read @mcp:disk:${files.template}`, parts())).rejects.toThrow("not filled in");
});

test("a resource that only looks like a template is read as it is", async () => {
  templates = [];
  const [found] = await mentioned("Read @mcp:disk:file:///{a}", parts());
  expect(found?.text).toBe("disk read file:///{a}");
  expect(boxes).toEqual([]);
});

test("a server that does not answer does not hold the list", async () => {
  const slow = { ...parts(), pool: { resources: () => [], resourceTemplates: () => new Promise(() => undefined) } };
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const found = completeMention("ter", slow as unknown as MentionParts);
  await vi.advanceTimersByTimeAsync(300);
  expect((await found).map(({ label }) => label)).toEqual(["@terminal"]);
});
