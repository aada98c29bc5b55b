import type { Engine } from "./engine";
import { readLaws } from "./laws";
import type { Change } from "./statutes";

/**
 * Looks at rules and laws as they are now. What tightens is in force at once, and what was decided
 * before is decided again; for the rest the host is told, so that it can ask a person.
 */
export async function keepStatutes(engine: Engine): Promise<void> {
  const { ports, settings, statutes } = engine;
  // Without trust a repository's files say nothing: there is only Plan, which writes nothing.
  const laws = settings.trusted ? await readLaws(ports.files, ports.log) : [];
  const { tightened, waits } = statutes.offer({ rules: settings.rules?.rules ?? [], laws });
  if (tightened) engine.decideAgain();
  tellWaiting(engine, waits);
}

function tellWaiting(engine: Engine, waits: Change["waits"]): void {
  const wait = waits.rules || waits.laws;
  if (wait || engine.statutesWait) engine.record.tell({ type: "statutes_waiting", ...waits });
  engine.statutesWait = wait;
}
