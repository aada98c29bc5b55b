import { createGuardian, type Guardian } from "../gate/guardian";
import type { Engine } from "./engine";
import type { Tally } from "./tally";

/** The guardian of one turn, with the session's model. What it spends counts as the turn's. */
export function turnGuardian(engine: Engine, tally: Tally, signal: AbortSignal): Guardian {
  return createGuardian({
    model: () => engine.options.model(),
    clock: engine.ports.clock,
    signal: () => AbortSignal.any([signal, engine.stanceEnd.signal]),
    onAsk: ({ id }) => engine.record.tell({ type: "call_reviewing", callId: id }),
    onUsage(usage) {
      const { inputTokens, outputTokens } = usage;
      tally.usage(usage);
      engine.record.tell({ type: "usage", inputTokens, outputTokens });
      engine.goals.spend(inputTokens + outputTokens);
    },
  });
}
