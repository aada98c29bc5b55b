import { counted } from "../results/sizes";
import type { Outcome, Place, TourCall } from "./tourHistory";

/** One sentence on what a call's result showed, and nothing that it did not show. */
export function remark(call: TourCall, outcome: Outcome | undefined): string {
  if (!outcome) return "";
  const { noun, ok } = SAID[call];
  switch (outcome.status) {
    case "ok":
      return ok(outcome.text);
    case "failed":
      return `${noun} did not work out: ${quoted(outcome.text)}`;
    case "refused":
      return `${noun} was refused, so nothing of it was done: ${quoted(outcome.text)} I go on with the rest.`;
    case "stopped":
      return `${noun} was stopped. I go on with the rest.`;
    default:
      return outcome.status satisfies never;
  }
}

/** What the whole tour came to. */
export function closing(outcomes: ReadonlyMap<TourCall, Outcome>, place: Place): string {
  const lines = [
    line("Read", outcomes.get("first")),
    line("Searched by a command", outcomes.get("search")),
    place.sample && !outcomes.has("change")
      ? `- Changed nothing. ${whyUnchanged(place)}`
      : line("Changed a file", outcomes.get("change")),
    line(place.test ? "Ran the test" : "Listed the folder", outcomes.get("check")),
    line("Ran a program", outcomes.get("program")),
    line("Searched for a tool", outcomes.get("find")),
    line(place.sample ? "Loaded a skill" : "Asked for skills", outcomes.get("skill")),
    line("Used the tool that was found", outcomes.get("use")),
    `- Pursued a goal: ${goalEnd(outcomes.get("goal"), outcomes.get("reached"))}`,
  ];
  return `That was the tour:\n\n${lines.join("\n")}\n\n${SURFACE}\n\n${last(place, outcomes)}`;
}

/** On the sample workspace, when no change is proposed. */
export function whyUnchanged({ fault }: Place): string {
  return fault === "mended"
    ? "The loop in `src/sum.js` starts at 0 already, so there is nothing to mend."
    : "I did not see the loop in `src/sum.js`, so I change nothing.";
}

const SURFACE =
  "Which tools the last request carried, and why others were not in it: write `/tools`, and the tool surface opens.";

const SAID: Readonly<Record<TourCall, { readonly noun: string; readonly ok: (text: string) => string }>> = {
  plan: { noun: "The plan", ok: () => "The plan stands." },
  settled: { noun: "The plan", ok: () => "The plan is settled." },
  package: {
    noun: "Reading `package.json`",
    ok: (text) => (named(text) ? `This is \`${named(text)}\`.` : "There is a `package.json`."),
  },
  first: { noun: "Reading", ok: (text) => `That was ${counted(lines(text), "line")}.` },
  second: { noun: "Reading the test", ok: (text) => `That was ${counted(lines(text), "line")}.` },
  search: { noun: "The search", ok: (text) => `The search printed ${counted(lines(text) - 1, "line")}.` },
  change: { noun: "The change", ok: () => "The change is on disk." },
  check: { noun: "The command", ok: () => "The command ended with exit 0." },
  program: { noun: "The program", ok: programRan },
  find: { noun: "The search for a tool", ok: toolsFound },
  skill: { noun: "Loading a skill", ok: skillLoaded },
  goal: { noun: "Setting a goal", ok: () => "The goal is set." },
  use: { noun: "`grep`", ok: linesFound },
  reached: {
    noun: "Ending the goal",
    ok: (text) => (isBlocked(text) ? "The goal is blocked." : "The goal is reached."),
  },
};

const HOW: Readonly<Record<Outcome["status"], string>> = {
  ok: "done",
  failed: "tried; it did not work out",
  refused: "refused; nothing of it was done",
  stopped: "stopped",
};

function line(what: string, outcome: Outcome | undefined): string {
  return `- ${what}: ${outcome ? HOW[outcome.status] : "not done"}`;
}

function goalEnd(goal: Outcome | undefined, reached: Outcome | undefined): string {
  if (goal?.status !== "ok") return goal ? HOW[goal.status] : "not done";
  if (reached?.status !== "ok") return "set, and not ended";
  return isBlocked(reached.text) ? "blocked" : "reached";
}

const isBlocked = (text: string): boolean => /^The goal is blocked/.test(text);

/** One line a tool, best first. */
function toolsFound(text: string): string {
  const names = [...text.matchAll(/^([\w.-]+): /gm)].map(([, name]) => `\`${name}\``);
  if (names.length === 0) return "The search found no tool.";
  const more = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : "";
  return `The search found ${names.slice(0, MAX_NAMES).join(", ")}${more}.`;
}

const MAX_NAMES = 3;

/** The receipt, as the model gets it. */
function programRan(text: string): string {
  const calls = text.match(/\{"seq":\d+,/g)?.length ?? 0;
  const [, returned] = /^\{"success":true,"return":(\{[^{}]*\})/.exec(text) ?? [];
  return `The program made ${counted(calls, "call")}${returned ? `, and only this came back: \`${returned}\`` : ""}.`;
}

function skillLoaded(text: string): string {
  const name = /^Skill (\S+), in /.exec(text)?.[1];
  if (name !== undefined) return `The skill \`${name}\` is loaded: ${counted(lines(text) - 1, "line")}.`;
  return text.startsWith("There are no skills")
    ? "There are no skills."
    : `There ${lines(text) === 1 ? "is" : "are"} ${counted(lines(text), "skill")}.`;
}

/** `path:line: text`. */
function linesFound(text: string): string {
  const found = text.match(/^.+:\d+: /gm)?.length ?? 0;
  if (found === 0) return "`grep` found no line.";
  return `\`grep\` found ${/^\[This is not all/m.test(text) ? "at least " : ""}${counted(found, "line")}.`;
}

function last({ fault, test }: Place, outcomes: ReadonlyMap<TourCall, Outcome>): string {
  const next = "Choose a model to give Gatehouse a task of your own.";
  const check = outcomes.get("check")?.status;
  if (fault !== "there" || !test) return next;
  if (check === "ok" && outcomes.get("change")?.status === "ok") return `The test passes now. ${next}`;
  return check === "failed" ? `The test still fails. ${next}` : next;
}

function quoted(text: string): string {
  const first = text.split("\n").findLast((part) => part.trim() !== "" && !part.startsWith("Hint: ")) ?? "";
  const shown = first.replace(/^[a-z_]+: /, "").trim();
  return `“${shown.length > 200 ? `${shown.slice(0, 200)}…` : shown}”.`;
}

function named(manifest: string): string | undefined {
  return /"name":\s*"([^"\\]{1,80})"/.exec(manifest)?.[1];
}

/** Lines with something in them. */
function lines(text: string): number {
  return text.split("\n").filter((part) => part.trim() !== "").length;
}
