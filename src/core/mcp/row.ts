import type { ServerConfig } from "./pool";
import { plainLine } from "./text";

const MAX_TARGET = 300;
const SECRET = /token|key|secret|pass|credential|auth/i;

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
    if (SECRET.test(args[at - 1] ?? "") && (args[at - 1] ?? "").startsWith("-") && !arg.startsWith("-")) return "…";
    const [name, value] = [arg.slice(0, arg.indexOf("=")), arg.slice(arg.indexOf("=") + 1)];
    if (arg.includes("=") && SECRET.test(name)) return `${name}=…`;
    return /^https?:\/\//.test(value) ? `${arg.slice(0, arg.length - value.length)}${address(value)}` : arg;
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
