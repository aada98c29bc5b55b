import type { Digest } from "../operations/ports";
import { canonicalJson } from "../tools/canonical";
import type { Target } from "./configEntry";

/** The whole command line or URL, nothing left out: for whoever decides whether it may start. */
export function wholeTarget(target: Target): string {
  if (target.transport !== "stdio") return target.url;
  return [target.command, ...target.args].map(quoted).join(" ");
}

/** What it gets beside: variables of its environment, or headers. */
export function givenValues(target: Target): Readonly<Record<string, string>> {
  return target.transport === "stdio" ? target.env : target.headers;
}

export interface NamedFile {
  readonly path: string;
  /** Of its bytes. */
  readonly hash: string;
}

/** Finds a file of the workspace; nothing for what is none. */
export type FindFile = (named: string, cwd: string | undefined) => Promise<NamedFile | undefined>;

/** What an approval is bound to: who defines the server and where, its entry, and each file of the workspace that it names. */
export async function approvalOf(
  owner: { readonly name: string; readonly folder?: string },
  bound: Target,
  find: FindFile,
  digest: Digest,
): Promise<{ readonly hash: string; readonly files: readonly NamedFile[] }> {
  const cwd = bound.transport === "stdio" ? bound.cwd : undefined;
  const found = await Promise.all(namedParts(bound).map((part) => find(part, cwd)));
  const byPath = new Map(found.flatMap((file) => (file ? [[file.path, file] as const] : [])));
  const files = [...byPath.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
  const { name, folder = null } = owner;
  return { hash: digest(canonicalJson({ name, folder, entry: bound, files })), files };
}

/** What programs add to what they are given: `node server`, `python -m pkg`. */
const ENDINGS = ["", ".js", ".mjs", ".cjs", ".ts", ".py", "/package.json", "/index.js", "/__main__.py"];
/** These run what a `package.json` says. */
const PACKAGE_RUNNER = /(?:^|[\\/])(?:npm|npx|pnpm|yarn|bun|bunx)(?:\.cmd|\.exe)?$/i;

/**
 * What could be a file: the command, each argument and its words, what follows a `=` or a short option, and what
 * variables say. What such a file loads in turn is not followed.
 */
function namedParts(target: Target): string[] {
  if (target.transport !== "stdio") return [];
  const wholes = [target.command, ...target.args, ...Object.values(target.env)];
  const words = wholes.flatMap((whole) => whole.split(/[\s;&|]+/));
  const values = words.map((word) => word.slice(word.indexOf("=") + 1));
  const behind = words.filter((word) => /^-\w./.test(word)).map((word) => word.slice(2));
  const parts = [...wholes, ...words, ...values, ...behind].filter((part) => part !== "" && !part.startsWith("-"));
  const own = wholes.some((whole) => PACKAGE_RUNNER.test(whole)) ? ["package.json"] : [];
  return [...new Set([...parts.flatMap((part) => ENDINGS.map((ending) => part + ending)), ...own])];
}

/** Nearly as a person would type it; it is only read. */
function quoted(word: string): string {
  return /^[\w@%+=:,./\\•…?&${}-]+$/.test(word) ? word : JSON.stringify(word);
}
