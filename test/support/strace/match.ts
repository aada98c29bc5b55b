import { basename, dirname, join, resolve } from "node:path";
import type { AuditRecord } from "../../../src/shared/approval";
import type { Act, Trace } from "./trace";

/** A call as the audit has it, and when it had ended. */
export interface AuditedCall {
  readonly record: AuditRecord;
  readonly until: number;
}

export interface Host {
  readonly calls: readonly AuditedCall[];
  readonly workspace: string;
  /** The model's endpoint and the search service, as host:port. */
  readonly model: string;
  readonly search: string;
  /** The session's folder, which the host itself writes. */
  readonly own: string;
  /** What the paths of the broker's pipes for commands begin with. */
  readonly pipes: string;
  readonly broker: string;
  /** The command of the configured MCP server. */
  readonly server: readonly string[];
}

export interface Matched {
  /** What no audit record stands for; empty is what is wanted. */
  readonly past: readonly string[];
  /** By call id, what it did. */
  readonly acts: ReadonlyMap<string, readonly Act[]>;
}

/**
 * Lays what the processes did beside the audit. A process is the host, or was started for one allowed call; what a
 * shell's command starts and does belongs to that command's call. Whatever is left went past the gate.
 */
export function match(trace: Trace, host: Host): Matched {
  const past: string[] = [];
  const acts = new Map<string, Act[]>();
  const origins = new Origins(trace, host);
  for (const act of trace.acts) {
    const owner = origins.ownerOf(act);
    if (owner === undefined) past.push(`${act.kind} of ${[act.what, ...act.args.slice(1)].join(" ")}`);
    else if (owner !== "host") acts.set(owner.record.callId, [...(acts.get(owner.record.callId) ?? []), act]);
  }
  return { past, acts };
}

interface Origin {
  readonly start: "host" | Start["name"];
  readonly call: AuditedCall | undefined;
}

interface Start {
  readonly name: "broker" | "pipe" | "command" | "git" | "ripgrep" | "server" | "program";
  readonly by: "host" | "broker";
  is(args: readonly string[], host: Host): boolean;
  for(record: AuditRecord, args: readonly string[]): boolean;
  /** Also when that call has ended. */
  readonly later?: true;
}

const COMMANDS = /^(bash|Bash|code_execution|execute_shell_command)$/;
const SEARCHES = /^(grep|find_files|File search_(name|content))$/;
const WRITES = /^(write|edit|patch|write_file|edit_file|file_write|File (write|edit|patch))$/;

/** A tool by its name; the one with many actions by that too, which stands first in its subject. */
const named = ({ tool, subject }: AuditRecord): string => (tool === "File" ? `File ${subject.split(" ")[0]}` : tool);
const startsPrograms = (record: AuditRecord): boolean =>
  [COMMANDS, SEARCHES, /^Git$/].some((names) => names.test(named(record)));

/** Every program that the host or its broker starts of itself. Each start belongs to an allowed call that is running. */
const STARTS: readonly Start[] = [
  // Commands, git and ripgrep start from it, so that the host does not stand still; it comes with the first of them.
  {
    name: "broker",
    by: "host",
    is: ([, script], { broker }) => script === broker,
    for: startsPrograms,
  },
  // The pipe for the output of the next command, made ahead when the broker starts and with each command.
  {
    name: "pipe",
    by: "broker",
    is: ([program]) => program === "mkfifo",
    for: startsPrograms,
  },
  // Word for word what was allowed.
  {
    name: "command",
    by: "broker",
    is: ([, option]) => option === "-c",
    for: ({ tool, subject }, [, , command]) => COMMANDS.test(tool) && subject === command,
  },
  // The tool Git, which asks the repository's settings first.
  {
    name: "git",
    by: "broker",
    is: ([program, option]) => basename(program ?? "") === "git" && option === "--no-pager",
    for: ({ tool }) => tool === "Git",
  },
  // Searching and listing.
  {
    name: "ripgrep",
    by: "broker",
    is: ([program]) => basename(program ?? "") === "rg",
    for: (record) => SEARCHES.test(named(record)),
  },
  // A server that the user configured starts when a search concerns it or a tool of it is called.
  {
    name: "server",
    by: "host",
    is: (args, { server }) => args.join("\0") === server.join("\0"),
    for: ({ tool }) => tool === "tool_search" || tool.startsWith("mcp_"),
  },
  // A program's own process, which can do nothing; with its end the next one's is made ready.
  {
    name: "program",
    by: "host",
    is: (args, { broker }) => args.at(-1) === join(dirname(broker), "code.js"),
    for: ({ tool }) => tool === "execute_tools",
    later: true,
  },
];

/** Who each process works for, found out as its acts come. */
class Origins {
  private readonly known = new Map<number, Origin | undefined>();
  /** One yes is for one start. */
  private readonly used = new Set<AuditedCall>();

  constructor(
    private readonly trace: Trace,
    private readonly host: Host,
  ) {
    const [first] = trace.acts;
    if (first) this.known.set(first.process, { start: "host", call: undefined });
  }

  ownerOf(act: Act): AuditedCall | "host" | undefined {
    if (act === this.trace.acts[0]) return "host";
    const before = this.of(act.process);
    if (before?.start === "command") return before.call;
    if (act.kind === "exec") return this.started(act, before);
    if (act.kind === "connect") return before?.start === "host" ? this.spoke(act) : undefined;
    return before && this.wrote(act, before);
  }

  /** A process that started no program yet is a part of the one that made it. */
  private of(process: number): Origin | undefined {
    if (this.known.has(process)) return this.known.get(process);
    const parent = this.trace.parents.get(process);
    return parent === undefined ? undefined : this.of(parent);
  }

  private started(act: Act, by: Origin | undefined): AuditedCall | undefined {
    const isNew = !this.known.has(act.process);
    const start = STARTS.find((each) => isNew && each.by === by?.start && each.is(act.args, this.host));
    const isFree = (call: AuditedCall): boolean => start?.name !== "command" || !this.used.has(call);
    const fits = (each: AuditedCall): boolean => isFree(each) && start?.for(each.record, act.args) === true;
    const call = start && this.running(act, fits, start.later);
    this.known.set(act.process, call && { start: start.name, call });
    if (start?.name === "command" && call) this.used.add(call);
    return call;
  }

  private spoke(act: Act): AuditedCall | "host" | undefined {
    if (act.what === this.host.model) return "host";
    return this.running(act, ({ record: { tool, subject } }) => tool === "Web" && this.hostOf(subject) === act.what);
  }

  private hostOf(subject: string): string {
    return URL.canParse(subject) ? new URL(subject).host : this.host.search;
  }

  /** Only the host writes files that a call names; it and the broker keep what is their own. */
  private wrote(act: Act, { start }: Origin): AuditedCall | "host" | undefined {
    const { own, pipes } = this.host;
    const place = start === "host" ? own : start === "broker" || start === "pipe" ? pipes : "/dev/null";
    if (act.what === "/dev/null" || act.what.startsWith(place)) return "host";
    if (start !== "host") return undefined;
    return this.running(act, ({ record }) =>
      written(record, this.host.workspace).some((path) => serves(act.what, path)),
    );
  }

  private running(act: Act, fits: (call: AuditedCall) => boolean, later = false): AuditedCall | undefined {
    const now = Math.floor(act.ts);
    return this.host.calls.find((call) => {
      const { outcome, ts } = call.record;
      return outcome === "allow" && ts <= now && (later || now <= call.until) && fits(call);
    });
  }
}

/** The files that an allowed call may write: its record names them. */
function written(record: AuditRecord, workspace: string): string[] {
  const { tool, subject } = record;
  if (!WRITES.test(named(record))) return [];
  const names = tool === "File" ? subject.slice(subject.indexOf(" ") + 1) : subject;
  return names.split(", ").map((name) => resolve(workspace, name));
}

/** The file, the one that is made beside it and takes its place, or a folder on the way to it. */
function serves(path: string, file: string): boolean {
  const beside = dirname(path) === dirname(file) && /^\.gatehouse-[0-9a-f]{16}\.tmp$/.test(basename(path));
  return path === file || beside || file.startsWith(`${path}/`);
}
