import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathFactsOf } from "../../core/gate/paths";
import { isSensitive } from "../../core/gate/sensitive";
import { foldsCase } from "../foldsCase";

/** Git works in its folder; what of it runs code or says what runs stays as it is. */
const IN_GIT = ["hooks", "config", "config.worktree", "info"];

/**
 * What is sensitive for writing at the top of the roots, as far as it is there. A name that is not there yet
 * can't be kept from being made: bubblewrap would have to put an empty file there, for the user to see.
 */
export function readOnlyPlaces(roots: readonly string[]): string[] {
  return roots.flatMap((root) => {
    const places = { ...NOWHERE, foldsCase: foldsCase([root]) };
    const sensitive = names(root).filter((name) => {
      const path = pathFactsOf(join(root, name), { ...places, roots: [{ name: "", path: root }] });
      return isSensitive(path, "write", places);
    });
    return sensitive.flatMap((name) => (isGitFolder(name) ? inGit(join(root, name)) : [join(root, name)]));
  });
}

const isGitFolder = (name: string): boolean => name.toLowerCase() === ".git";

function inGit(folder: string): string[] {
  const own = names(folder);
  return IN_GIT.filter((name) => own.includes(name)).map((name) => join(folder, name));
}

function names(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

const NOWHERE = { home: undefined, windows: false, protectedPaths: [], guardedWrites: [], exemptReads: [] };
