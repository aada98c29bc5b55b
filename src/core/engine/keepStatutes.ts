import { type Words, words } from "../../shared/words";
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
  tellBroken(engine);
  tellWaiting(engine, waits);
}

function tellWaiting(engine: Engine, waits: Change["waits"]): void {
  const wait = waits.rules || waits.laws;
  if (wait || engine.statutesWait) engine.record.tell({ type: "statutes_waiting", ...waits });
  engine.statutesWait = wait;
}

/** Each of them once in a session, and again when it breaks in another way. */
function tellBroken({ settings, statutes, ports, record, toldBroken }: Engine): void {
  const said: Words[] = [
    ...(settings.rules?.problems ?? []).map(({ place, why }) =>
      words("{0} can't be used, so the stricter reading is in force: {1}.", place, why),
    ),
    ...statutes.laws.flatMap(({ broken }) =>
      broken === undefined
        ? []
        : words("The law of this repository can't be read, so nothing may be written until it is mended: {0}", broken),
    ),
    ...(settings.policy?.broken === undefined
      ? []
      : [
          words(
            "The policy of this machine can't be read, so nothing is permitted until it is mended: {0}",
            settings.policy.broken,
          ),
        ]),
  ];
  for (const each of said) {
    const key = JSON.stringify(each);
    if (toldBroken.has(key)) continue;
    toldBroken.add(key);
    record.tell({
      type: "notice",
      id: ports.ids.next("notice"),
      level: "warning",
      code: "rules_broken",
      ...each,
      toModel: false,
    });
  }
}
