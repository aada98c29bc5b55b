import { describe, expect, test } from "vitest";
import { collectWords } from "../../scripts/l10n.mjs";
import { clean } from "./rules/hygiene";
import { importOrder, noCycles } from "./rules/imports";
import {
  type Contributions,
  complete,
  type Manifest,
  reasonedPackages,
  sameContributions,
  usedPackages,
  wellFormed,
} from "./rules/manifest";
import { packageContents } from "./rules/package";
import { functionLengths, sizes } from "./rules/sizes";
import type { SourceFile } from "./rules/source";
import { manifestKeys, sameWords, translated } from "./rules/wording";

/** Files from path to text. */
const plant = (files: Record<string, string>): SourceFile[] =>
  Object.entries(files).map(([path, text]) => ({ path, text }));

describe("the import rule", () => {
  const check = (from: string, line: string, others: Record<string, string> = {}) =>
    importOrder(plant({ [from]: line, ...others }));
  const shared = { "src/shared/a.ts": "" };

  test.each([
    ["a room above", "src/core/engine/x.ts", 'import { a } from "../../shared/a";'],
    ["its own room", "src/shared/b.ts", 'import { a } from "./a";'],
    ["shared from a view", "webview/chat/x.tsx", 'import { a } from "../../src/shared/a";'],
    ["Node in node/", "src/node/x.ts", 'import { join } from "node:path";'],
    ["the editor in vscode/", "src/vscode/x.ts", 'import * as vscode from "vscode";'],
    ["a package in the core", "src/core/models/x.ts", 'import OpenAI from "openai";'],
    ["zod in shared", "src/shared/b.ts", 'import * as z from "zod/mini";'],
  ])("allows %s", (_what, from, line) => expect(check(from, line, shared)).toEqual([]));

  test.each([
    ["a room below", "src/core/tools/x.ts", 'import { y } from "../gate/y";', { "src/core/gate/y.ts": "" }],
    ["even its types", "src/core/tools/x.ts", 'import type { Y } from "../gate/y";', { "src/core/gate/y.ts": "" }],
    ["loaded late", "src/core/tools/x.ts", 'await import("../gate/y");', { "src/core/gate/y.ts": "" }],
    ["passed on", "src/core/tools/x.ts", 'export * from "../gate/y";', { "src/core/gate/y.ts": "" }],
    ["the core from a view", "webview/x.tsx", 'import { y } from "../src/core/gate/y";', { "src/core/gate/y.ts": "" }],
    ["the editor's room from another host", "src/headless/x.ts", 'import "../vscode/y";', { "src/vscode/y.ts": "" }],
    ["the editor in the core", "src/core/engine/x.ts", 'import type { Uri } from "vscode";', {}],
    ["Node in the core", "src/core/engine/x.ts", 'import { join } from "node:path";', {}],
    ["Node by its old names", "src/vscode/x.ts", 'import { join } from "path";', {}],
    ["Node in a view", "webview/x.ts", 'import "node:fs";', {}],
    ["a package in shared", "src/shared/x.ts", 'import OpenAI from "openai";', {}],
    ["anything from a file without a room", "src/utils/x.ts", 'import "../shared/a";', { "src/shared/a.ts": "" }],
  ])("finds %s", (_what, from, line, others) => expect(check(from, line, others)).toHaveLength(1));
});

describe("the cycle rule", () => {
  test("finds a circle of three and names it", () => {
    const files = {
      "src/a.ts": 'import "./b";',
      "src/b.ts": 'import type {} from "./c";',
      "src/c.ts": 'import "./a";',
    };
    expect(noCycles(plant(files))).toEqual(["src/a.ts -> src/b.ts -> src/c.ts -> src/a.ts: a cycle"]);
  });

  test("takes two ways to the same file for what they are", () => {
    const files = { "src/a.ts": 'import "./b"; import "./c";', "src/b.ts": 'import "./c";', "src/c.ts": "" };
    expect(noCycles(plant(files))).toEqual([]);
  });
});

describe("the size rule", () => {
  const long = (lines: number) => `function f() {\n${"  work();\n".repeat(lines - 2)}}\n`;

  test("finds a long file", () => expect(sizes(plant({ "a.ts": `${"\n".repeat(300)}x` }), {})).toHaveLength(1));
  test("finds a long function", () => expect(sizes(plant({ "a.ts": long(61) }), {})).toHaveLength(1));
  test("leaves a shorter one alone", () => expect(sizes(plant({ "a.ts": long(60) }), {})).toEqual([]));
  test("takes an excuse", () => expect(sizes(plant({ "a.ts": long(61) }), { "a.ts": "a table" })).toEqual([]));
  test("finds an excuse that nothing needs", () =>
    expect(sizes(plant({ "a.ts": "" }), { "a.ts": "was long" })).toHaveLength(1));

  test("counts the lines of an inner function once, as its own", () => {
    const text = "function outer() {\n  const inner = () => {\n    a();\n    b();\n  };\n}\n";
    expect(functionLengths({ path: "a.ts", text }).map(({ lines }) => lines)).toEqual([4, 2]);
  });
});

describe("the manifest rules", () => {
  const ours: Contributions = {
    commands: ["gatehouse.open"],
    containers: ["gatehouse"],
    views: ["gatehouse.chat"],
    settings: ["gatehouse.mode"],
    contextKeys: ["gatehouse.running"],
  };
  const contributes = {
    commands: [{ command: "gatehouse.open", title: "Open" }],
    viewsContainers: { secondarySidebar: [{ id: "gatehouse" }] },
    views: { gatehouse: [{ id: "gatehouse.chat" }] },
    configuration: { properties: { "gatehouse.mode": {} } },
  };

  test("take a manifest that agrees with the code", () => {
    expect(sameContributions({ contributes }, ours)).toEqual([]);
    expect(wellFormed({ contributes }, ours)).toEqual([]);
  });

  test("find what only the manifest has", () => {
    const more = { ...contributes, commands: [...contributes.commands, { command: "gatehouse.x", title: "X" }] };
    expect(sameContributions({ contributes: more }, ours)).toHaveLength(1);
  });

  test("find what only the code has, in every list", () =>
    expect(sameContributions({ contributes: {} }, ours)).toHaveLength(4));

  test.each<[string, Manifest["contributes"]]>([
    ["a command without a title", { ...contributes, commands: [{ command: "gatehouse.open" }] }],
    ["a menu entry without a command", { ...contributes, menus: { "view/title": [{ command: "gatehouse.x" }] } }],
    ["a proposed menu", { ...contributes, menus: { "editor/content": [] } }],
    [
      "a condition nobody sets",
      { ...contributes, keybindings: [{ command: "gatehouse.open", when: "!gatehouse.no" }] },
    ],
  ])("find %s", (_what, bad) => expect(wellFormed({ contributes: bad ?? {} }, ours)).toHaveLength(1));

  test("find missing fields, the wrong host and proposed API", () => {
    const found = complete({
      extensionKind: ["ui"],
      engines: { vscode: "*" },
      enabledApiProposals: [],
      dependencies: {},
    });
    expect(found.filter((line) => line.endsWith("is missing"))).toHaveLength(15);
    expect(found).toHaveLength(19);
  });
});

test("the rule of packages finds one without a reason", () => {
  const devDependencies = { zod: "4", diff: "9", "@types/node": "24" };
  expect(reasonedPackages({ devDependencies }, "| `zod` | parses |")).toHaveLength(1);
});

test("the rule of packages finds one that nothing names, and takes types for the package they are of", () => {
  const devDependencies = { zod: "4", diff: "9", "@types/node": "24", "@types/gone": "1", esbuild: "0" };
  const files = plant({ "a.ts": 'import "zod/mini";\nimport "node:fs";', "b.md": "`diff` and esbuild" });
  expect(usedPackages({ devDependencies, scripts: { build: "node esbuild x" } }, files)).toEqual([
    "package.json: nothing uses the package diff",
    "package.json: nothing uses the package @types/gone",
  ]);
});

describe("the word rules", () => {
  test("see texts in every form of a look-up", () => {
    const text = `l10n.t("one"); vscode.l10n.t("two {0}", 2); l10n.t(a ? "three" : \`four\`); l10n.t({ message: "five" });
      other.t("no"); const title = "no"; l10n.t(variable); words("six {0}", 6); words(); other.words("no");`;
    const texts = ["five", "four", "one", "six {0}", "three", "two {0}"];
    expect(collectWords(plant({ "src/vscode/x.ts": text }))).toEqual(texts);
  });

  test("see the titles of tools, and of nothing else", () => {
    const text = 'defineTool({ title: "Read" })';
    expect(collectWords(plant({ "src/core/tools/read.ts": text, "src/core/models/x.ts": text }))).toEqual(["Read"]);
    expect(collectWords(plant({ "src/core/models/x.ts": text }))).toEqual([]);
  });

  test("find a missing and an unused text", () =>
    expect(sameWords(["a", "b"], { b: "b", c: "c" }, "x")).toHaveLength(2));
  test("see the keys of a manifest", () =>
    expect(manifestKeys('{"a": "%one%", "b": "100 %", "c": "%two.x%"}')).toEqual(["one", "two.x"]));
});

describe("the rule of translations", () => {
  const check = (chinese: Record<string, string>, more: Record<string, string> = {}) =>
    translated(
      plant({
        "l10n/bundle.l10n.json": '{"{0} of {1}": "{0} of {1}", "Stop": "Stop"}',
        "l10n/bundle.l10n.zh-cn.json": JSON.stringify(chinese),
        "package.nls.json": "{}",
        "package.nls.zh-cn.json": "{}",
        ...more,
      }),
      ["zh-cn"],
    );
  const whole = { "{0} of {1}": "{1} 中的 {0}", Stop: "停止" };

  test("takes one that is whole, in its own word order", () => expect(check(whole)).toEqual([]));
  test.each<[string, Record<string, string>]>([
    ["a text without a translation", { "{0} of {1}": "{0}/{1}" }],
    ["a translation of no text", { ...whole, Go: "走" }],
    ["a lost place for a value", { ...whole, "{0} of {1}": "{0}" }],
    ["a place for no value", { ...whole, Stop: "停止 {0}" }],
  ])("finds %s", (_what, chinese) => expect(check(chinese)).toHaveLength(1));

  test("finds a language that is not there", () =>
    expect(translated([], ["zh-cn"])).toEqual([
      "l10n/bundle.l10n.zh-cn.json: is missing",
      "package.nls.zh-cn.json: is missing",
    ]));
  test("looks at a language nobody asked for", () =>
    expect(check(whole, { "package.nls.de.json": '{"a": "a"}' })).toHaveLength(1));
});

describe("the rule of clean files", () => {
  const check = (text: string, path = "src/a.ts") => clean(plant({ [path]: text }), "/checkout/gatehouse");

  test("finds the host of a registry, in tests too", () => {
    const host = ["registry", "npmjs", "org"].join(".");
    expect(check(host)).toHaveLength(1);
    expect(check(host, "test/a.ts")).toHaveLength(1);
  });
  test("finds this checkout's place", () => expect(check("/checkout/gatehouse/src")).toHaveLength(1));
  test("finds a home folder", () => expect(check("/Users/somebody/x")).toHaveLength(1));
  test("lets tests make up paths", () => expect(check("/home/somebody", "test/a.ts")).toEqual([]));
});

describe("the rule of the package", () => {
  test.each([
    "src/extension.ts",
    "dist/extension.js.map",
    "test/a.test.ts",
    "node_modules/zod/index.js",
    "dist/headless.js",
    ".env",
  ])("finds %s", (path) => expect(packageContents([path])).toHaveLength(1));
  test.each([
    "package.json",
    "dist/extension.js",
    "dist/chunk-ABC.js",
    "dist/webview/chat.css",
    "l10n/bundle.l10n.zh-cn.json",
  ])("takes %s", (path) => expect(packageContents([path])).toEqual([]));
});
