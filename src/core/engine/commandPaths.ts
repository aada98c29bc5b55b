import { isWithin } from "../gate/pathNames";
import { judgeRead, pathFactsOf } from "../gate/paths";
import type { PathUse } from "../gate/shell/analysis";
import type { GateFacts } from "../gate/verdict";
import type { FileBelow, PathFacts } from "../operations/files";
import type { Ports } from "../operations/ports";
import { type Fits, fitsGit, fitsShell } from "./commandPatterns";

/** Files below a folder that are looked at by name; where there are more, nobody can tell what is read. */
const MAX_FILES = 20_000;

export interface Around {
  readonly facts: GateFacts;
  readonly ports: Ports;
  /** What lies below folders, each looked at once. */
  readonly below: Map<string, Promise<readonly FileBelow[] | undefined>>;
}

/** A path as the command has it; nothing where nobody can tell where it starts. */
export async function placeOf(
  use: PathUse,
  { facts, ports }: Pick<Around, "facts" | "ports">,
): Promise<PathFacts | undefined> {
  const spelled = spelledOut(use, facts);
  return spelled === undefined ? undefined : placeAt(spelled, facts, ports.files).catch(() => undefined);
}

function spelledOut({ path, folder }: PathUse, { home }: GateFacts): string | undefined {
  if (/^~([\\/]|$)/.test(path)) return home === undefined ? undefined : `${home}${path.slice(1)}`;
  if (path.startsWith("~")) return undefined;
  if (/^([\\/]|[a-z]:[\\/])/i.test(path)) return path;
  return folder === undefined ? undefined : folder === "" ? path : `${folder}/${path}`;
}

/** Behind a link `..` is the folder above the link's target, which only the disk knows. Windows goes by the text. */
async function placeAt(spelled: string, facts: GateFacts, files: Ports["files"]): Promise<PathFacts> {
  const names = spelled.split("/").filter((name) => name !== "" && name !== ".");
  const ups = names.filter((name) => name === "..").length;
  if (facts.windows || ups === 0) return files.inspect(spelled);
  if (ups > MAX_UPS) throw new Error("Nobody needs to go up that often.");
  let path = spelled.startsWith("/") ? "/" : "";
  for (const name of names) {
    const isUp = name === ".." && path !== "" && !path.endsWith("../");
    if (!isUp) path += `${name}/`;
    else path = (await files.inspect(path)).real.replace(/[^/]*$/, "");
  }
  return files.inspect(path);
}

const MAX_UPS = 40;

/** No system has names as long. */
const isNoName = (path: string): boolean => /[^/\\]{256}/.test(path);

/** Nothing where nobody can tell what it reads. */
export async function readBy(use: PathUse, around: Around): Promise<readonly PathFacts[] | undefined> {
  if (!use.pattern && isNoName(use.path)) return [];
  const found = use.pattern ? await readByPattern(use, around) : await readByName(use, around);
  if (use.guessed) return found?.filter((path) => isSecret(path, around)) ?? [];
  // A name of git's may be no path at all: outside of the workspace it has nothing to say.
  if (!use.tracked) return found;
  return found ? found.filter((path) => isSecret(path, around)) : use.pattern ? undefined : [];
}

/** Asked about or denied for what it is, not for where it is. */
export function isSecret(path: PathFacts, { facts }: Around): boolean {
  const verdict = judgeRead(path, facts);
  return verdict?.outcome === "deny" || (verdict?.outcome === "ask" && verdict.kind === "sensitive");
}

async function readByName(use: PathUse, around: Around): Promise<readonly PathFacts[] | undefined> {
  const place = await placeOf(use, around);
  // What is no file of any name does no harm: it is a text to look for. Git still has what was there once.
  if (place?.kind === "missing") return use.tracked ? [place] : [];
  if (place?.kind !== "folder" || !use.recursive) return place && [place];
  const below = await oddOnes(place, use.follows === true, () => "whole", around);
  return below && [place, ...below];
}

/** All names that a pattern stands for, by the folder that it begins with. */
async function readByPattern(use: PathUse, around: Around): Promise<readonly PathFacts[] | undefined> {
  const { path } = use;
  const literal = path.slice(0, path.search(/[*?[]/));
  const start = literal.slice(0, literal.lastIndexOf("/") + 1);
  const rest = path.slice(start.length);
  const place = await placeOf({ ...use, path: start || "." }, around);
  if (use.tracked && place?.kind === "missing") return [];
  if (place?.kind !== "folder" || rest.split("/").includes("..")) return undefined;
  const fits = use.tracked ? fitsGit(rest) : fitsShell(use, rest, around.facts);
  const below = await oddOnes(place, !use.tracked, fits, around);
  return below && [place, ...below];
}

/** Of the files below a folder those that reading asks for or that are denied; nothing where nobody can tell. */
async function oddOnes(
  folder: PathFacts,
  follows: boolean,
  fits: Fits,
  around: Around,
): Promise<readonly PathFacts[] | undefined> {
  const { facts, below, ports } = around;
  const known = below.get(folder.real) ?? ports.files.filesBelow?.(folder.real, MAX_FILES);
  if (!known) return undefined;
  below.set(folder.real, known);
  const found: PathFacts[] = [];
  const start = folder.real === "/" ? 1 : folder.real.length + 1;
  for (const { real, link } of (await known) ?? []) {
    const fit = link && !follows ? undefined : fits(real.slice(start).replaceAll("\\", "/"));
    if (fit === undefined) continue;
    const path = link ? await ports.files.inspect(real).catch(() => undefined) : pathFactsOf(real, facts);
    if (!path) return undefined;
    if (path.kind === "folder" && !(fit === "whole" && isWithin(path.real, folder.real, facts))) {
      // All that is in it is read under other names.
      if (judgeRead(path, facts) === undefined) return undefined;
    }
    if ((fit === "whole" || path.kind === "folder") && judgeRead(path, facts) !== undefined) found.push(path);
  }
  return (await known) && found;
}
