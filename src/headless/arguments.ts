import { statSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import type { Mode, Posture } from "../shared/modes";

/** What the command line asks for. */
export interface Arguments {
  readonly workspace: string;
  /** Base URL with `/v1`, or `tour`. */
  readonly model: string;
  /** As the endpoint knows it. */
  readonly modelName: string | undefined;
  readonly mode: Mode;
  readonly posture: Posture;
  readonly answers: string | undefined;
  /** File of rules. */
  readonly rules: string | undefined;
  /** File of the user's hooks. */
  readonly hooks: string | undefined;
  /** Hashes of hooks of the workspace. */
  readonly approvedHooks: readonly string[];
  readonly sandbox: "off" | "auto" | "required";
  /** Hosts that commands in the sandbox may speak to. */
  readonly sandboxHosts: readonly string[];
  /** File of MCP servers. */
  readonly mcp: string | undefined;
  /** All that the session may have; `[]` means none. */
  readonly tools: readonly string[] | undefined;
  readonly skills: readonly string[] | undefined;
  /** Programs are offered in every request. */
  readonly codeMode: boolean;
  /** Address of the search service for the web. */
  readonly search: string | undefined;
  /** Holds the session's own folder with its log and spills; a temporary one when absent. */
  readonly session: string | undefined;
  readonly prompt: string;
}

/** A command line that can't be followed; `message` says what to write instead. */
export class UsageError extends Error {}

export const USAGE = `usage: headless --workspace DIR --model URL|tour --prompt TEXT
  --model-name NAME          the model's name at the endpoint
  --mode plan|work|operate   default: work
  --posture ask|auto-review|full-access   default: ask
  --answers FILE             JSON list of {tool, contains?, outside?, answer: once|session|deny, note?}; the first match answers
  --rules FILE               JSON list of rules, as in the setting gatehouse.rules
  --hooks FILE               JSON list of hooks, as in the setting gatehouse.hooks
  --approved-hooks HASHES    hooks of the workspace that may run; a run without says which there are
  --sandbox off|auto|required   default: auto, commands run in a sandbox where one works
  --sandbox-hosts HOSTS      all that commands in the sandbox may speak to, with commas between; default: none
  --mcp FILE                 JSON with "mcpServers" or "servers"; they start when a search concerns them
  --tools NAMES              the only tools of the session, with commas between; "" is none
  --skills NAMES             the only skills, likewise
  --code-mode on|off         whether every request offers programs; default: on
  --search URL               the search service, as in the setting gatehouse.web.searchUrl
  --session DIR              keeps the session in a folder of its own in DIR; default: a temporary folder
The key, where the endpoint wants one, is taken from GATEHOUSE_API_KEY.`;

// Not from `shared/modes`: that would load zod before the model's client.
const MODES: readonly Mode[] = ["plan", "work", "operate"];
const POSTURES: readonly Posture[] = ["ask", "auto-review", "full-access"];
const SANDBOXES = ["off", "auto", "required"] as const;

const text = { type: "string" } as const;
const OPTIONS = {
  workspace: text,
  model: text,
  "model-name": text,
  mode: text,
  posture: text,
  answers: text,
  session: text,
  prompt: text,
  mcp: text,
  tools: text,
  skills: text,
  rules: text,
  "code-mode": text,
  search: text,
  hooks: text,
  "approved-hooks": text,
  sandbox: text,
  "sandbox-hosts": text,
};

export function readArguments(args: readonly string[]): Arguments {
  const values = parse(args);
  return {
    workspace: folder(needed(values, "workspace")),
    model: modelUrl(needed(values, "model")),
    modelName: values["model-name"],
    mode: oneOf("mode", MODES, values.mode ?? "work"),
    posture: oneOf("posture", POSTURES, values.posture ?? "ask"),
    answers: values.answers,
    rules: values.rules,
    hooks: values.hooks,
    approvedHooks: names(values["approved-hooks"]) ?? [],
    sandbox: oneOf("sandbox", SANDBOXES, values.sandbox ?? "auto"),
    sandboxHosts: names(values["sandbox-hosts"]) ?? [],
    mcp: values.mcp,
    tools: names(values.tools),
    skills: names(values.skills),
    codeMode: oneOf("code-mode", ["on", "off"], values["code-mode"] ?? "on") === "on",
    search: values.search,
    session: values.session,
    prompt: needed(values, "prompt"),
  };
}

type Values = Partial<Record<keyof typeof OPTIONS, string>>;

function parse(args: readonly string[]): Values {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: false }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function needed(values: Values, name: keyof typeof OPTIONS): string {
  const value = values[name];
  if (value === undefined || value.trim() === "") throw new UsageError(`--${name} is missing.`);
  return value;
}

function names(value: string | undefined): readonly string[] | undefined {
  return value?.split(",").flatMap((name) => name.trim() || []);
}

function folder(path: string): string {
  const whole = resolve(path);
  if (!statSync(whole, { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError(`--workspace: there is no folder at ${whole}.`);
  return whole;
}

function modelUrl(value: string): string {
  if (value === "tour") return value;
  if (!/^https?:\/\//i.test(value) || !URL.canParse(value))
    throw new UsageError(`--model: ${value} is neither a URL (http or https) nor "tour".`);
  return value;
}

function oneOf<T extends string>(name: string, allowed: readonly T[], value: string): T {
  const found = allowed.find((each) => each === value);
  if (!found) throw new UsageError(`--${name}: ${value} is not one of ${allowed.join(", ")}.`);
  return found;
}
