import type { Violation } from "./source";

const ALLOWED = [
  /^package\.json$/,
  /^package\.nls(\.[\w-]+)?\.json$/,
  /^l10n\/bundle\.l10n(\.[\w-]+)?\.json$/,
  /^dist\/[\w-]+\.js$/,
  /^dist\/tree-sitter[\w-]*\.wasm$/,
  /^dist\/webview\/[\w-]+\.(js|css|ttf)$/,
  /^media\/(readme\/)?[\w-]+\.(svg|png)$/,
  /^(README|CHANGELOG)\.md$/,
  /^LICENSE(\.txt)?$/,
];
/** Programs for this checkout only. */
const FORBIDDEN = /^dist\/(headless|bench)\.js$/;

/** Only what users need is in the .vsix: no sources, no tests, no maps, no packages. */
export function packageContents(paths: readonly string[]): Violation[] {
  return paths
    .filter((path) => FORBIDDEN.test(path) || !ALLOWED.some((allowed) => allowed.test(path)))
    .map((path) => `${path}: does not belong into the .vsix (.vscodeignore)`);
}
