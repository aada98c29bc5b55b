import * as l10n from "@vscode/l10n";
import { useState } from "preact/hooks";
import type { Goal, GoalAction, GoalPause } from "../../src/shared/goal";
import { visible } from "../../src/shared/visible";
import { Button } from "../ui/button";
import { Icon, type IconName } from "../ui/icon";
import { count, duration } from "../ui/words";
import { useView } from "./view";

/** The goal folded to one line; open, all of it and what a person may do with it. */
export function GoalStrip() {
  const view = useView();
  const goal = view.store.goal.value;
  const [open, setOpen] = useState(false);
  if (!goal) return null;
  return (
    <section class={`goal-strip ${goal.status}`} aria-label={l10n.t("Goal")}>
      <button type="button" class="strip-line" aria-expanded={open} onClick={() => setOpen(!open)}>
        <Icon name={ICONS[goal.status]} />
        <b>{visible(goal.objective, "")}</b>
        <small title={state(goal)}>{state(goal)}</small>
        <Icon name={open ? "chevron-down" : "chevron-up"} />
      </button>
      {open && <Details goal={goal} onAct={(action) => view.post({ kind: "goal", action })} />}
    </section>
  );
}

const ICONS: Readonly<Record<Goal["status"], IconName>> = {
  active: "target",
  paused: "debug-pause",
  complete: "pass",
  blocked: "error",
};

function state({ status, passes, maxPasses, pause }: Goal): string {
  switch (status) {
    case "active":
      return maxPasses === undefined ? l10n.t("pass {0}", passes) : l10n.t("pass {0} of {1}", passes, maxPasses);
    case "paused":
      return pauseWords(pause);
    case "complete":
      return l10n.t("complete");
    case "blocked":
      return l10n.t("blocked");
  }
}

function pauseWords(pause: GoalPause | undefined): string {
  switch (pause) {
    case "stopped":
      return l10n.t("paused: you stopped the turn");
    case "budget":
      return l10n.t("paused: the token budget is spent");
    case "max_passes":
      return l10n.t("paused: no passes are left");
    case "no_progress":
      return l10n.t("paused: no progress");
    case "turn_failed":
      return l10n.t("paused: the turn did not end well");
    case "interrupted":
      return l10n.t("paused: interrupted");
    default:
      return l10n.t("paused");
  }
}

function Details({ goal, onAct }: { goal: Goal; onAct: (action: GoalAction) => void }) {
  return (
    <div class="goal-details">
      <p class="goal-objective">{visible(goal.objective)}</p>
      <dl>
        <dt>{l10n.t("Passes")}</dt>
        <dd>{count(goal.passes)}</dd>
        <dt>{l10n.t("Tokens")}</dt>
        <dd>{spent(goal)}</dd>
        <dt>{l10n.t("Time")}</dt>
        <dd>{duration(goal.seconds * 1000)}</dd>
        {goal.evidence && <dt>{l10n.t("Evidence")}</dt>}
        {goal.evidence && <dd>{visible(goal.evidence)}</dd>}
        {goal.blocker && <dt>{l10n.t("Blocker")}</dt>}
        {goal.blocker && <dd>{visible(goal.blocker)}</dd>}
      </dl>
      <div class="goal-actions">
        {actionsOf(goal).map(({ action, label }) => (
          <Button key={action} onPress={() => onAct(action)}>
            {label}
          </Button>
        ))}
      </div>
    </div>
  );
}

function spent({ tokens, tokenBudget }: Goal): string {
  return tokenBudget === undefined ? count(tokens) : l10n.t("{0} of {1}", count(tokens), count(tokenBudget));
}

/** A finished goal is frozen: it can only be cleared away. */
function actionsOf({ status }: Goal): readonly { readonly action: GoalAction; readonly label: string }[] {
  const clear = { action: "clear", label: l10n.t("Clear") } as const;
  if (status === "complete" || status === "blocked") return [clear];
  const first =
    status === "active"
      ? ({ action: "pause", label: l10n.t("Pause") } as const)
      : ({ action: "resume", label: l10n.t("Resume") } as const);
  return [
    first,
    { action: "complete", label: l10n.t("Complete") },
    { action: "blocked", label: l10n.t("Blocked") },
    clear,
  ];
}
