import { Layer, Reason } from "../../src/shared/reasons";
import { LAYER_WORDS, REASON_WORDS } from "../../src/shared/reasonWords";
import { worded } from "./words";

/** One sentence for one code. A code from a newer host stays readable. */
export function reasonWords(code: string): string {
  const reason = Reason.safeParse(code);
  return reason.success ? worded(REASON_WORDS[reason.data]) : code.replaceAll("_", " ");
}

/** Which stage decided, as a short phrase; empty for a stage from a newer host. */
export function layerWords(code: string): string {
  const layer = Layer.safeParse(code);
  return layer.success ? worded(LAYER_WORDS[layer.data]) : "";
}
