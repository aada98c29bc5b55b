import type { Message } from "./model";
import { historyOf, type Outcome, type Place, type TourCall, type TourHistory } from "./tourHistory";
import { closing, remark, whyUnchanged } from "./tourWords";

/** One response of the script. Without calls it is the last of its turn. */
export interface Scene {
  readonly say: string;
  readonly calls: readonly { readonly call: TourCall; readonly name: string; readonly args: object }[];
}

const SUM = "src/sum.js";
const SUM_TEST = "test/sum.test.js";
const NOTE = "gatehouse-tour.md";

/** The next response. It depends on the conversation alone: the same messages, the same scene. */
export function nextScene(messages: readonly Message[]): Scene {
  const history = historyOf(messages);
  const { outcomes } = history;
  const place = placeOf(outcomes);
  if (history.over) return { say: OVER, calls: [] };
  if (!outcomes.has("package")) return look(history);
  if (!outcomes.has("first")) return reading(history, place);
  if (!outcomes.has("search")) return search(history, place);
  if (!outcomes.has("change") && (!place.sample || place.fault === "there")) return change(history, place);
  if (!outcomes.has("check")) return check(history, place);
  if (!outcomes.has("settled")) return settle(history);
  return { say: closing(outcomes, place), calls: [] };
}

const OVER =
  "The tour is over, and it is a script: it can't answer. Choose a model to give Gatehouse a task of your own; a new session plays the tour again.";

const OPENING = `This is the tour: a script that is built into Gatehouse, not a model, and nothing leaves this computer. Its tool calls are real. They go through the same gate as a model's, and whatever could change something waits for you at a card.

First a plan, and a look at what this folder is.`;

function look(history: TourHistory): Scene {
  return { say: OPENING, calls: [plan(history, 0), call("package", "read", { path: "package.json" })] };
}

function reading(history: TourHistory, { sample }: Place): Scene {
  const files = sample ? [SUM, SUM_TEST] : ["README.md"];
  const said = remark("package", history.outcomes.get("package"));
  const [first = "", second] = files;
  const next = second
    ? "Its test is said to fail, so I read the code and the test."
    : "I read its README next, if it has one.";
  const calls = [call("first", "read", { path: first }), ...(second ? [call("second", "read", { path: second })] : [])];
  return { say: `${said} ${next} Reading inside the workspace needs no card.`, calls };
}

function search(history: TourHistory, { sample }: Place): Scene {
  const command = sample
    ? "grep -rn \"sum\" --include='*.js' . | head -20"
    : 'grep -rnI --exclude-dir=node_modules --exclude-dir=.git "TODO" . | head -20';
  const said = remark("first", history.outcomes.get("first"));
  const next =
    "Now a search by a shell command. A command may do anything, so you are asked: look at it, then allow or deny.";
  return { say: `${said} ${next}`, calls: [plan(history, 1), call("search", "bash", { command, timeout: 20 })] };
}

function change(history: TourHistory, { sample }: Place): Scene {
  const said = remark("search", history.outcomes.get("search"));
  if (!sample) {
    const args = {
      path: NOTE,
      content: `# Gatehouse was here\n\nThis file was made by the tour. It can be removed.\n`,
    };
    const next = `Next a new file, \`${NOTE}\`. The card shows all of it before anything is written.`;
    return { say: `${said} ${next}`, calls: [plan(history, 2), call("change", "write", args)] };
  }
  const args = { path: SUM, edits: [{ oldText: "let i = 1;", newText: "let i = 0;" }] };
  const next = `The loop in \`${SUM}\` starts at 1 and so leaves out the first number. Here is the change; its card shows the difference.`;
  return { say: `${said} ${next}`, calls: [plan(history, 2), call("change", "edit", args)] };
}

function check(history: TourHistory, place: Place): Scene {
  const changed = history.outcomes.get("change");
  const said = changed ? remark("change", changed) : remark("search", history.outcomes.get("search"));
  const unchanged = changed ? "" : ` ${whyUnchanged(place)}`;
  const next = place.test ? "Last, the test." : "Last, a list of what is here now.";
  return {
    say: `${said}${unchanged} ${next}`,
    calls: [plan(history, 3), call("check", "bash", { command: place.test ?? "ls" })],
  };
}

function settle(history: TourHistory): Scene {
  const { args } = plan(history, STEPS.length);
  return { say: remark("check", history.outcomes.get("check")), calls: [call("settled", "todo_write", args)] };
}

const STEPS: readonly { readonly of: TourCall; readonly content: string }[] = [
  { of: "first", content: "Look at the workspace" },
  { of: "search", content: "Search by a command" },
  { of: "change", content: "Change a file" },
  { of: "check", content: "Check by a command" },
];

/** The to-do list as it is when step `at` begins. */
function plan({ outcomes }: TourHistory, at: number) {
  const todos = STEPS.map(({ of, content }, index) => {
    if (index >= at) return { content, status: index === at ? "in_progress" : "pending" };
    return { content, status: outcomes.get(of)?.status === "ok" ? "completed" : "cancelled" };
  });
  return call("plan", "todo_write", { todos });
}

function call(of: TourCall, name: string, args: object) {
  return { call: of, name, args };
}

function placeOf(outcomes: ReadonlyMap<TourCall, Outcome>): Place {
  const file = outcomes.get("package");
  const manifest = file?.status === "ok" ? file.text : "";
  const sample = /"name":\s*"gatehouse-sample"/.test(manifest);
  const code = outcomes.get("first")?.text ?? "";
  const script = /"test":\s*"((?:[^"\\]|\\.)*)"/.exec(manifest)?.[1];
  return {
    sample,
    fault: /let i = 1;/.test(code) ? "there" : /let i = 0;/.test(code) ? "mended" : "unknown",
    test: script === undefined ? undefined : script === "node --test" ? script : "npm test",
  };
}
