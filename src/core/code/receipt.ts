import type { ProgramCallRow, ProgramDetails } from "../../shared/results";
import type { ProgramEnd } from "../operations/programs";
import { type Limits, limit } from "../results/limiter";
import { estimateTokens } from "../results/tokens";
import type { ToolOutput } from "../tools/tool";
import type { Rows } from "./rows";

/** Of very many calls that went well the model learns nothing new. */
const MAX_GOOD = 40;
/** For what stands around return value, calls and log. */
const FRAME_TOKENS = 100;

/** All that a receipt is made of. */
export interface Ended {
  readonly code: string;
  readonly end: ProgramEnd;
  /** The turn ended it: in words, and whether its time was up. */
  readonly stopped?: { readonly message: string; readonly timedOut: boolean };
  readonly rows: Rows;
  readonly log: string;
}

/** What the model gets of a program: JSON, with a return value that has what the calls and the log leave of `limits`. */
export async function receiptOf(ended: Ended, limits: Limits): Promise<ToolOutput> {
  const { code, end, rows, log, stopped } = ended;
  const calls = rows.list();
  const timedOut = stopped?.timedOut ? { timed_out: true } : {};
  const taken = FRAME_TOKENS + estimateTokens(log) + estimateTokens(end.how === "returned" ? (end.value ?? "") : "");
  const room = Math.max(limits.maxTokens / 2, limits.maxTokens - taken);
  const rest = { ...timedOut, ...shownCalls(calls, room), log };
  const head = await outcomeOf(ended, {
    ...limits,
    maxTokens: limits.maxTokens - estimateTokens(JSON.stringify(rest)),
  });
  const text = JSON.stringify({ ...head, ...rest });
  const sent = estimateTokens(text);
  const details: ProgramDetails = {
    kind: "program",
    code,
    how: end.how,
    ...(stopped?.timedOut && { timedOut: true }),
    ...(end.how !== "returned" && { error: stopped?.message ?? errorOf(end) }),
    calls,
    log,
    tokens: { sent, kept: rows.tokens },
  };
  return { text, format: "json", status: end.how === "returned" ? "ok" : "failed", details };
}

async function outcomeOf({ end, stopped }: Ended, limits: Limits): Promise<Readonly<Record<string, unknown>>> {
  if (end.how !== "returned") return { success: false, error: stopped?.message ?? errorOf(end) };
  const { text, truncated } = await limit({ text: end.value ?? "null", format: "json" }, limits);
  const { originalBytes, keptBytes, spill } = truncated ?? {};
  return {
    success: true,
    return: JSON.parse(text),
    ...(truncated && { truncated: { originalBytes, keptBytes, spill } }),
  };
}

function errorOf(end: Exclude<ProgramEnd, { how: "returned" }>): string {
  return end.how === "killed" || end.line === undefined ? end.message : `${end.message} (line ${end.line})`;
}

/** Without what only views need. Where they are too many: those that did not go well, and the first of the others. */
function shownCalls(
  calls: readonly ProgramCallRow[],
  maxTokens: number,
): { readonly calls: readonly unknown[]; readonly calls_left_out?: number } {
  const rows = calls.map(({ callId: _, ...row }) => row);
  if (estimateTokens(JSON.stringify(rows)) <= maxTokens) return { calls: rows };
  const wanted = [
    ...rows.filter(({ status }) => status !== "ok"),
    ...rows.filter(({ status }) => status === "ok").slice(0, MAX_GOOD),
  ];
  let room = maxTokens;
  const kept = new Set<unknown>();
  for (const row of wanted) {
    room -= estimateTokens(JSON.stringify(row));
    if (room >= 0) kept.add(row);
  }
  return { calls: rows.filter((row) => kept.has(row)), calls_left_out: rows.length - kept.size };
}
