import type { Hook, HookEnd, HookList, Hooks } from "../core/operations/hooks";
import type { Digest } from "../core/operations/ports";
import { isAsApproved, type RepositoryHooks } from "./hookFiles";
import { createHooks } from "./hooks";
import type { RunProgram } from "./program";

export interface HooksInForceParts {
  readonly program: RunProgram;
  readonly env: () => Readonly<Record<string, string>>;
  readonly roots: () => readonly string[];
  readonly digest: Digest;
  /** The user's own: they have nothing to be approved. */
  readonly user: () => HookList;
  /** Those that a person approved. */
  readonly repository: () => RepositoryHooks;
}

const CHANGED: HookEnd = { how: "changed", stdout: "", stderr: "" };

/** The hooks of a host. One of a repository runs only while it and the files that it names are what was approved. */
export function createHooksInForce({ program, env, roots, digest, user, repository }: HooksInForceParts): Hooks {
  const current = (): HookList => {
    const [own, theirs] = [user(), repository()];
    return {
      hooks: [...own.hooks, ...theirs.hooks.map(({ hook }) => hook)],
      problems: [...own.problems, ...theirs.problems],
    };
  };
  const runner = createHooks({ program, env, cwd: () => roots()[0] ?? "/", current });
  const isApproved = async (hook: Hook): Promise<boolean> => {
    const bound = repository().hooks.find((each) => each.hook === hook);
    return bound === undefined || isAsApproved(bound, roots(), digest);
  };
  return {
    current,
    guarded: () => repository().hooks.flatMap(({ named }) => named),
    run: async (hook, input, signal) => ((await isApproved(hook)) ? runner.run(hook, input, signal) : CHANGED),
  };
}
