import type { Spills } from "../../src/core/operations/ports";
import type { MemoryFiles } from "./memoryFiles";

export interface MemorySpills extends Spills {
  /** What was spilled and not discarded, by handle. */
  readonly texts: ReadonlyMap<string, string>;
}

/** With `files`, a closed spill is a file under `/spill` there, so that `read` can open it. */
export function memorySpills(files?: MemoryFiles): MemorySpills {
  const texts = new Map<string, string>();
  const owners = new Map<string, string>();
  let count = 0;
  return {
    texts,
    open(owner) {
      count += 1;
      const handle = `spill:${count}`;
      owners.set(handle, owner);
      texts.set(handle, "");
      return {
        handle,
        write: (text) => void texts.set(handle, (texts.get(handle) ?? "") + text),
        close: async () => files?.set(pathOf(handle), texts.get(handle) ?? ""),
        async discard() {
          texts.delete(handle);
          owners.delete(handle);
          files?.remove(pathOf(handle));
        },
      };
    },
    find: (handle, owner) => (owners.get(handle) === owner ? pathOf(handle) : undefined),
  };
}

function pathOf(handle: string): string {
  return `/spill/${handle.slice("spill:".length)}.txt`;
}
