import * as z from "zod";
import type { Hook, HookEnd } from "../operations/hooks";
import { plainLine } from "../results/foreign";

/** What a hook says of a call. Nothing decided: no opinion. */
export interface HookAnswer {
  readonly decision?: "deny" | "ask";
  readonly reason: string;
  /** In the place of the call's arguments. */
  readonly arguments?: Readonly<Record<string, unknown>>;
}

const MAX_REASON = 500;
/** Characters of rewritten arguments. */
const MAX_ARGUMENTS = 32_768;
/** By this exit code a hook denies. */
const DENIES = 2;

const Answer = z.strictObject({
  decision: z.enum(["allow", "ask", "deny"]).optional(),
  reason: z.string().optional(),
  arguments: z.record(z.string(), z.unknown()).optional(),
});

/** An `allow` is no opinion. A strict hook that gives no verdict denies, whatever kept it from giving one. */
export function hookAnswer(hook: Hook, end: HookEnd): HookAnswer {
  if (end.how === "exited" && end.code === DENIES)
    return deny(end.stderr.trim() || end.stdout.trim() || "no reason given");
  if (end.how === "changed") return changed(hook);
  const said = end.how === "exited" && end.code === 0 ? read(end.stdout) : undefined;
  const hasVerdict = said?.decision !== undefined;
  if (hook.strict && !hasVerdict) return deny(`it is strict and gave no verdict (${how(end)})`);
  if (!said) return { reason: "" };
  const { decision, reason = "", arguments: rewritten } = said;
  return {
    ...(decision === "deny" || decision === "ask" ? { decision } : {}),
    reason: cut(reason),
    ...(rewritten && decision !== "deny" ? { arguments: rewritten } : {}),
  };
}

/** What it would say now is not what a person agreed to: so a person is asked. */
function changed({ strict }: Hook): HookAnswer {
  const reason = "a file that it names changed since it was approved";
  return strict ? deny(reason) : { decision: "ask", reason };
}

/** Nothing when it is not an answer. */
function read(stdout: string): z.output<typeof Answer> | undefined {
  try {
    const answer = Answer.safeParse(JSON.parse(stdout)).data;
    return JSON.stringify(answer?.arguments ?? {}).length <= MAX_ARGUMENTS ? answer : undefined;
  } catch {
    return undefined;
  }
}

function how({ how, code, stderr }: HookEnd): string {
  const words = {
    exited: `exit ${code}`,
    killed: "it was killed",
    timeout: "out of time",
    failed: "it could not run",
    changed: "it changed",
  };
  return [words[how], cut(stderr)].filter((part) => part !== "").join(": ");
}

const deny = (reason: string): HookAnswer => ({ decision: "deny", reason: cut(reason) });

const cut = (text: string): string => plainLine(text, MAX_REASON);
