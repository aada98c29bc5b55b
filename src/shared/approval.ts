import type { CommandPart } from "./commandParts";
import type { Layer, Reason } from "./reasons";
import type { DiffDetails, RanIn } from "./results";
import type { Review } from "./review";
import type { Rule } from "./rules";
import { visible } from "./visible";
import type { Words } from "./words";

/** What an approval card shows of a change, and the whole texts for the diff editor. */
export type Preview = DiffDetails & { readonly before: string; readonly after: string };

/** What a person is asked. Every string of it is plain text. */
export interface ApprovalRequest {
  readonly id: string;
  readonly session: string;
  readonly agent: string;
  readonly callId: string;
  /** A program asks for it: the id of that program's own call. */
  readonly program?: string;
  readonly tool: string;
  readonly title: string;
  readonly subject: string;
  /** The same for people, where words of ours are in it. */
  readonly subjectWords?: Words;
  readonly command?: string;
  /** What the shell analysis found in it, the strictest first. Absent: nobody could look into it. */
  readonly parts?: readonly CommandPart[];
  /** What is sent, whole, where neither a command nor a diff says it. */
  readonly body?: string;
  /** The MCP server that would be called. */
  readonly server?: string;
  /** Hosts of the network that it would speak to. */
  readonly hosts?: readonly string[];
  readonly preview?: Preview;
  /** What the diff alone does not show; absent when there is nothing to say. */
  readonly notes?: readonly ApprovalNote[];
  /** Real paths that would be written or read outside the ordinary, as shown. */
  readonly paths: readonly string[];
  readonly layer: Layer;
  readonly reason: Reason;
  /** The rule or path that decided. */
  readonly because?: string;
  /** The model's sentence before the call. */
  readonly intent: string;
  readonly choices: readonly ApprovalChoice[];
  /** What "session" would cover, when it is among the choices: nothing wider is remembered. */
  readonly sessionScope?: SessionScope;
  /** What "always" would save, when it is among the choices: these rules and no others. */
  readonly proposedRules?: readonly Rule[];
  /** One of those rules is for a program that does what files of the workspace say. */
  readonly runsWorkspaceCode?: true;
  /** Of a command: where it runs. `outside`: the sandbox denied it, and this would run it again without. */
  readonly isolation?: RanIn;
  /** With `open`: what is in the way of a sandbox, where one is wanted. */
  readonly notIsolated?: string;
  /** An earlier answer for this call is void: the file changed while its card was open. */
  readonly changed?: true;
  /** Wall time in ms; after it the request is refused. */
  readonly expiresAt: number;
}

/** The user's own unsaved text is saved with the change; a write that is interrupted may leave half of a file. */
export type ApprovalNote = "saves_unsaved" | "not_atomic";

/** This exact command text; this tool on these very files, with these very arguments, on these very hosts. */
export type SessionScope = "command" | "file" | "call" | "host";

export type ApprovalChoice = "once" | "session" | "always" | "deny" | "deny_with_note";

export type ApprovalAnswer =
  | { readonly answer: "once" }
  | { readonly answer: "session" }
  /** The rules that the person was shown. */
  | { readonly answer: "always"; readonly rules: readonly Rule[] }
  | { readonly answer: "deny"; readonly note?: string };

/** `replanned`: nobody answered, but what decides has changed (mode, posture, rules, laws, a session approval): decide the call again. */
export type ApprovalEnd = ApprovalAnswer | { readonly answer: "expired" | "closed" | "stopped" | "replanned" };

/** A notification may offer "Allow once" only when it can show the whole call, plain, in this many characters. */
const NOTIFICATION_CHARACTERS = 200;

/** The whole call in one plain text, and short enough to be answered without opening its card. */
export function fitsNotification(request: ApprovalRequest): boolean {
  if (request.preview || !request.choices.includes("once")) return false;
  const { agent, title, server = "", command, subject, body = "", hosts = [], paths } = request;
  const whole = [agent, title, server, command ?? subject, body, ...hosts, ...paths].join(" ");
  return whole.length <= NOTIFICATION_CHARACTERS && visible(whole, "") === whole && !/[()<>[\]{}]/.test(whole);
}

export const AUDIT_OUTCOMES = ["allow", "deny"] as const;
export const DECIDERS = ["gate", "user", "posture", "guardian", "expiry"] as const;

/** One line of the audit log: who decided what about which call. */
export interface AuditRecord {
  readonly ts: number;
  readonly session: string;
  readonly agent: string;
  readonly callId: string;
  /** A program made it: the id of that program's own call. */
  readonly program?: string;
  readonly tool: string;
  readonly subject: string;
  /** SHA-256 of the canonical arguments. */
  readonly argsHash: string;
  readonly mode: string;
  readonly posture: string;
  readonly outcome: (typeof AUDIT_OUTCOMES)[number];
  /** The verdict before an answer: `ask` when a person, the guardian or the posture had to answer. */
  readonly asked: boolean;
  readonly by: (typeof DECIDERS)[number];
  readonly layer: Layer;
  readonly reason: Reason;
  readonly because?: string;
  readonly note?: string;
  /** Rules that the person let be saved with this answer. */
  readonly saved?: readonly string[];
  /** Commands of the hooks that were asked about it, in order. */
  readonly hooks?: readonly string[];
  /** Of a call that Auto-Review's guardian answered for. */
  readonly review?: Review;
}
