import type { ApprovalChoice, ApprovalRequest } from "../../shared/approval";
import type { CommandPart } from "../../shared/commandParts";
import type { Rule } from "../../shared/rules";
import { bounded } from "../../shared/visible";
import { readsOf, writesOf } from "./effects";
import type { Decision } from "./gate";
import { judgeRead } from "./paths";
import { proposals } from "./rules/proposals";
import { sessionScope } from "./sessionKey";
import { MAX_LENGTH } from "./shell/textChecks";
import type { GateFacts, PlannedCall } from "./verdict";

/** A command is shown whole up to here: what is longer the shell analysis does not judge. */
const MAX_COMMAND = MAX_LENGTH;
const MAX_TEXT = 1_000;
const MAX_PATHS = 100;
const MAX_PARTS = 100;

/** A request before the broker gave it an id and an end, and what "session" would remember. */
export interface ApprovalDetails {
  readonly request: Omit<ApprovalRequest, "id" | "expiresAt">;
  /** Absent when "session" is not offered. */
  readonly sessionKey?: string;
}

/**
 * What a person is asked about a call that the gate decided to ask about. `intent`: the model's sentence before it;
 * `program`: the call of the program that makes it.
 */
export function describe(
  call: PlannedCall,
  decision: Decision,
  facts: GateFacts,
  intent: string,
  program?: string,
): ApprovalDetails {
  const { verdict } = decision;
  // "For this session" covers what is described: not a command, or what is sent, of which the middle is left out.
  const isWhole = Math.max(commandOf(call).length, call.prepared.body?.length ?? 0) <= MAX_COMMAND;
  const sessionKey = isWhole ? decision.sessionKey : undefined;
  const forSession = sessionKey !== undefined;
  const proposed = isWhole && decision.ruleable ? proposals(call, facts) : [];
  const request = {
    session: call.session,
    agent: bounded(call.agent, MAX_TEXT),
    callId: call.id,
    ...(program === undefined ? {} : { program }),
    tool: bounded(call.tool.name, MAX_TEXT),
    title: call.tool.title,
    ...whatItDoes(call, facts),
    layer: verdict.layer,
    reason: verdict.reason,
    ...(verdict.subject === undefined ? {} : { because: bounded(verdict.subject, MAX_TEXT) }),
    intent: bounded(intent, MAX_TEXT),
    choices: choices(forSession, proposed),
    ...(forSession ? { sessionScope: sessionScope(call) } : {}),
    ...(proposed.length > 0 ? { proposedRules: proposed } : {}),
    ...partsOf(call),
    ...isolationOf(call, facts),
  };
  return forSession ? { request, sessionKey } : { request };
}

function partsOf({ commands }: PlannedCall): Pick<ApprovalRequest, "parts" | "runsWorkspaceCode"> {
  if (commands === undefined) return {};
  const parts = shownParts(
    commands.flatMap(({ analysis }) => analysis.parts),
    MAX_PARTS,
  );
  const runsWorkspaceCode = commands.some(({ proposal }) => proposal?.runsWorkspaceCode);
  return { parts, ...(runsWorkspaceCode && { runsWorkspaceCode: true }) };
}

/** As views get them: the strictest first, so that no harmless one pushes another out of sight. */
export function shownParts(parts: readonly CommandPart[], max: number): readonly CommandPart[] {
  const rank = ({ outcome, why }: CommandPart): number =>
    outcome === "deny" ? 0 : outcome === "auto" ? 3 : why === "always_ask" ? 1 : 2;
  return parts
    .toSorted((a, b) => rank(a) - rank(b))
    .slice(0, max)
    .map(({ text, rule, ...part }) => ({
      text: bounded(text, MAX_TEXT),
      ...part,
      ...(rule === undefined ? {} : { rule: bounded(rule, MAX_TEXT) }),
    }));
}

function isolationOf(call: PlannedCall, { isolation }: GateFacts): Pick<ApprovalRequest, "isolation" | "notIsolated"> {
  if (!isolation || call.prepared.effects.commands.length === 0) return {};
  if (isolation.kind === "sandboxed") return { isolation: "sandboxed" };
  const { detail } = isolation;
  return { isolation: "open", ...(detail === undefined ? {} : { notIsolated: bounded(detail, MAX_TEXT) }) };
}

const commandOf = (call: PlannedCall): string => call.prepared.effects.commands.join("\n");

function whatItDoes(
  call: PlannedCall,
  facts: GateFacts,
): Pick<
  ApprovalRequest,
  "subject" | "subjectWords" | "command" | "body" | "server" | "hosts" | "preview" | "notes" | "paths"
> {
  const { effects, preview, body, notes = [] } = call.prepared;
  const { hosts = [] } = effects;
  return {
    subject: bounded(call.tool.subject(call.input), MAX_TEXT),
    ...subjectWords(call),
    ...(effects.commands.length > 0 ? { command: bounded(commandOf(call), MAX_COMMAND) } : {}),
    ...(body === undefined ? {} : { body: bounded(body, MAX_COMMAND) }),
    ...(call.tool.server === undefined ? {} : { server: bounded(call.tool.server, MAX_TEXT) }),
    ...(hosts.length > 0 ? { hosts: hosts.map((host) => bounded(host, MAX_TEXT)) } : {}),
    ...(preview ? { preview: { ...preview, path: bounded(preview.path, MAX_TEXT) } } : {}),
    ...(notes.length > 0 ? { notes } : {}),
    paths: pathsToShow(call, facts),
  };
}

function subjectWords({ tool, input }: PlannedCall): Pick<ApprovalRequest, "subjectWords"> {
  const { text, args = [] } = tool.subjectWords?.(input) ?? {};
  if (text === undefined) return {};
  return { subjectWords: { text, args: args.map((arg) => bounded(String(arg), MAX_TEXT)) } };
}

/** What would be written, and what would be read outside the ordinary. */
function pathsToShow(call: PlannedCall, facts: GateFacts): readonly string[] {
  const reads = readsOf(call).filter((path) => judgeRead(path, facts) !== undefined);
  const shown = [...new Set([...writesOf(call), ...reads].map((path) => bounded(path.shown, MAX_TEXT)))];
  const left = shown.length - MAX_PATHS;
  return left > 0 ? [...shown.slice(0, MAX_PATHS), `… ${left} more …`] : shown;
}

const choices = (forSession: boolean, proposed: readonly Rule[]): readonly ApprovalChoice[] => [
  "once",
  ...(forSession ? ["session" as const] : []),
  ...(proposed.length > 0 ? ["always" as const] : []),
  "deny",
  "deny_with_note",
];
