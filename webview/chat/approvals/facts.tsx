import * as l10n from "@vscode/l10n";
import type { ApprovalNote } from "../../../src/shared/approval";
import type { ApprovalCard } from "../../../src/shared/messages/chat";
import { visible } from "../../../src/shared/visible";
import { CommandParts } from "../../ui/commandParts";
import { DiffView } from "../../ui/diffView";
import { Icon } from "../../ui/icon";
import { LineChange } from "../../ui/lineChange";
import { layerWords, reasonWords } from "../../ui/reasonWords";
import { seconds, subjectLine, titleWords } from "../../ui/words";
import { useNow } from "../frame";

/** What would be done and why it asks. Every foreign text is plain, with what hides in it made visible. */
export function Facts({ card }: { card: ApprovalCard }) {
  return (
    <>
      <Heading card={card} />
      {card.changed && <p class="changed">{changedWords(card)}</p>}
      <Why card={card} />
      {card.command !== undefined && <pre class="command">{visible(card.command)}</pre>}
      {card.command !== undefined && !saysAll(card) && <CommandParts command={card.command} parts={card.parts} />}
      {card.isolation && (
        <p class={card.isolation === "sandboxed" ? "why" : "caution"}>
          {isolationWords(card.isolation)}
          {card.notIsolated !== undefined && <code> {visible(card.notIsolated, "")}</code>}
        </p>
      )}
      {card.body !== undefined && <pre class="command">{visible(card.body, "\n\t")}</pre>}
      {card.diff && <DiffView unified={card.diff.unified} />}
      {card.notes?.map((note) => (
        <p key={note} class="caution">
          {noteWords(note, filesOf(card))}
        </p>
      ))}
      <Hosts hosts={card.hosts ?? []} />
      <Paths paths={card.paths.filter((path) => path !== card.subject)} />
      {card.intent !== "" && <Intent text={card.intent} />}
    </>
  );
}

function Heading({ card }: { card: ApprovalCard }) {
  return (
    <h3 id={`approval-${card.id}`}>
      {card.server !== undefined && <>{l10n.t("MCP server {0}:", visible(card.server, ""))} </>}
      {card.command === undefined ? (
        <>
          {titleWords(card)} <code>{whatWords(card)}</code>
        </>
      ) : card.program === undefined ? (
        l10n.t("Run a command")
      ) : (
        titleWords(card)
      )}
      {card.diff && <LineChange added={card.diff.added} removed={card.diff.removed} />}
      {card.diff?.created && <small>{l10n.t("new file")}</small>}
      <Expiry at={card.expiresAt} />
    </h3>
  );
}

/** Of a server's tool the heading has named the server already. */
function whatWords(card: ApprovalCard): string {
  const words = subjectLine(card);
  const server = `${visible(card.server ?? "", "")}/`;
  return card.server !== undefined && words.startsWith(server) ? words.slice(server.length) : words;
}

function Why({ card }: { card: ApprovalCard }) {
  return (
    <p class="why" title={l10n.t("Decided by: {0}", layerWords(card.layer))}>
      {card.agent !== MAIN_AGENT && <>{l10n.t("Agent {0}", visible(card.agent, ""))} · </>}
      {reasonWords(card.reason)} <Because card={card} />
    </p>
  );
}

const MAIN_AGENT = "root";

/** What the card's own reason says of a part. */
const SAME: Readonly<Record<string, string>> = {
  shell_command: "not_listed",
  shell_always_ask: "always_ask",
  user_rule: "ask_rule",
};

/** The one part of a command is the command itself, and why it asks stands above; or that nothing is known. */
function saysAll({ command, reason, parts = [] }: ApprovalCard): boolean {
  const [only] = parts;
  if (!only) return reason === "shell_unanalysed";
  return parts.length === 1 && only.text.trim() === command?.trim() && only.why === SAME[reason];
}

/** The rule or path that decided, unless the card says it anyway. */
function Because({ card }: { card: ApprovalCard }) {
  if (!card.because || card.because === card.command || card.because === card.subject) return null;
  return <code>{visible(card.because, "")}</code>;
}

const filesOf = (card: ApprovalCard): number => card.diff?.files ?? 1;

function changedWords(card: ApprovalCard): string {
  return filesOf(card) === 1
    ? l10n.t("The file changed meanwhile, so an earlier answer is void.")
    : l10n.t("One of the files changed meanwhile, so an earlier answer is void.");
}

/** Of several files a note may be about one of them. */
function noteWords(note: ApprovalNote, files: number): string {
  if (note === "saves_unsaved") {
    return files === 1
      ? l10n.t("Your own unsaved changes in this file will be saved with it.")
      : l10n.t("Your own unsaved changes in these files will be saved with them.");
  }
  return files === 1
    ? l10n.t("This file is on no local disk: a write that is interrupted may leave half of it.")
    : l10n.t("Not all of these files are on a local disk: a write that is interrupted may leave half of one.");
}

function isolationWords(isolation: NonNullable<ApprovalCard["isolation"]>): string {
  switch (isolation) {
    case "sandboxed":
      return l10n.t("It runs in the sandbox: it can write in the workspace and the temporary folder alone.");
    case "open":
      return l10n.t("Not isolated: it runs without a sandbox.");
    case "outside":
      return l10n.t("It runs again, outside of the sandbox, with all that you may do yourself.");
    default:
      return isolation satisfies never;
  }
}

function Hosts({ hosts }: { hosts: readonly string[] }) {
  if (hosts.length === 0) return null;
  return (
    <p class="hosts">
      {l10n.t("It speaks to:")} <code>{hosts.map((host) => visible(host, "")).join(", ")}</code>
    </p>
  );
}

function Paths({ paths }: { paths: readonly string[] }) {
  if (paths.length === 0) return null;
  return (
    <ul class="paths" aria-label={l10n.t("Paths it reaches")}>
      {paths.map((path) => (
        <li key={path}>
          <Icon name="go-to-file" />
          <code>{visible(path, "")}</code>
        </li>
      ))}
    </ul>
  );
}

/** Longer reasons are cut: they are the model's, and must not push the choices out of sight. */
const MAX_INTENT = 400;

function Intent({ text }: { text: string }) {
  const shown = text.length > MAX_INTENT ? `${text.slice(0, MAX_INTENT)}…` : text;
  return (
    <p class="intent">
      {l10n.t("The model says:")} <q>{withCode(visible(shown, ""))}</q>
    </p>
  );
}

/** What stands between backticks, as Markdown has it; nothing else of it is drawn. */
function withCode(text: string) {
  const parts = text.split(/`+([^`]+)`+/);
  return parts.map((part, at) => (at % 2 === 1 ? <code key={at}>{part}</code> : part));
}

const LAST_MINUTES_MS = 5 * 60_000;

function Expiry({ at }: { at: number }) {
  const left = useTimeLeft(at);
  return left && <small class="expiry">{l10n.t("refused in {0}", left)}</small>;
}

/** Only towards the end, when it is of use. */
export function useTimeLeft(at: number): string | undefined {
  const left = at - useNow(true);
  return left > LAST_MINUTES_MS ? undefined : seconds(Math.max(0, Math.ceil(left / 1000)));
}
