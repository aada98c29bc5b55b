import { shownParts } from "../core/gate/describe";
import { answerOf, askRank } from "../core/gate/postures";
import { commandRules } from "../core/gate/rules/commands";
import type { Analysis, ShellName } from "../core/gate/shell/analysis";
import type { ShellAnalyser } from "../core/gate/shell/loader";
import type { PlacedRule } from "../core/gate/statutes";
import { askKindOf } from "../core/gate/tier";
import { type Answerer, type Explanation, MAX_PARTS } from "../shared/messages/surfaceRules";
import { POSTURES, type Posture } from "../shared/modes";

/** What the gate finds in a command; `added` are rules that do not stand in the settings yet. Nothing without a parser. */
export type Explain = (command: string, added: readonly PlacedRule[]) => Promise<Analysis | undefined>;

export interface ExplainParts {
  /** Loads the parser, on first use; once, for whoever asks. */
  load(): Promise<ShellAnalyser>;
  shell(): ShellName | undefined;
  rules(): readonly PlacedRule[];
  failed(error: unknown): void;
}

/** The tool whose command rules hold. */
const SHELL_TOOL = { name: "bash" };

export function createExplain({ load, shell, rules, failed }: ExplainParts): Explain {
  return async (command, added) => {
    const name = shell();
    if (name === undefined) return undefined;
    try {
      return (await load()).analyse(command, name, commandRules([...rules(), ...added], SHELL_TOOL));
    } catch (error) {
      failed(error);
      return undefined;
    }
  };
}

/** For the panel: bounded, and with what each posture would answer. */
export function explanationOf(analysis: Analysis | undefined): Explanation {
  if (!analysis) return { state: "unknown" };
  const { outcome, parts } = analysis;
  const postures = Object.fromEntries(POSTURES.map((posture) => [posture, answerIn(posture, analysis)]));
  return {
    state: "known",
    outcome,
    parts: shownParts(parts, MAX_PARTS),
    omitted: Math.max(0, parts.length - MAX_PARTS),
    postures: postures as Record<Posture, Answerer>,
  };
}

/** As the gate folds it: one part that is denied denies the whole, else the strictest ask stands for all. */
function answerIn(posture: Posture, { outcome, parts }: Analysis): Answerer {
  if (outcome !== "ask") return outcome === "auto" ? "allow" : "deny";
  const kinds = parts.filter((part) => part.outcome === "ask").map(({ why }) => askKindOf(why));
  const strictest = kinds.reduce((most, next) => (askRank(next) > askRank(most) ? next : most), "shell");
  return answerOf(strictest, posture);
}
