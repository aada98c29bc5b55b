import { brokenLaw, LAW_FILE, type Law } from "../gate/statutes";
import type { Files } from "../operations/files";
import type { Log } from "../operations/ports";
import { utf8Bytes } from "../results/sizes";

const MAX_BYTES = 1024 * 1024;

/** The law of each root that has one, as its file is now. */
export async function readLaws(files: Files, log: Log): Promise<readonly Law[]> {
  const laws = await Promise.all(files.roots().map(({ path }) => readOne(files, log, path)));
  return laws.filter((law) => law !== undefined);
}

async function readOne(files: Files, log: Log, root: string): Promise<Law | undefined> {
  try {
    const path = await files.inspect(`${root}/${LAW_FILE}`);
    // What is said of a broken one may quote it: a link must not make another file speak.
    if (path.dangling || (path.kind !== "missing" && path.root?.path !== root))
      return brokenLaw(root, "it is a link that leads out of its root.");
    const text = await files.readInstruction(path.real, MAX_BYTES + 1);
    if (text === undefined) return undefined;
    if (utf8Bytes(text) > MAX_BYTES) return brokenLaw(root, "it has more than 1 MiB.");
    const { readLaw } = await import("../gate/lawFile");
    return readLaw(text, root);
  } catch (error) {
    log.warn("A repository's law could not be read: nothing below its root may be written.", error);
    return brokenLaw(root, error instanceof Error ? error.message : String(error));
  }
}
