import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { atMost, type Group } from "./figure";
import { ROOT } from "./peers";

interface Output {
  readonly bytes: number;
  readonly imports: readonly { readonly path: string; readonly kind: string; readonly external?: boolean }[];
  readonly cssBundle?: string;
}

/** From the files that `scripts/build.mjs` and `scripts/package.mjs` made. */
export const BUNDLE_FIGURES: Group = {
  names: ["bundle.activate", "bundle.webview", "bundle.vsix"],
  async measure() {
    const { outputs } = JSON.parse(readFileSync(join(ROOT, "dist/meta.json"), "utf8")) as {
      outputs: Record<string, Output>;
    };
    const vsix = statSync(join(ROOT, "dist/gatehouse.vsix")).size;
    return [
      atMost("bundle.activate", loaded(outputs, "dist/extension.js") / 1_000, 250, "kB"),
      atMost("bundle.webview", loaded(outputs, "dist/webview/chat.js") / 1_000, 600, "kB"),
      atMost("bundle.vsix", vsix / 1_000_000, 10, "MB"),
    ];
  },
};

/** An entry and all that it loads at once; what is imported on first use does not count. */
function loaded(outputs: Readonly<Record<string, Output>>, entry: string, seen = new Set<string>()): number {
  const output = outputs[entry];
  if (!output) throw new Error(`The build made no ${entry}.`);
  if (seen.has(entry)) return 0;
  seen.add(entry);
  const needed = output.imports
    .filter(({ kind, external }) => !external && kind !== "dynamic-import")
    .map(({ path }) => path);
  const styles = output.cssBundle ? [output.cssBundle] : [];
  return [...needed, ...styles].reduce((sum, path) => sum + loaded(outputs, path, seen), output.bytes);
}
