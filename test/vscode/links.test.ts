import { beforeEach, expect, test, vi } from "vitest";

const opened: string[] = [];
const told: string[] = [];

vi.mock("vscode", () => ({
  env: { openExternal: async (uri: string) => void opened.push(uri) },
  l10n: { t: (words: string) => words },
  Uri: { parse: (text: string) => text },
  window: { showWarningMessage: (words: string) => void told.push(words) },
}));
const { openLink } = await import("../../src/vscode/links");

beforeEach(() => [opened, told].forEach((each) => void each.splice(0)));

test("an address is opened as a browser reads it, so that it leads to the host that is shown", async () => {
  for (const url of ["https://shown.example\\@other.example", "https://shown.example\t/x", "https://ｓhown.example/"])
    await openLink(url);
  expect(opened).toEqual(["https://shown.example/@other.example", "https://shown.example/x", "https://shown.example/"]);
});

test.each(["command:workbench.action.quit", "file:///etc/passwd", "javascript:alert(1)", "vscode://x/y", "no address"])(
  "%s is not opened",
  async (url) => {
    await openLink(url);
    expect(opened).toEqual([]);
    expect(told).toHaveLength(1);
  },
);
