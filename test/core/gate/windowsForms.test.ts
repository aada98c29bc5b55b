import { expect, test } from "vitest";
import { refusedWindowsForm } from "../../../src/core/gate/windowsForms";

test.each([
  "src\\a.ts",
  "src/a.ts",
  "..\\other\\a.ts",
  ".",
  "C:\\Users\\Ann\\a.ts",
  "d:/work/a.ts",
  ".env",
  "con-figuration.md",
  "console.log",
  "a~b.ts",
  "résumé 1.md",
])("takes %s for a plain path", (path) => {
  expect(refusedWindowsForm(path)).toBeUndefined();
});

test.each([
  ["\\\\?\\C:\\a.ts", "device path"],
  ["//?/C:/a.ts", "device path"],
  ["\\\\.\\pipe\\x", "device path"],
  ["\\??\\C:\\a.ts", "device path"],
  ["\\??\\UNC\\server\\share", "device path"],
  ["\\\\server\\share\\a.ts", "network path"],
  ["//server/share", "network path"],
  ["\\/server\\share", "network path"],
  ["C:a.ts", "path relative to a drive"],
  ["a.ts:stream", "alternate stream"],
  [".git::$INDEX_ALLOCATION\\config", "alternate stream"],
  ["C:\\a\\b:c", "alternate stream"],
  ["GIT~1\\config", "short (8.3) name"],
  ["C:\\PROGRA~1\\x", "short (8.3) name"],
  [".git.\\config", "name that ends with a dot or a blank"],
  [".git \\config", "name that ends with a dot or a blank"],
  ["nul", "device name"],
  ["src\\CON.txt", "device name"],
  ["com1", "device name"],
  ["a?.ts", "character that no name can hold"],
  ["a\u0000b", "character that no name can hold"],
])("F61: refuses %j as a %s", (path, why) => {
  expect(refusedWindowsForm(path)).toBe(why);
});
