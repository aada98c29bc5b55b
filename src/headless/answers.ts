import { readFileSync } from "node:fs";
import * as z from "zod";
import type { ApprovalAnswer, ApprovalRequest } from "../shared/approval";
import { UsageError } from "./arguments";

const Answer = z.strictObject({
  tool: z.string(),
  contains: z.string().optional(),
  /** Of a command that the sandbox denied something: whether it may run again outside. No other answer says so. */
  outside: z.literal(true).optional(),
  answer: z.enum(["once", "session", "deny"]),
  note: z.string().optional(),
});
type Answer = z.infer<typeof Answer>;

/** What is answered to an ask; nothing when the file has no answer for it. */
export type Answerer = (request: ApprovalRequest) => ApprovalAnswer | undefined;

/** The answers of a file, the first match first. Without a file nobody answers. */
export function readAnswers(file: string | undefined): Answerer {
  const answers = file === undefined ? [] : parse(file);
  return (request) => {
    const found = answers.find((answer) => fits(answer, request));
    return found && asAnswer(found, request);
  };
}

function parse(file: string): readonly Answer[] {
  try {
    return z.array(Answer).parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    const why =
      error instanceof z.ZodError ? z.prettifyError(error) : error instanceof Error ? error.message : String(error);
    throw new UsageError(`--answers: ${file} can't be used. ${why}`);
  }
}

function fits({ tool, contains, outside }: Answer, request: ApprovalRequest): boolean {
  if (tool !== request.tool || (outside === true) !== (request.isolation === "outside")) return false;
  const whole = [request.subject, request.command ?? "", request.body ?? "", ...request.paths].join("\n");
  return contains === undefined || whole.includes(contains);
}

/** Where "for this session" is not on offer, "once" is the narrower yes. */
function asAnswer({ answer, note }: Answer, { choices }: ApprovalRequest): ApprovalAnswer {
  if (answer === "deny") return note === undefined ? { answer } : { answer, note };
  return { answer: choices.includes(answer) ? answer : "once" };
}
