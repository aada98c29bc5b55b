import { parseHookSetting } from "../core/gate/hookConfig";
import type { HookList, Hooks } from "../core/operations/hooks";
import { readHookFiles } from "../node/hookFiles";
import { createHooksInForce, type HooksInForceParts } from "../node/hooksInForce";
import { type Arguments, UsageError } from "./arguments";
import { readJsonFile } from "./jsonFile";

type Parts = Pick<HooksInForceParts, "program" | "env" | "digest">;

/**
 * The user's hooks, and those of the workspace that `--approved-hooks` names by their hash. Nobody is there to be asked
 * about others: they do not run, and that is said.
 */
export async function openHooks({ approvedHooks, workspace }: Arguments, user: HookList, parts: Parts): Promise<Hooks> {
  const roots = [workspace];
  const { hooks, problems } = await readHookFiles(roots, parts.digest);
  const unknown = hooks.filter(({ hash }) => !approvedHooks.includes(hash));
  const repository = { hooks: hooks.filter((each) => !unknown.includes(each)), problems };
  for (const { text } of problems) say(`Whatever has an effect asks. ${text}`);
  if (unknown.length > 0)
    say(
      `Hooks of the workspace do not run: nobody has approved them. After you have read them, add\n` +
        `--approved-hooks ${[...approvedHooks, ...unknown.map(({ hash }) => hash)].join(",")}`,
    );
  return createHooksInForce({ ...parts, roots: () => roots, user: () => user, repository: () => repository });
}

/** The hooks of `--hooks FILE`, as the setting `gatehouse.hooks` has them. */
export function readHooksFile(file: string | undefined): HookList {
  if (file === undefined) return { hooks: [], problems: [] };
  const list = parseHookSetting(readJsonFile("--hooks", file), file);
  const [problem] = list.problems;
  if (problem) throw new UsageError(`--hooks: ${problem.text}`);
  return list;
}

const say = (line: string): void => void process.stderr.write(`${line}\n`);
