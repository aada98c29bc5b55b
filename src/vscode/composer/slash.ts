import { commands, l10n, window } from "vscode";
import type { Attachment } from "../../core/engine/session";
import type { McpPool, McpPrompt } from "../../core/mcp/pool";
import type { Skills } from "../../core/operations/skills";
import { COMMANDS } from "../../shared/contributions";
import { GOAL_ACTIONS, type GoalAction } from "../../shared/goal";
import type { Completion } from "../../shared/messages/chat";
import { MODES, POSTURES } from "../../shared/modes";
import { visible } from "../../shared/visible";
import { sayRestricted } from "../commands/authority";
import { mcpSlash } from "../mcp/offers";
import { plainLabel } from "../plainLabel";
import type { Sessions } from "../sessions";
import { bounded } from "./mentions";

/** A message as it goes to the session. */
export interface Submission {
  readonly text: string;
  readonly attachments?: readonly Attachment[];
  /** It begins like a command and is none: a person says whether it is a message. */
  readonly unknown?: string;
}

export interface SlashParts {
  readonly sessions: Sessions;
  readonly skills: Skills;
  readonly pool: McpPool;
}

/** One word after a slash at the start of a message. A human's command: no model ever runs one. */
interface Slash {
  readonly detail: string;
  readonly icon: string;
  /** What may follow, where that is a choice. */
  readonly choices?: readonly string[];
  /** What is to be sent, if anything. */
  run(rest: string): Promise<Submission | undefined> | Submission | undefined;
}

/** A path or a comment is no command that was mistyped. */
const LIKE_A_COMMAND = /^[\p{L}\p{N}_:.-]+$/u;

/** The message as it is to be sent; nothing when the command has done all. */
export async function runSlash(text: string, parts: SlashParts): Promise<Submission | undefined> {
  const [, word = "", rest = ""] = /^\/(\S+)\s*([\s\S]*)$/.exec(text.trim()) ?? [];
  const found = (await all(parts)).get(word.toLowerCase());
  if (found) return found.run(rest.trim());
  return LIKE_A_COMMAND.test(word) ? { text, unknown: word } : { text };
}

export async function completeSlash(query: string, parts: SlashParts): Promise<readonly Completion[]> {
  const [, word = "", rest] = /^(\S*)(?:\s+(.*))?$/s.exec(query) ?? [];
  const known = await all(parts);
  if (rest !== undefined) {
    const { choices = [], icon = "" } = known.get(word.toLowerCase()) ?? {};
    // All that was written: an objective that begins like a choice is no choice.
    const fits = choices.filter((choice) => choice.startsWith(rest));
    return fits.map((choice) => ({ label: choice, insert: `/${word} ${choice}`, icon }));
  }
  const fits = [...known].filter(([name]) => name.startsWith(word.toLowerCase()));
  return fits.map(([name, { detail, icon }]) => ({
    label: `/${name}`,
    detail: visible(detail, "").slice(0, 200),
    insert: `/${name} `,
    icon,
  }));
}

/** Ours first: a skill or a prompt never takes the name of one. */
async function all(parts: SlashParts): Promise<ReadonlyMap<string, Slash>> {
  const found = new Map(Object.entries(ownCommands(parts)));
  for (const [name, slash] of await skillCommands(parts)) if (!found.has(name)) found.set(name, slash);
  // Named so that none is there yet.
  return new Map([...found, ...prompts(parts.pool, new Set(found.keys()))]);
}

function ownCommands({ sessions, skills, pool }: SlashParts): Readonly<Record<string, Slash>> {
  const tools: Slash = {
    detail: l10n.t("Show what tools the newest request carried"),
    icon: "tools",
    choices: ["json"],
    run: (rest) => command(rest === "json" ? "showSurfaceJson" : "showSurface"),
  };
  return {
    tools,
    "tool-studio": tools,
    mode: {
      detail: l10n.t("Set the mode"),
      icon: "compass",
      choices: MODES,
      run: (rest) => {
        const mode = MODES.find((each) => each === rest);
        if (!mode) return command("setMode");
        if (sessions.status.trusted) sessions.setMode(mode);
        else sayRestricted();
        return undefined;
      },
    },
    posture: {
      detail: l10n.t("Set who answers when a call needs approval"),
      icon: "shield",
      choices: POSTURES,
      run: (rest) => {
        const posture = POSTURES.find((each) => each === rest);
        if (!posture) return command("setPosture");
        sessions.setPosture(posture);
        return undefined;
      },
    },
    model: { detail: l10n.t("Choose the model"), icon: "sparkle", run: () => command("selectModel") },
    goal: {
      detail: l10n.t("Set a goal, or pause, resume, complete, block or clear it"),
      icon: "target",
      choices: GOAL_ACTIONS,
      run: (rest) => goal(rest, sessions),
    },
    new: { detail: l10n.t("Start a new session"), icon: "add", run: () => command("newSession") },
    sessions: { detail: l10n.t("Open a former session"), icon: "history", run: () => command("sessions") },
    skills: {
      detail: l10n.t("Show the skills"),
      icon: "mortar-board",
      run: async () => {
        if ((await skills.list()).length > 0) return command("showSkills");
        say(l10n.t("There are no skills here."));
        return undefined;
      },
    },
    mcp: {
      detail: l10n.t("Show and manage MCP servers"),
      icon: "server",
      run: () => command("manageServers"),
    },
    agents: { detail: l10n.t("Edit agent profiles"), icon: "organization", run: () => command("editAgents") },
    rules: {
      detail: l10n.t("Show rules, and try what would happen to a command"),
      icon: "law",
      run: () => command("showRules"),
    },
    help: {
      detail: l10n.t("What can be written after a slash"),
      icon: "question",
      run: async () => {
        const names = [...(await all({ sessions, skills, pool })).keys()].map((name) => `/${name}`);
        say(l10n.t("You can write: {0}", plainLabel(names.slice(0, 40).join(", "), 600)));
        return undefined;
      },
    },
  };
}

async function goal(rest: string, sessions: Sessions): Promise<undefined> {
  const [word = "", ...more] = rest.split(/\s+/);
  const action = GOAL_ACTIONS.find((each) => each === word);
  // "/goal complete the migration" is an objective, not an answer.
  const isAction = action !== undefined && (more.length === 0 || action === "blocked");
  if (isAction) actOnGoal(action, more.join(" "), sessions);
  else if (rest === "") await command("setGoal");
  else await sessions.pursue(rest);
  return undefined;
}

function actOnGoal(action: GoalAction, text: string, sessions: Sessions): void {
  if (sessions.current.projection.state().goal === undefined)
    say(l10n.t("No goal is set. Write /goal and what is to be reached."));
  else sessions.actOnGoal(action, text === "" ? undefined : text);
}

async function skillCommands({ skills }: SlashParts): Promise<[string, Slash][]> {
  const list = await skills.list();
  return list.map(({ name, description }) => [
    name.toLowerCase(),
    {
      detail: description,
      icon: "mortar-board",
      run: (rest) => ({
        text: rest === "" ? `/${name}` : `/${name} ${rest}`,
        attachments: [
          { label: "skill", text: `The user asks for the skill ${name}: load it by load_skill and follow it.` },
        ],
      }),
    },
  ]);
}

function prompts(pool: McpPool, taken: ReadonlySet<string>): [string, Slash][] {
  return mcpSlash(pool, taken).map(({ name, detail, server, prompt, arguments: wanted }) => [
    name.toLowerCase(),
    {
      detail,
      icon: "comment",
      run: async (rest) => {
        const args = await promptArguments(wanted, rest);
        if (!args) return undefined;
        const text = await pool.getPrompt(server, prompt, args, new AbortController().signal);
        const label = `prompt ${prompt} of the MCP server ${server}`;
        return { text: `/${name} ${rest}`.trim(), attachments: [{ label, text: bounded(text) }] };
      },
    },
  ]);
}

type PromptArguments = McpPrompt["arguments"];

/** The text after the command is the first argument; the others are asked for. Nothing when a person gives up. */
async function promptArguments(wanted: PromptArguments, rest: string): Promise<Record<string, string> | undefined> {
  const given: Record<string, string> = {};
  for (const [index, { name, description, required }] of wanted.entries()) {
    if (index === 0 && rest !== "") {
      given[name] = rest;
      continue;
    }
    const title = required ? visible(name, "") : l10n.t("{0} (may be left empty)", visible(name, ""));
    const value = await window.showInputBox({ title, prompt: visible(description, ""), ignoreFocusOut: true });
    if (value === undefined || (required && value === "")) return undefined;
    if (value !== "") given[name] = value;
  }
  return given;
}

async function command(name: keyof typeof COMMANDS): Promise<undefined> {
  await commands.executeCommand(COMMANDS[name]);
  return undefined;
}

function say(text: string): void {
  void window.showInformationMessage(text);
}
