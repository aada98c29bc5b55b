import * as l10n from "@vscode/l10n";
import { useRef } from "preact/hooks";
import type { CallItem, Program } from "../../../src/shared/messages/chatItems";
import { visible } from "../../../src/shared/visible";
import { Fold } from "../../ui/fold";
import { count } from "../../ui/words";
import { Code } from "../program/code";
import { Rows } from "../program/rows";
import { countWords, endWords, progressWords } from "../program/words";
import { useView } from "../view";
import type { Renderer } from "./renderer";
import { TextBody } from "./text";

export const program: Renderer = {
  tail,
  tellsFailure: ({ program }) => program !== undefined,
  unfolded: true,
  subjectInBody: true,
  Body: ProgramBody,
};

function tail({ program, state }: CallItem) {
  return program && `· ${[endWords(program.end, state), countWords(program)].filter(Boolean).join(" · ")}`;
}

function ProgramBody({ item }: { item: CallItem }) {
  const { program, state } = item;
  if (!program) return <TextBody item={item} />;
  const { code, end } = program;
  return (
    <>
      <Progress program={program} live={state === "running"} />
      {end?.error !== undefined && <p class="program-error">{visible(end.error)}</p>}
      {!end && item.hint && <p class="hint">{visible(item.hint)}</p>}
      {code !== "" && (
        <Fold label={l10n.t("Program")} note={linesOf(code)}>
          <Code code={code} />
        </Fold>
      )}
      <Rows program={program} />
      {end && end.log !== "" && (
        <Fold label={l10n.t("Log")} note={linesOf(end.log)}>
          <pre class="output">{visible(end.log, "\n\t")}</pre>
        </Fold>
      )}
      {item.text !== undefined && <Sent end={end} callId={item.id} />}
    </>
  );
}

const linesOf = (text: string): string => {
  const lines = text.split("\n").length;
  return lines === 1 ? l10n.t("1 line") : l10n.t("{0} lines", lines);
};

/** Said now and then while it runs and once it has ended; nothing of a program that had ended before it was shown. */
function Progress({ program, live }: { program: Program; live: boolean }) {
  const wasLive = useRef(false);
  wasLive.current ||= live;
  const words = live ? progressWords(program) : wasLive.current ? countWords(program) : "";
  return (
    <span class="spoken" role="status">
      {words}
    </span>
  );
}

function Sent({ end, callId }: { end: Program["end"]; callId: string }) {
  const { post } = useView();
  return (
    <>
      {end && (
        <p class="program-sent">
          {l10n.t("{0} tokens sent to the model, {1} kept out", count(end.tokens.sent), count(end.tokens.kept))}
        </p>
      )}
      <button type="button" class="text-button" onClick={() => post({ kind: "showFullResult", callId })}>
        {l10n.t("Open what the model got")}
      </button>
    </>
  );
}
