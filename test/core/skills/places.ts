import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createSkills, type SkillLibrary, type SkillsOptions } from "../../../src/core/skills/library";
import { nodeAssets } from "../../../src/node/assets";
import { temporaryFolder } from "../../node/support/folder";

/** A real workspace and home folder with these files, below `w/` and `h/`. */
export function places(files: Readonly<Record<string, string>>) {
  const top = temporaryFolder();
  const [workspace, home] = [join(top, "w"), join(top, "h")];
  for (const folder of [workspace, home]) mkdirSync(folder);
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(top, path)), { recursive: true });
    writeFileSync(join(top, path), text);
  };
  for (const [path, text] of Object.entries(files)) put(path, text);
  return { top, workspace, home, put };
}

export type Places = ReturnType<typeof places>;

export function libraryOf({ workspace, home }: Places, more: Partial<SkillsOptions> = {}): SkillLibrary {
  return createSkills({
    assets: nodeAssets,
    roots: () => [workspace],
    home,
    extraRoots: () => [],
    trusted: () => true,
    ...more,
  });
}

export const skillText = (name: string, description = `About ${name}.`, body = `Do ${name}.`): string =>
  `---\nname: ${name}\ndescription: ${description}\n---\n\n${body}\n`;

export async function namesOf(library: SkillLibrary): Promise<readonly string[]> {
  return (await library.list()).map(({ name }) => name);
}
