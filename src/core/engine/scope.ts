import type { Guardian } from "../gate/guardian";
import { ROOT } from "../sessions/replay";
import type { Engine, TurnScope } from "./engine";
import { Tally } from "./tally";

/** What the calls of a turn share, anew for each turn. */
export function turnScope(engine: Engine, turn: string, signal: AbortSignal): TurnScope {
  const tally = new Tally();
  return { engine, turn, agent: ROOT, tally, signal, guardian: guardianOf(engine, tally, signal) };
}

/** The guardian of one turn, loaded with the first call that it is to answer. */
function guardianOf(engine: Engine, tally: Tally, signal: AbortSignal): Guardian {
  let made: Promise<Guardian> | undefined;
  return async (...asked) => {
    made ??= makeGuardian(engine, tally, signal);
    return (await made)(...asked);
  };
}

/** With the session's model. What it spends counts as the turn's, but for the time. */
async function makeGuardian(engine: Engine, tally: Tally, signal: AbortSignal): Promise<Guardian> {
  const { createGuardian } = await import("./guardian");
  const guardian = createGuardian({
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
  return async (...asked) => {
    const answered = engine.human.open();
    return guardian(...asked).finally(answered);
  };
}
