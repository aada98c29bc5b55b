import type { LoadAnalyser } from "../core/engine/commands";
import { shellNameOf } from "../core/gate/shell/analysis";
import type { Clock } from "../core/operations/ports";
import { shellAssets } from "./shellAssets";

/** Loads the shell analysis when the first command is to be judged. `bundles`: the folder where its files lie. */
export function lazyAnalyser(bundles: string, clock: Clock, shell: string | undefined): LoadAnalyser {
  let loading: ReturnType<LoadAnalyser> | undefined;
  const load: LoadAnalyser = async () => {
    const { loadAnalyser } = await import("../core/gate/shell/loader");
    return loadAnalyser(shellAssets(bundles), clock.elapsed, [shellNameOf(shell) ?? "bash"]);
  };
  return () => {
    loading ??= load().catch((error: unknown) => {
      // The next command tries again.
      loading = undefined;
      throw error;
    });
    return loading;
  };
}
