import type { NodePrograms } from "./programs";
import type { SandboxSettings } from "./sandbox";

/** Nothing of it is loaded before the first program. */
export function lazyPrograms(settings: SandboxSettings): Pick<NodePrograms, "run" | "close"> {
  let loaded: Promise<NodePrograms> | undefined;
  let closed = false;
  const load = async (): Promise<NodePrograms> => {
    const { createPrograms } = await import("./programs");
    const programs = createPrograms(settings);
    if (closed) programs.close();
    return programs;
  };
  return {
    async run(...args) {
      loaded ??= load();
      return (await loaded).run(...args);
    },
    close() {
      closed = true;
      void loaded?.then((programs) => programs.close());
    },
  };
}
