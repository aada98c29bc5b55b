import * as z from "zod";
import type { FormEnd, FormField, FormValue } from "../../shared/forms";
import type { Details } from "../../shared/results";
import { counted } from "../results/sizes";
import { defineTool, ToolError, type ToolOutput } from "./tool";

const question = z.strictObject({
  id: z.string().min(1).max(100).optional(),
  question: z.string().min(1),
  kind: z.enum(["single", "multiple", "text"]).optional().describe("Left out: single with options, else text."),
  options: z
    .array(z.strictObject({ label: z.string().min(1), description: z.string().optional() }))
    .min(2)
    .max(6)
    .optional(),
  required: z.boolean().optional().describe("Default true."),
  other: z.boolean().optional().describe("Let the user write words of their own. Default true."),
});
type Question = z.output<typeof question>;

const input = z.strictObject({ questions: z.array(question).min(1).max(4) });

/** Asks the person and waits. Whether anybody is there, and for how long, the broker of questions knows. */
export const requestUserInput = defineTool<typeof input, readonly FormField[]>({
  name: "request_user_input",
  title: "Ask",
  description:
    "Ask the user up to four questions (one choice, several choices, or text) and wait for the answers. For what only they can decide; look up what you can find out yourself.",
  input,
  capabilities: ["ask"],
  offer: "deferred",
  kind: "builtin",
  worker: "main-process-proxy",
  renderer: "questionnaire",
  parallel: false,

  subject: ({ questions: [first, ...others] }) =>
    (first?.question ?? "") + (others.length > 0 ? ` (+${others.length})` : ""),

  async prepare({ questions }) {
    const fields = questions.map(fieldOf);
    refuseTwice(
      "question id",
      fields.map(({ id }) => id),
    );
    return { effects: { reads: [], writes: [], commands: [] }, plan: fields };
  },

  async run(_, { people, agent, callId, plan: fields, signal }) {
    const from = { kind: "model" } as const;
    return told(fields, await people.ask({ agent, callId, from, title: "", message: "", fields }, signal));
  },
});

function fieldOf(asked: Question, index: number): FormField {
  const kind = asked.kind ?? (asked.options ? "single" : "text");
  const { id = `q${index + 1}`, question: label, required = true, options } = asked;
  if (kind === "text") {
    if (options) throw invalid(`"${label}" is of kind text and has options.`);
    return { id, label, required, kind };
  }
  if (!options) throw invalid(`"${label}" is of kind ${kind} and has no options.`);
  refuseTwice(
    "option",
    options.map((option) => option.label),
  );
  const choices = options.map(({ label: value, description: help }) => ({
    value,
    label: value,
    ...(help === undefined ? {} : { help }),
  }));
  return { id, label, required, kind, options: choices, other: asked.other ?? true };
}

function refuseTwice(what: string, values: readonly string[]): void {
  const twice = values.find((value, index) => values.indexOf(value) !== index);
  if (twice !== undefined) throw invalid(`The ${what} "${twice}" is there twice.`);
}

const invalid = (message: string): ToolError => new ToolError("invalid_argument", message);

type Answers = Extract<Details, { kind: "answers" }>;

function told(fields: readonly FormField[], end: FormEnd): ToolOutput {
  if (end.action !== "accept") {
    const how = end.action === "decline" ? "declined" : end.why;
    return { text: WITHOUT[how], details: { kind: "answers", how, answers: [] } };
  }
  const answers = fields.map(({ id, label }) => ({ question: label, answer: plain(end.values[id]) }));
  return { text: answers.map(line).join("\n"), details: { kind: "answers", how: "answered", answers } };
}

const GO_ON = "Go on with the safest assumption and say which one it is, or stop and say what is missing.";

const WITHOUT: Readonly<Record<Exclude<Answers["how"], "answered">, string>> = {
  declined: `The user declined to answer. Do not ask the same again. ${GO_ON}`,
  expired: `Nobody answered in time. ${GO_ON}`,
  closed: `Nobody is there to answer. ${GO_ON}`,
  stopped: "The question was taken back before it was answered.",
};

function plain(value: FormValue | undefined): readonly string[] {
  if (value === undefined) return [];
  return typeof value === "object" ? value : [String(value)];
}

/** Long answers start on a line of their own, so that it is plain whose words they are. */
function line({ question: asked, answer }: Answers["answers"][number]): string {
  if (answer.length === 0) return `${asked}\n  (no answer)`;
  const words = answer.map((each) => each.replaceAll("\n", "\n    "));
  return words.length === 1
    ? `${asked}\n  ${words[0]}`
    : `${asked} (${counted(words.length, "answer")})\n  - ${words.join("\n  - ")}`;
}
