import { builtinModules } from "node:module";
import { posix } from "node:path";
import ts from "typescript";
import type { SourceFile, Violation } from "./source";

/** Reading order: a file imports from its own room or one above it. */
export const ROOMS = [
  "src/shared",
  "src/core/operations",
  "src/core/progress",
  "src/core/results",
  "src/core/goals",
  "src/core/skills",
  "src/core/tools",
  "src/core/mcp",
  "src/core/surface",
  "src/core/gate",
  "src/core/models",
  "src/core/sessions",
  "src/core/code",
  "src/core/engine",
  "src/core/agents",
  "src/node",
  "src/vscode",
  "src/headless",
  "src/workers",
  "src/extension.ts",
] as const;

interface Import {
  readonly from: string;
  /** A file of ours, or the name of a package. */
  readonly to: string;
  readonly ours: boolean;
}

const NODE = new Set(builtinModules);

/** Floors and rooms: who may import whom. */
export function importOrder(files: readonly SourceFile[]): Violation[] {
  return importsOf(files).flatMap((found) => (found.ours ? wrongRoom(found) : wrongPackage(found)));
}

/** The other form brings zod's fifty languages into every start. */
export function zodWhole(files: readonly SourceFile[]): Violation[] {
  return files.flatMap(({ path, text }) =>
    /import (?:z|\{[^}]*\bz\b[^}]*\}) from "zod/.test(text) ? [`${path}: write import * as z from "zod"`] : [],
  );
}

/** Types count as well: two files that need each other are one thing in two places. */
export function noCycles(files: readonly SourceFile[]): Violation[] {
  const ours = importsOf(files).filter((found) => found.ours);
  const next = new Map(files.map(({ path }) => [path, ours.filter(({ from }) => from === path).map(({ to }) => to)]));
  const done = new Set<string>();
  const found: Violation[] = [];
  const walk = (path: string, trail: readonly string[]): void => {
    const start = trail.indexOf(path);
    if (start >= 0) found.push(`${[...trail.slice(start), path].join(" -> ")}: a cycle`);
    if (start >= 0 || done.has(path)) return;
    for (const to of next.get(path) ?? []) walk(to, [...trail, path]);
    done.add(path);
  };
  for (const { path } of files) walk(path, []);
  return found;
}

function wrongRoom({ from, to }: Import): Violation[] {
  if (from.startsWith("webview/")) {
    const allowed = to.startsWith("webview/") || to.startsWith("src/shared/");
    return allowed ? [] : [`${from} imports ${to}: a view imports only src/shared`];
  }
  const [mine, theirs] = [roomOf(from), roomOf(to)];
  if (mine < 0) return [`${from}: stands in no room of src/ARCHITECTURE.md`];
  if (theirs < 0 || theirs > mine) return [`${from} imports ${to}: that room is not above it`];
  const needsEditor =
    ROOMS[theirs] === "src/vscode" && ROOMS[mine] !== "src/vscode" && ROOMS[mine] !== "src/extension.ts";
  return needsEditor ? [`${from} imports ${to}: only extension.ts joins src/vscode to others`] : [];
}

function wrongPackage({ from, to }: Import): Violation[] {
  const name = to.startsWith("node:") ? to : to.split("/")[0];
  if (name === "vscode") {
    const allowed = /^src\/(vscode\/|extension\.ts$)/.test(from);
    return allowed ? [] : [`${from} imports vscode: only src/vscode and src/extension.ts do`];
  }
  if (name?.startsWith("node:") || NODE.has(name ?? "")) {
    const allowed = /^src\/(node|headless|workers)\/|^src\/extension\.ts$/.test(from);
    return allowed ? [] : [`${from} imports ${to}: only src/node, headless, workers and extension.ts use Node`];
  }
  if (from.startsWith("src/shared/") && name !== "zod") return [`${from} imports ${to}: src/shared imports only zod`];
  return [];
}

function roomOf(path: string): number {
  return ROOMS.findIndex((room) => path === room || path.startsWith(`${room}/`));
}

function importsOf(files: readonly SourceFile[]): Import[] {
  const known = new Set(files.map(({ path }) => path));
  return files.flatMap(({ path, text }) =>
    ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => {
      if (!fileName.startsWith(".")) return { from: path, to: fileName, ours: false };
      const target = posix.join(posix.dirname(path), fileName);
      const endings = [".ts", ".tsx", "/index.ts", ""].map((ending) => `${target}${ending}`);
      return { from: path, to: endings.find((candidate) => known.has(candidate)) ?? target, ours: true };
    }),
  );
}
