import * as l10n from "@vscode/l10n";
import { IconButton } from "../../ui/button";
import { useView } from "../view";
import { ApprovalView } from "./card";

/** What waits for a person, above the composer for as long as it waits; one card at a time. */
export function ApprovalDock() {
  const { store, chosen } = useView();
  const cards = store.approvals.value;
  const index = Math.max(
    0,
    cards.findIndex((card) => card.id === chosen.value),
  );
  const card = cards[index];
  if (!card) return null;
  return (
    <section class="dock" aria-label={l10n.t("Waiting for you")}>
      {cards.length > 1 && <Pager index={index} ids={cards.map(({ id }) => id)} />}
      {/* Keyed: another request must never inherit the focus or a half-written note of this one. */}
      <ApprovalView key={card.id} card={card} />
    </section>
  );
}

function Pager({ index, ids }: { index: number; ids: readonly string[] }) {
  const { chosen } = useView();
  const go = (step: number) => {
    chosen.value = ids[(index + step + ids.length) % ids.length];
  };
  return (
    <div class="pager">
      <span>{l10n.t("{0} of {1} waiting", index + 1, ids.length)}</span>
      <IconButton icon="chevron-left" label={l10n.t("Previous")} onPress={() => go(-1)} />
      <IconButton icon="chevron-right" label={l10n.t("Next")} onPress={() => go(1)} />
    </div>
  );
}
