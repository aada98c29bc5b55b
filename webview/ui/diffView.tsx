import * as l10n from "@vscode/l10n";
import { useMemo } from "preact/hooks";
import { diffLines } from "./diffLines";

/** More lines than this are for the diff editor. */
const MAX_LINES = 400;

/** A unified diff without file headers as coloured lines, with the line numbers of the new text. */
export function DiffView({ unified }: { unified: string }) {
  const lines = useMemo(() => diffLines(unified), [unified]);
  const hidden = lines.length - MAX_LINES;
  return (
    <div class="diff">
      {lines.slice(0, MAX_LINES).map((line, index) => (
        <div key={index} class={`diff-line ${line.kind}`}>
          <span class="diff-number">{line.number}</span>
          <span class="diff-sign">{SIGNS[line.kind]}</span>
          <span class="diff-text">{line.text}</span>
        </div>
      ))}
      {hidden > 0 && <div class="diff-line note">{l10n.t("{0} more lines", hidden)}</div>}
    </div>
  );
}

const SIGNS = { added: "+", removed: "−", same: "", gap: "", note: "" } as const;
