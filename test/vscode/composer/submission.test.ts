import { beforeEach, expect, test, vi } from "vitest";
import type { Composer as ComposerType } from "../../../src/vscode/composer/submission";

const asked: { readonly words: string; readonly modal: boolean | undefined; readonly buttons: string[] }[] = [];
let pressed: string | undefined;

vi.mock("vscode", () => ({
  l10n: { t: (words: string, ...places: unknown[]) => words.replace(/\{(\d)\}/g, (_, at) => String(places[at])) },
  commands: { executeCommand: async () => undefined },
  window: {
    showWarningMessage: async (words: string, { modal }: { modal?: boolean }, ...buttons: string[]) => {
      asked.push({ words, modal, buttons });
      return pressed;
    },
    showInformationMessage: async () => undefined,
  },
  workspace: { workspaceFolders: [] },
}));
const { Composer } = await import("../../../src/vscode/composer/submission");

const sent: string[] = [];
const drafts: string[] = [];

beforeEach(() => {
  for (const each of [asked, sent, drafts]) each.splice(0);
  pressed = undefined;
});

function composer(): ComposerType {
  const parts = {
    sessions: { status: { model: {}, trusted: true }, send: async (text: string) => void sent.push(text) },
    skills: { list: async () => [{ name: "Tidy", description: "Tidies" }] },
    pool: { servers: () => [], prompts: () => [], resources: () => [] },
    log: { error: (_: string, error: unknown) => expect.fail(String(error)) },
    draft: (text: string) => void drafts.push(text),
  };
  return new Composer(parts as unknown as ConstructorParameters<typeof Composer>[0]);
}

test("a word that is no command is not sent, and comes back, unless a person says that it is a message", async () => {
  await composer().submit("/mo plan");
  // Enter presses the first.
  const buttons = ["Keep Writing", "Send as a Message"];
  expect(asked).toEqual([{ words: "There is no command /mo. Send it as a message anyway?", modal: true, buttons }]);
  expect([sent, drafts]).toEqual([[], ["/mo plan"]]);
  pressed = "Keep Writing";
  await composer().submit("/mo plan");
  expect(sent).toEqual([]);
  drafts.splice(1);
  pressed = "Send as a Message";
  await composer().submit("/mo plan");
  expect([sent, drafts]).toEqual([["/mo plan"], ["/mo plan"]]);
});

test.each([["/etc/hosts looks odd"], ["//src is a share"], ["/* a comment */"], ["/"], ["fix it"], ["/Tidy the yard"]])(
  "%s is sent without a question",
  async (text) => {
    await composer().submit(text);
    expect([asked, sent]).toEqual([[], [text]]);
  },
);

test("letters of any language make a word; what hides in one makes it none", async () => {
  await composer().submit("/mo\u200B");
  await composer().submit("/zwölf");
  expect(asked.map(({ words }) => words)).toEqual(["There is no command /zwölf. Send it as a message anyway?"]);
  expect(sent).toEqual(["/mo\u200B"]);
});
