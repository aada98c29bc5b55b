import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { vsix } from "../../scripts/project.mjs";
import { packageContents } from "../house/rules/package";

// The very file that users install; `npm test` makes it before this runs.
const NEEDED = [
  "package.json",
  "dist/extension.js",
  "dist/broker.js",
  "dist/code.js",
  "dist/codeSandbox.js",
  "dist/sandbox/linux.mjs",
  "dist/webview/chat.js",
  "dist/webview/chat.css",
];
const ADDED_BY_VSCE = /^(extension\.vsixmanifest|\[Content_Types\]\.xml)$/;

const contents = listZip(readFileSync(vsix))
  .filter((name) => !ADDED_BY_VSCE.test(name))
  .map((name) =>
    name
      .replace(/^extension\//, "")
      .replace(/^(readme|changelog)\.md$/, (found) => found.toUpperCase().replace("MD", "md")),
  );

test("the .vsix holds only what users need", () => expect(packageContents(contents)).toEqual([]));

test("the .vsix holds all that the extension loads", () => {
  expect(contents).toEqual(expect.arrayContaining(NEEDED));
});

/** The names in a zip file, from the directory at its end. */
function listZip(zip: Buffer): string[] {
  const end = zip.lastIndexOf(Buffer.from("PK\x05\x06"));
  const names: string[] = [];
  for (let at = zip.readUInt32LE(end + 16); zip.readUInt32LE(at) === 0x02014b50; ) {
    const [name, extra, comment] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    names.push(zip.toString("utf8", at + 46, at + 46 + name));
    at += 46 + name + extra + comment;
  }
  return names;
}
