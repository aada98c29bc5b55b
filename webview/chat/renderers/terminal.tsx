import * as l10n from "@vscode/l10n";
import type { CallItem } from "../../../src/shared/messages/chatItems";
import type { Details } from "../../../src/shared/results";
import { visible } from "../../../src/shared/visible";
import { errorWords } from "../../ui/endWords";
import { useView } from "../view";
import { plainOutput } from "./plainOutput";
import type { Renderer } from "./renderer";
import { TextBody } from "./text";

export const terminal: Renderer = {
  tail,
  tellsFailure: ({ details }) => details?.kind === "terminal",
  Body: TerminalBody,
};

type TerminalDetails = Extract<Details, { kind: "terminal" }>;

function tail(item: CallItem) {
  if (item.details?.kind !== "terminal") return undefined;
  return [howWords(item.details), whereWords(item, item.details)].filter(Boolean).join(" · ");
}

function whereWords({ errorCode }: CallItem, { isolation }: TerminalDetails): string {
  if (errorCode === "sandbox") return errorWords(errorCode);
  if (isolation === "open") return l10n.t("not isolated");
  return isolation === "outside" ? l10n.t("outside of the sandbox") : "";
}

function howWords(details: TerminalDetails): string {
  switch (details.how) {
    case "exited":
      return l10n.t("exit {0}", details.code ?? 0);
    case "killed":
      return l10n.t("killed ({0})", details.signal ?? "");
    case "timeout":
      return l10n.t("out of time");
    case "stopped":
      return l10n.t("stopped");
    default:
      return details.how satisfies never;
  }
}

/** How much of live output is drawn: what a person can follow. */
const LIVE_LINES = 40;

function TerminalBody({ item }: { item: CallItem }) {
  const { post } = useView();
  const details = item.details?.kind === "terminal" ? item.details : undefined;
  const isLong = details !== undefined && /\n|.{60}/.test(details.command);
  return (
    <>
      {isLong && <pre class="command">{visible(details.command)}</pre>}
      {item.state === "running" ? (
        <Live output={item.output ?? ""} />
      ) : (
        <TextBody item={{ ...item, text: plainOutput(item.text ?? "") }} />
      )}
      <button type="button" class="text-button" onClick={() => post({ kind: "showTerminal", callId: item.id })}>
        {l10n.t("Show terminal")}
      </button>
    </>
  );
}

function Live({ output }: { output: string }) {
  const lines = plainOutput(output.slice(-8_192)).trimEnd().split("\n").slice(-LIVE_LINES);
  if (output === "") return null;
  return (
    <pre class="output live">
      <span>{visible(lines.join("\n"), "\n\t")}</span>
    </pre>
  );
}
