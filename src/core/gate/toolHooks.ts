import type { PathFacts } from "../operations/files";
import type { Hook, Hooks } from "../operations/hooks";
import { canonicalJson } from "../tools/canonical";
import { readsOf, writesOf } from "./effects";
import type { HookAnswer } from "./hookAnswer";
import { strictest } from "./strictest";
import { fits, namesOfTool } from "./toolNames";
import type { Ask, Deny, GateFacts, PlannedCall, Verdict } from "./verdict";

/** What the hooks said of one call, all together. */
export interface Hooked {
  /** Commands of those that were run. */
  readonly ran: readonly string[];
  readonly verdict?: Verdict;
  /** The arguments as hooks rewrote them: the call is prepared and judged again with these. */
  readonly arguments?: Readonly<Record<string, unknown>>;
}

/**
 * Stage 5, run once a call: each `tool_call_before` hook that names the tool, in their order. One that rewrites
 * the arguments gives them to the next. The first deny ends.
 */
export async function askHooks(
  hooks: Hooks,
  call: PlannedCall,
  facts: GateFacts,
  signal: AbortSignal,
): Promise<Hooked> {
  const { hooks: all, problems } = hooks.current();
  let verdict: Verdict | undefined = problems[0] && hasEffects(call) ? unreadable(problems[0].text) : undefined;
  let rewritten: HookAnswer["arguments"];
  const ran: string[] = [];
  for (const hook of all.filter((each) => concerns(each, call))) {
    ran.push(hook.command);
    const end = await hooks.run(hook, inputOf(call, facts, rewritten), signal);
    const { hookAnswer } = await import("./hookAnswer");
    const answer = hookAnswer(hook, end);
    verdict = strictest(verdict, verdictOf(hook, answer));
    if (verdict?.outcome === "deny") return { ran, verdict };
    rewritten = answer.arguments ?? rewritten;
  }
  const said = { ran, ...(verdict && { verdict }) };
  if (rewritten === undefined || canonicalJson(rewritten) === call.args) return said;
  return { ...said, arguments: rewritten };
}

/** Of an event that only tells, or of a call after it ran. */
export function hooksFor(hooks: Hooks, event: Hook["event"], tool?: readonly string[]): readonly Hook[] {
  return hooks.current().hooks.filter((hook) => hook.event === event && (tool === undefined || names(hook, tool)));
}

const concerns = (hook: Hook, call: PlannedCall): boolean =>
  hook.event === "tool_call_before" && names(hook, namesOfTool(call.tool));

const names = ({ tools }: Hook, names: readonly string[]): boolean =>
  tools === undefined || tools.some((entry) => names.some((name) => fits(entry, name)));

function inputOf(call: PlannedCall, facts: GateFacts, rewritten: HookAnswer["arguments"]): string {
  const { commands, hosts = [] } = call.prepared.effects;
  return JSON.stringify({
    event: "tool_call_before",
    session: call.session,
    agent: call.agent,
    mode: facts.mode,
    posture: facts.posture,
    workspace: facts.roots.map(({ path }) => path),
    call: {
      id: call.id,
      tool: call.tool.name,
      ...(call.tool.server === undefined ? {} : { server: call.tool.server }),
      arguments: rewritten ?? (JSON.parse(call.args) as unknown),
      ...{ commands, hosts, reads: realOf(readsOf(call)), writes: realOf(writesOf(call)) },
    },
  });
}

const realOf = (paths: readonly PathFacts[]): readonly string[] => paths.map(({ real }) => real);

function verdictOf({ command }: Hook, { decision, reason }: HookAnswer): Ask | Deny | undefined {
  if (!decision) return undefined;
  const subject = [command.slice(0, 100), reason].filter((part) => part !== "").join(": ");
  const said = { layer: "hooks", reason: "hook", subject } as const;
  return decision === "deny" ? { outcome: "deny", ...said } : { outcome: "ask", kind: "hook", ...said };
}

/** The stricter reading: what an unreadable file would have forbidden is put before a person. */
const unreadable = (subject: string): Ask => ({
  outcome: "ask",
  kind: "hook",
  layer: "hooks",
  reason: "hooks_broken",
  subject,
});

const READING = new Set(["read", "state", "ask"]);

function hasEffects({ tool, prepared }: PlannedCall): boolean {
  const { writes, commands } = prepared.effects;
  return writes.length > 0 || commands.length > 0 || tool.capabilities.some((each) => !READING.has(each));
}
