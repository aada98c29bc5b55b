import { expect, test } from "vitest";
import { linkIntent } from "../../../webview/ui/links";

const check = (href: string, expected: ReturnType<typeof linkIntent>) => expect(linkIntent(href)).toEqual(expected);

test("an address is for the host to open", () =>
  check("https://example.com/a#b", { kind: "openLink", url: "https://example.com/a#b" }));

test("a path opens a file, at its line when it has one", () => {
  check("src/a.ts", { kind: "openFile", path: "src/a.ts" });
  check("src/a.ts#L12", { kind: "openFile", path: "src/a.ts", line: 12 });
  check("src/a.ts:12:3", { kind: "openFile", path: "src/a.ts", line: 12 });
});

test("a drive letter is no scheme", () => check("C:\\a.ts", { kind: "openFile", path: "C:\\a.ts" }));

test("escapes in a path are undone, and a bare per cent sign stays", () => {
  check("my%20file.ts", { kind: "openFile", path: "my file.ts" });
  check("100%.ts", { kind: "openFile", path: "100%.ts" });
});

test("an anchor leads nowhere", () => check("#top", undefined));
