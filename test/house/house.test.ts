import { describe, expect, test } from "vitest";
import { collectWords, readWordedFiles } from "../../scripts/l10n.mjs";
import { root } from "../../scripts/project.mjs";
import { COMMANDS, CONTEXT_KEYS, SETTINGS, VIEWS } from "../../src/shared/contributions";
import excuses from "./excused.json";
import { isProduct, readJson, readProject } from "./project";
import { clean } from "./rules/hygiene";
import { importOrder, noCycles, zodWhole } from "./rules/imports";
import {
  complete,
  type Manifest,
  reasonedPackages,
  sameContributions,
  usedPackages,
  wellFormed,
} from "./rules/manifest";
import { functionLengths, sizes } from "./rules/sizes";
import { manifestKeys, sameWords, translated } from "./rules/wording";

type Texts = Record<string, string>;

const project = readProject();
const product = project.filter(isProduct);
const manifest = readJson<Manifest>("package.json");
const { container, ...views } = VIEWS;
const contributions = {
  commands: Object.values(COMMANDS),
  containers: [container],
  views: Object.values(views),
  settings: Object.values(SETTINGS).map((key) => `gatehouse.${key}`),
  contextKeys: Object.values(CONTEXT_KEYS),
};

describe("floors and rooms", () => {
  test("a file imports only from its own room or one above", () => expect(importOrder(product)).toEqual([]));
  test("zod is imported in the form that brings only what is used", () => expect(zodWhole(product)).toEqual([]));
  test("there are no import cycles", () => expect(noCycles(product)).toEqual([]));

  test("the compiler refuses Node and the page in the core", () => {
    const { compilerOptions } = readJson<{ compilerOptions: { types: string[]; lib: string[] } }>(
      "src/core/tsconfig.json",
    );
    expect(compilerOptions.types).toEqual([]);
    expect(compilerOptions.lib).toEqual(["ES2023", "WebWorker"]);
  });
});

describe("sizes", () => {
  const measured = project.filter(
    ({ path }) => /\.(ts|tsx|mjs)$/.test(path) && !/\.test\.tsx?$/.test(path) && !path.startsWith("scripts/sample/"),
  );

  test("files and functions are short, or excused with a reason", () => expect(sizes(measured, excuses)).toEqual([]));

  test("most functions are near ten lines", () => {
    const lengths = product.flatMap((file) => functionLengths(file).map(({ lines }) => lines));
    const within = lengths.filter((lines) => lines <= 15).length / lengths.length;
    expect(within).toBeGreaterThan(0.8);
  });
});

describe("the manifest", () => {
  test("names what contributions.ts names", () => expect(sameContributions(manifest, contributions)).toEqual([]));
  test("is well formed and stable", () => expect(wellFormed(manifest, contributions)).toEqual([]));
  test("is complete", () => expect(complete(manifest)).toEqual([]));

  test("asks for no package that nothing uses", () => expect(usedPackages(manifest, project, ["vite"])).toEqual([]));

  test("asks for no package without a reason in ARCHITECTURE.md", () => {
    const map = project.find(({ path }) => path === "src/ARCHITECTURE.md");
    expect(reasonedPackages(manifest, map?.text ?? "")).toEqual([]);
  });
});

describe("words", () => {
  const bundle = readJson<Texts>("l10n/bundle.l10n.json");
  const nls = readJson<Texts>("package.nls.json");

  test("the bundle has every text of the sources and no other", () =>
    expect(sameWords(collectWords(readWordedFiles()), bundle, "bundle.l10n.json (npm run l10n)")).toEqual([]));

  test("package.nls.json has every key of the manifest and no other", () =>
    expect(sameWords(manifestKeys(JSON.stringify(manifest)), nls, "package.nls.json")).toEqual([]));

  test("Simplified Chinese has every English text, with the same places for values", () =>
    expect(translated(project, ["zh-cn"])).toEqual([]));
});

describe("what is kept in git", () => {
  test("no file names a registry or this machine", () => expect(clean(project, root)).toEqual([]));
});
