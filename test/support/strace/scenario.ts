import type { Mode, Posture } from "../../../src/shared/modes";
import type { CallSpec, Scenario, ScriptedRequest } from "../scriptedModel";

/** One call, how the gate should decide, and what of it the prepared yes is found by. */
export interface Step {
  readonly name: string;
  /** `last`: what the call before it gave. */
  readonly args: CallSpec["args"] | ((last: string) => CallSpec["args"]);
  readonly outcome: "allow" | "deny";
  readonly yes?: string;
  /** Of a program: the calls that it makes, one after the other. */
  readonly inside?: readonly Step[];
}

/** A turn, and the tools whose calls start programs, connect and change files in it. */
export interface Script {
  readonly title: string;
  readonly mode: Mode;
  readonly posture: Posture;
  steps(place: Place): readonly Step[];
  readonly exec: readonly string[];
  readonly connect: readonly string[];
  readonly write: readonly string[];
}

/** Where it plays. */
export interface Place {
  readonly sessions: string;
  /** A folder that is not in the workspace. */
  readonly outside: string;
  /** A server on loopback, as host:port. */
  readonly server: string;
}

const free = (name: string, args: Step["args"]): Step => ({ name, args, outcome: "allow" });
const no = (name: string, args: Step["args"]): Step => ({ name, args, outcome: "deny" });
const yes = (name: string, args: Step["args"], found: string): Step => ({ ...free(name, args), yes: found });
/** Each call is made and, when it is denied, caught. */
const program = (...inside: readonly Step[]): Step => {
  const code = inside.map(({ name, args }) => `await tools.call("${name}", ${JSON.stringify(args)}).catch(() => {});`);
  return { ...free("execute_tools", { code: code.join("\n") }), inside };
};
const bash = (command: string) => ({ command });
const yesBash = (command: string): Step => yes("bash", bash(command), command);

/** One call a request, in this order. What has no tools is the guardian's question: a yes, but to what is called denied. */
export function scenarioOf(steps: readonly Step[]): Scenario {
  const left = [...steps];
  return ({ body, text }: ScriptedRequest) => {
    if (!body.tools) return { text: ruling(text.includes("denied") ? "deny" : "allow") };
    const step = left.shift();
    if (!step) return { text: "Done." };
    const last = String(body.messages.at(-1)?.content);
    return { calls: [{ name: step.name, args: typeof step.args === "function" ? step.args(last) : step.args }] };
  };
}

const ruling = (decision: "allow" | "deny") => JSON.stringify({ risk: "low", decision, reason: "As it is called." });

/** As `--answers` takes them: nobody else says yes. */
export function answersOf(steps: readonly Step[]): readonly object[] {
  return steps.flatMap(({ name, yes: contains }) => (contains ? [{ tool: name, contains, answer: "once" }] : []));
}

/** As `--rules` takes them. */
export const RULES = [
  { tool: "bash", command: "touch ruled.txt", action: "allow" },
  { tool: "bash", command: "touch barred.txt", action: "deny" },
  { tool: "bash", command: "touch asked.txt", action: "ask" },
];

/** In the workspace, before the session starts. */
export const LAW = { invariants: [{ id: "laws", paths: ["laws"], action: "block", why: "They stay as they are." }] };

const PATCH = (name: string) => `--- a/${name}\n+++ b/${name}\n@@ -1 +1 @@\n-patch me\n+patched\n`;

const inAsk: Script = {
  title: "in Ask, every tool with a yes and without",
  mode: "work",
  posture: "ask",
  steps: (place) => [looking(place), writing(place), running(place), others(place), oldNames()].flat(),
  exec: [
    ...["Bash", "File", "Git", "bash", "code_execution", "execute_shell_command", "find_files", "grep"],
    // The server that it concerns.
    "tool_search",
  ],
  connect: ["Web", "bash"],
  write: ["Bash", "File", "bash", "code_execution", "edit", "edit_file", "execute_shell_command"].concat([
    "file_write",
    "patch",
    "write",
    "write_file",
  ]),
};

const looking = ({ outside }: Place): readonly Step[] => [
  // Its server has all that follows to come up, should it be slow; later the search finds it.
  free("tool_search", { query: "everything" }),
  free("read", { path: "src/sum.js" }),
  no("read", { path: `${outside}/secret.txt` }),
  free("list_dir", { path: "src" }),
  free("find_files", { pattern: "*.js" }),
  free("grep", { pattern: "sum" }),
  free("Git", { action: "status" }),
  free("Git", { action: "diff" }),
  no("read", '{"path": '),
  no("no_such_tool", {}),
];

const writing = ({ outside, sessions }: Place): readonly Step[] => [
  yes("edit", { path: "src/sum.js", edits: [{ oldText: "a - b", newText: "a + b" }] }, "src/sum.js"),
  no("edit", { path: "src/other.js", edits: [{ oldText: "1", newText: "2" }] }),
  yes("write", { path: "made/deep/new.txt", content: "new" }, "made/deep/new.txt"),
  no("write", { path: "denied/new.txt", content: "new" }),
  no("write", { path: "laws/new.txt", content: "new" }),
  no("write", { path: `${sessions}/log.jsonl`, content: "new" }),
  no("write", { path: `${outside}/new.txt`, content: "new" }),
];

const running = ({ outside, server }: Place): readonly Step[] => [
  free("bash", bash("cat src/sum.js | head -n 1")),
  yesBash("echo out > out.txt; mkdir kept; mv out.txt kept/"),
  yesBash(`bash -c 'exec 3<>/dev/tcp/${server.replace(":", "/")}; echo spoke'`),
  // It goes on after its call has ended, until the call after the next one lets it.
  yesBash("(until [ -e go.txt ]; do sleep 0.05; done; touch late.txt) > /dev/null 2>&1 & echo behind"),
  yes("write", { path: "go.txt", content: "go" }, "go.txt"),
  yesBash("until [ -e late.txt ]; do sleep 0.05; done"),
  free("bash", bash("touch ruled.txt")),
  no("bash", bash("touch barred.txt")),
  no("bash", bash("touch denied.txt")),
  no("bash", bash(`echo denied > ${outside}/denied.txt`)),
  no("bash", bash(`exec 3<>/dev/tcp/${server.replace(":", "/")}`)),
  no("bash", bash("echo law > laws/new.txt")),
  no("bash", bash("rm -rf /")),
  free("bash", bash("seq 1 20000")),
  free("read", (last) => ({ path: /spill:[\w-]+/.exec(last)?.[0] ?? "no spill" })),
];

const others = ({ server }: Place): readonly Step[] => [
  free("todo_write", { todos: [{ content: "Look", status: "pending" }] }),
  free("create_goal", { objective: "See all" }),
  free("get_goal", {}),
  free("update_goal", { status: "complete", evidence: "It was seen." }),
  free("load_skill", { name: "mend" }),
  yes("memory_save", { text: "Sums add." }, "Sums add."),
  no("memory_save", { text: "Nobody keeps this." }),
  free("memory_recall", { query: "sums" }),
  free("request_user_input", { questions: [{ question: "Which one?" }] }),
  yes("Web", { action: "search", query: "sums" }, "sums"),
  no("Web", { action: "search", query: "something else" }),
  // Allowed, and then not public.
  yes("Web", { action: "fetch", url: `http://${server}/allowed` }, "/allowed"),
  no("Web", { action: "fetch", url: `http://${server}/denied` }),
  free("tool_search", { query: "everything echo" }),
  yes("mcp_everything_echo", { message: "hello" }, "hello"),
  no("mcp_everything_echo", { message: "denied" }),
  // They want an editor.
  no("diagnostics", {}),
  no("symbols", { query: "sum" }),
  no("references", { path: "src/sum.js", line: 1, symbol: "sum" }),
  no("rename", { path: "src/sum.js", line: 1, symbol: "sum", newName: "add" }),
];

const oldNames = (): readonly Step[] => [
  free("read_file", { path: "src/sum.js" }),
  yes("write_file", { path: "old/a.txt", content: "patch me\n" }, "old/a.txt"),
  yes("edit_file", { path: "src/other.js", search: "1", replace: "2" }, "src/other.js"),
  yes("File", { action: "write", path: "old/b.txt", content: "patch me\n" }, "old/b.txt"),
  no("File", { action: "write", path: "denied/file.txt", content: "new" }),
  free("File", { action: "search_content", pattern: "patch" }),
  yes("patch", { patch: PATCH("old/a.txt") + PATCH("old/b.txt") }, "old/a.txt, old/b.txt"),
  free("update_plan", { plan: [{ step: "Look", status: "pending" }] }),
  yes("Bash", { action: "run", command: "touch old-bash.txt" }, "old-bash.txt"),
  yes("code_execution", { code: "open('old-python.txt', 'w')" }, "old-python.txt"),
  free("read_skill", { name: "mend" }),
  free("clarify", { question: "Which one?" }),
  free("escalate", { reason: "It is late." }),
  free("todo", { todos: [] }),
  free("file_read", { file_path: "src/sum.js" }),
  yes("file_write", { file_path: "old/a.txt", content: "more", mode: "append" }, "old/a.txt"),
  free("search_memory", { query: "sums" }),
  free("tool_expand_tools", { tool_names: ["grep"] }),
  yes("execute_shell_command", { command: "touch old-shell.txt" }, "old-shell.txt"),
  no("execute_shell_command", { command: "touch denied-shell.txt" }),
  ...["await_shell", "delegate_task", "delegate_parallel", "text_to_image", "image_to_image", "weixin_send_text"].map(
    (name) => no(name, {}),
  ),
];

/** What a person would be asked is done, and the strict lines hold all the same. */
const inFullAccess: Script = {
  title: "in Full Access",
  mode: "work",
  posture: "full-access",
  steps: ({ outside, sessions, server }) => [
    free("bash", bash("echo full > full.txt; (exec touch below.txt)")),
    free("bash", bash(`echo full > ${outside}/full.txt`)),
    free("bash", bash(`exec 3<>/dev/tcp/${server.replace(":", "/")}`)),
    free("write", { path: `${outside}/written.txt`, content: "full" }),
    free("Web", { action: "search", query: "sums" }),
    no("bash", bash("touch barred.txt")),
    no("bash", bash("touch asked.txt")),
    no("bash", bash("true && echo law > laws/new.txt")),
    no("bash", bash("rm -rf /")),
    program(
      free("write", { path: "made/by-program.txt", content: "made" }),
      free("bash", bash("echo made > made/by-command.txt")),
      no("bash", bash("touch asked.txt")),
      no("write", { path: "laws/by-program.txt", content: "new" }),
    ),
    no("bash", bash(`echo x >> ${sessions}/audit.jsonl`)),
    no("write", { path: "laws/new.txt", content: "new" }),
  ],
  exec: ["bash", "execute_tools"],
  connect: ["Web", "bash"],
  write: ["bash", "write"],
};

const inAutoReview: Script = {
  title: "in Auto-Review",
  mode: "work",
  posture: "auto-review",
  steps: ({ outside }) => [
    free("write", { path: "made/new.txt", content: "new" }),
    free("bash", bash("touch reviewed.txt")),
    no("bash", bash("touch denied.txt")),
    free("Web", { action: "search", query: "sums" }),
    no("Web", { action: "search", query: "denied" }),
    no("bash", bash("git push --force")),
    no("bash", bash("echo law > laws/new.txt")),
    no("write", { path: `${outside}/new.txt`, content: "new" }),
  ],
  exec: ["bash"],
  connect: ["Web"],
  write: ["bash", "write"],
};

const inPlan: Script = {
  title: "in Plan, with Full Access",
  mode: "plan",
  posture: "full-access",
  steps: () => [
    free("grep", { pattern: "sum" }),
    no("bash", bash("cat src/sum.js")),
    no("write", { path: "denied.txt", content: "new" }),
    no("edit", { path: "src/sum.js", edits: [{ oldText: "a - b", newText: "a + b" }] }),
    no("memory_save", { text: "Nobody keeps this." }),
  ],
  exec: ["grep"],
  connect: [],
  write: [],
};

export const SCRIPTS = [inAsk, inFullAccess, inAutoReview, inPlan];
