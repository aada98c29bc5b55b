import type { Outcome, Place, TourCall, TourHistory } from "./tourHistory";
import { call, plan, type Scene, STEPS } from "./tourPlan";
import { remark } from "./tourWords";

/** Of the sample workspace. */
const SKILL = "mend-with-proof";

/**
 * The scenes about what makes requests few and small: a program, tools that are searched for, skills, a goal.
 * Undefined when all were played.
 */
export function toolScene(history: TourHistory, place: Place): Scene | undefined {
  const { outcomes } = history;
  if (!outcomes.has("program")) return program(history, place);
  if (!outcomes.has("find")) return find(history);
  if (!outcomes.has("skill")) return skill(history, place);
  if (!outcomes.has("goal")) return goal(history, place);
  if (!outcomes.has("use") && hasGrep(outcomes.get("find"))) return use(history, place);
  if (!outcomes.has("reached") && outcomes.get("goal")?.status === "ok") return reach(history);
  if (!outcomes.has("settled")) return settle(history);
  return undefined;
}

function program(history: TourHistory, place: Place): Scene {
  const said = remark("check", history.outcomes.get("check"));
  const next =
    "Many calls can be made by one program. Each of them goes through the gate, but only what the program returns comes back here. Its receipt has a line for each call.";
  return { say: `${said} ${next}`, calls: [plan(history, 4), call("program", "execute_tools", { code: code(place) })] };
}

function code(place: Place): string {
  const files = place.sample ? ["README.md", "src/sum.js", "test/sum.test.js"] : ["README.md", "CHANGELOG.md"];
  return `const files = ${JSON.stringify(files)};
let lines = 0;
for (const path of files) {
  try {
    const { content } = await tools.call("read", { path });
    lines += content.split("\\n").length;
  } catch (error) {
    console.log(\`\${path}: \${error.kind}\`);
  }
}
const { content } = await tools.call("grep", ${JSON.stringify(wanted(place).search)});
const found = content.split("\\n").filter((line) => /:\\d+: /.test(line)).length;
return { lines, found };`;
}

function find(history: TourHistory): Scene {
  const said = remark("program", history.outcomes.get("program"));
  const next =
    "Most tools are not in the requests: they are searched for when they are needed. I look for one that searches files.";
  const calls = [plan(history, 5), call("find", "tool_search", { query: "search the text of files" })];
  return { say: `${said} ${next}`, calls };
}

function skill(history: TourHistory, { sample }: Place): Scene {
  const said = remark("find", history.outcomes.get("find"));
  const next = sample
    ? "A skill is a folder with instructions for one kind of work. I load the one that comes with this workspace."
    : "A skill is a folder with instructions for one kind of work. I ask which there are.";
  const calls = [plan(history, 6), call("skill", "load_skill", sample ? { name: SKILL } : {})];
  return { say: `${said} ${next}`, calls };
}

function goal(history: TourHistory, place: Place): Scene {
  const said = remark("skill", history.outcomes.get("skill"));
  const next =
    "A goal is pursued over as many turns as it takes, until it is reached or blocked. It stands above the composer, where you can pause it. Here is a small one.";
  const calls = [plan(history, 7), call("goal", "create_goal", { objective: wanted(place).objective })];
  return { say: `${said} ${next}`, calls };
}

function use(history: TourHistory, place: Place): Scene {
  const said = remark("goal", history.outcomes.get("goal"));
  const next = "Now `grep`, which the search for tools has brought. It only reads, so it needs no card.";
  return { say: `${said} ${next}`, calls: [call("use", "grep", wanted(place).search)] };
}

/** Complete when there is something to show for it, else blocked. */
function reach({ outcomes }: TourHistory): Scene {
  const used = outcomes.get("use");
  const said = used ? remark("use", used) : "No tool that searches files was found.";
  // It is kept with the goal, where no Markdown is drawn.
  const plain = said.replaceAll("`", "");
  const end = used?.status === "ok" ? { status: "complete", evidence: plain } : { status: "blocked", blocker: plain };
  return { say: `${said} So the goal ends here.`, calls: [call("reached", "update_goal", end)] };
}

function settle(history: TourHistory): Scene {
  const last = LAST.find((of) => history.outcomes.has(of)) ?? "goal";
  const { args } = plan(history, STEPS.length);
  return { say: remark(last, history.outcomes.get(last)), calls: [call("settled", "todo_write", args)] };
}

/** The newest of these has not been spoken of yet. */
const LAST: readonly TourCall[] = ["reached", "use", "goal"];

function wanted({ sample }: Place) {
  return sample
    ? { objective: "Know each line that has the word sum in it.", search: { pattern: "\\bsum\\b", glob: "*.js" } }
    : { objective: "Know what is marked as left to do.", search: { pattern: "\\bTODO\\b", limit: 20 } };
}

function hasGrep(found: Outcome | undefined): boolean {
  return found?.status === "ok" && /^grep: (?!.*\(no room\)$)/m.test(found.text);
}
