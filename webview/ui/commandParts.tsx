import * as l10n from "@vscode/l10n";
import { useState } from "preact/hooks";
import type { CommandPart, PartOutcome } from "../../src/shared/commandParts";
import { OUTCOME_WORDS, WHY_WORDS } from "../../src/shared/partWords";
import { visible } from "../../src/shared/visible";
import { Icon, type IconName } from "./icon";
import { worded } from "./words";

/** A command of hundreds of parts must not push the choices out of sight. */
const SHOWN = 20;
/** The command itself stands whole above. */
const MAX_TEXT = 300;

interface CommandPartsProps {
  readonly command: string;
  /** Undefined: nobody could look into the command. */
  readonly parts: readonly CommandPart[] | undefined;
}

/** What was found in a command, part by part, each with its outcome and why. */
export function CommandParts({ command, parts }: CommandPartsProps) {
  const [whole, setWhole] = useState(false);
  if (!parts || parts.length === 0)
    return <p class="caution">{l10n.t("Nobody could look into this command, so nothing of it is known.")}</p>;
  const [only] = parts;
  if (only && parts.length === 1) {
    return (
      <p class={`part ${only.outcome}`}>
        <Finding part={only} text={only.text.trim() !== command.trim()} />
      </p>
    );
  }
  const shown = whole ? parts : parts.slice(0, SHOWN);
  return (
    <div class="parts">
      <p class="part-count">
        {l10n.t("{0} parts, of which {1} do not run by themselves", parts.length, parts.filter(isStrict).length)}
      </p>
      <ol aria-label={l10n.t("What was found in it: {0} parts", parts.length)}>
        {shown.map((part, index) => (
          <li key={index} class={`part ${part.outcome}`}>
            <Finding part={part} text />
          </li>
        ))}
      </ol>
      {parts.length > shown.length && (
        <button type="button" class="text-button" onClick={() => setWhole(true)}>
          {l10n.t("{0} more", parts.length - shown.length)}
        </button>
      )}
    </div>
  );
}

const isStrict = ({ outcome }: CommandPart): boolean => outcome !== "auto";

const ICONS: Readonly<Record<PartOutcome, IconName>> = { auto: "pass", ask: "warning", deny: "circle-slash" };

/** Its text first, so that a screen reader says what before how. */
function Finding({ part, text }: { part: CommandPart; text: boolean }) {
  const { outcome, rule } = part;
  return (
    <>
      {text && <code>{plain(part.text)}</code>}
      <span class="finding">
        <Icon name={ICONS[outcome] ?? "warning"} /> <b>{outcomeWords(outcome)}</b> {whyWords(part.why)}
        {rule !== undefined && (
          <>
            {" "}
            {l10n.t("Rule:")} <code>{plain(rule)}</code>
          </>
        )}
      </span>
    </>
  );
}

/** On one line: a line feed in it could pose as a part of its own. */
function plain(text: string): string {
  return visible(text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text, "");
}

export const outcomeWords = (outcome: PartOutcome): string => worded(OUTCOME_WORDS[outcome] ?? OUTCOME_WORDS.ask);

/** A code from a newer host stays readable. */
export function whyWords(code: string): string {
  const known = Object.hasOwn(WHY_WORDS, code) ? WHY_WORDS[code as CommandPart["why"]] : undefined;
  return known ? worded(known) : code.replaceAll("_", " ");
}
