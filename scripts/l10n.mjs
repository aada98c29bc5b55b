// npm run l10n: writes l10n/bundle.l10n.json anew from the sources. English text is the key.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { root } from "./project.mjs";

/** @typedef {{path: string, text: string}} SourceFile `path` is relative to the root, with slashes */

/** @returns {SourceFile[]} */
export function readWordedFiles() {
  return ["src", "webview"]
    .flatMap((folder) => listSources(folder))
    .map((path) => ({
      path,
      text: readFileSync(join(root, path), "utf8"),
    }));
}

/**
 * Every English text that is looked up: `l10n.t("...")`, and what views translate: `words("...")` and the titles of tools.
 * @param {readonly SourceFile[]} files
 * @returns {string[]} sorted, each once
 */
export function collectWords(files) {
  const words = files.flatMap(({ path, text }) => wordsOf(path, text));
  return [...new Set(words)].sort();
}

/** Titles of tools stand here too. */
const TITLED = ["src/core/surface/contract.ts", "src/core/mcp/asTool.ts"];

/**
 * @param {string} path
 * @param {string} text
 */
function wordsOf(path, text) {
  const isTool = path.startsWith("src/core/tools/") || TITLED.includes(path);
  /** @type {string[]} */
  const words = [];
  const visit = (/** @type {ts.Node} */ node) => {
    if (ts.isCallExpression(node) && isLookUp(node.expression)) words.push(...textsOf(node.arguments[0]));
    if (isTool && ts.isPropertyAssignment(node) && node.name.getText() === "title")
      words.push(...textsOf(node.initializer));
    ts.forEachChild(node, visit);
  };
  const kind = path.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind));
  return words;
}

/** `l10n.t`, `vscode.l10n.t` and `words`. @param {ts.Expression} callee */
function isLookUp(callee) {
  return /^(words|(.*\.)?l10n\.t)$/.test(callee.getText());
}

/** The text of a literal, of both ends of a choice, or of `{message: "..."}`. @returns {string[]} */
function textsOf(/** @type {ts.Expression | undefined} */ node) {
  if (!node) return [];
  if (ts.isStringLiteralLike(node)) return node.text === "" ? [] : [node.text];
  if (ts.isConditionalExpression(node)) return [...textsOf(node.whenTrue), ...textsOf(node.whenFalse)];
  if (!ts.isObjectLiteralExpression(node)) return [];
  const message = node.properties.find((property) => property.name?.getText() === "message");
  return message && ts.isPropertyAssignment(message) ? textsOf(message.initializer) : [];
}

/** @param {string} folder @returns {string[]} */
function listSources(folder) {
  const entries = readdirSync(join(root, folder), { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name));
  return files.map((entry) =>
    join(entry.parentPath, entry.name)
      .slice(root.length + 1)
      .replaceAll("\\", "/"),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const words = collectWords(readWordedFiles());
  const bundle = Object.fromEntries(words.map((word) => [word, word]));
  writeFileSync(join(root, "l10n/bundle.l10n.json"), `${JSON.stringify(bundle, null, 2)}\n`);
  console.log(`l10n/bundle.l10n.json has ${words.length} texts`);
}
