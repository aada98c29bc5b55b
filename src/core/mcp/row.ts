import type { ServerRow, ServerStatus } from "../../shared/surface";
import { plainLine } from "../results/foreign";
import type { Contents } from "./contents";
import type { McpFailure } from "./failure";
import type { ServerConfig } from "./pool";

const MAX_TARGET = 300;
const MAX_WARNINGS = 20;
const URL_ARGUMENT = /^https?:\/\//;
const SECRET = /token|key|secret|pass|credential|auth/i;

/** A server that nobody has started, or that may not be. */
export function restingStatus({ disabled, source, approved }: ServerConfig): ServerStatus {
  if (disabled) return "disabled";
  return source === "workspace" && !approved ? "needs_approval" : "configured";
}

/** Not while it stands as something else, nor with a variable that has no value. */
export function mayStart(config: ServerConfig): boolean {
  return restingStatus(config) === "configured" && config.problem === undefined;
}

export interface RowFacts {
  readonly status: ServerStatus;
  readonly failure: McpFailure | undefined;
  readonly contents: Contents;
  /** Of the connection, beside those of the contents. */
  readonly warnings: readonly string[];
}

/** A server as people see it. */
export function rowOf(config: ServerConfig, { status, failure, contents, warnings }: RowFacts): ServerRow {
  const { name, transport, source, trusted } = config;
  const { tools, resources, prompts } = contents;
  return {
    ...{ name, transport, source, trusted, status },
    target: targetOf(config),
    ...(status === "configured" && config.problem !== undefined && { error: config.problem }),
    ...(failure && { error: failure.message, errorCode: failure.code }),
    warnings: [...contents.warnings, ...tools.warnings, ...warnings].slice(-MAX_WARNINGS),
    tools: tools.tools.length,
    quarantined: tools.quarantined,
    resources: resources.length,
    prompts: prompts.length,
  };
}

/** The command line or the URL, as people may see it: what looks like a secret is left out. */
export function targetOf(config: ServerConfig): string {
  if (config.target !== undefined) return plainLine(config.target, MAX_TARGET);
  return plainLine(
    config.transport === "stdio" ? commandLine(config.command, config.args) : address(config.url),
    MAX_TARGET,
  );
}

function commandLine(command: string, args: readonly string[]): string {
  const shown = args.map((arg, at) => {
    const before = args[at - 1] ?? "";
    if (/^-[^=]*$/.test(before) && SECRET.test(before) && !arg.startsWith("-")) return "…";
    if (URL_ARGUMENT.test(arg)) return address(arg);
    const [name, value] = [arg.slice(0, arg.indexOf("=")), arg.slice(arg.indexOf("=") + 1)];
    if (arg.includes("=") && SECRET.test(name)) return `${name}=…`;
    return URL_ARGUMENT.test(value) ? `${arg.slice(0, arg.length - value.length)}${address(value)}` : arg;
  });
  return [command, ...shown].join(" ");
}

/** Without login, query and fragment. */
function address(text: string): string {
  try {
    const url = new URL(text);
    return `${url.origin}${url.pathname}`;
  } catch {
    return "(not a URL)";
  }
}
