import type { Message } from "./model";
import { historyOf, type Outcome, type Place, type TourCall, type TourHistory } from "./tourHistory";
import { call, plan, type Scene } from "./tourPlan";
import { toolScene } from "./tourTools";
import { closing, remark, whyUnchanged } from "./tourWords";

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
  return toolScene(history, place) ?? { say: closing(outcomes, place), calls: [] };
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
    "Now a search by a shell command. It was looked into and only reads, so it runs without asking; others ask you first.";
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
  const next = place.test ? "Now the test." : "Now a list of what is here.";
  return {
    say: `${said}${unchanged} ${next}`,
    calls: [plan(history, 3), call("check", "bash", { command: place.test ?? "ls" })],
  };
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
