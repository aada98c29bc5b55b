import { readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";

/** What a process did to the world: started a program, spoke to an address, or changed what is at a path. */
export interface Act {
  /** Milliseconds, as `Date.now()` counts them. */
  readonly ts: number;
  readonly process: number;
  readonly kind: "exec" | "connect" | "write";
  /** The program, the address or the path. */
  readonly what: string;
  /** Of a program. */
  readonly args: readonly string[];
}

export interface Trace {
  /** In order of time. */
  readonly acts: readonly Act[];
  /** By process, the one that made it; the first process has none. */
  readonly parents: ReadonlyMap<number, number>;
}

const STARTS = "execve(at)?|v?fork|clone3?";
const SPEAKS = "connect|sendto|sendm?msg";
const OPENS = "open|openat2?|creat";
const NAMES = "truncate|rename(at2?)?|link(at)?|symlink(at)?|unlink(at)?|mkdir(at)?|rmdir|mknod(at)?";

/** The command that a program is put behind. One file a thread, so that no line is torn by another one. */
export function straceInto(folder: string): readonly string[] {
  const calls = `trace=/^(${[STARTS, SPEAKS, OPENS, NAMES].join("|")})$`;
  const shape = ["-ff", "-qq", "-ttt", "-y", "-s", "4096", "--seccomp-bpf", "-e", "signal=none", "-e", calls];
  return ["strace", ...shape, "-o", posix.join(folder, "thread")];
}

export function readTrace(folder: string): Trace {
  const threads = readdirSync(folder).map((name) => [Number(name.split(".").at(-1)), name] as const);
  return traceOf(new Map(threads.map(([id, name]) => [id, readFileSync(posix.join(folder, name), "latin1")])));
}

/** From the threads' files, by their ids, each byte a character. */
export function traceOf(threads: ReadonlyMap<number, string>): Trace {
  const calls = [...threads].flatMap(([thread, text]) => callsOf(thread, text));
  const made = new Map(calls.filter(makes).map((call) => [call.result, call]));
  const processOf = (thread: number): number => {
    const by = made.get(thread);
    return by && isThread(by) ? processOf(by.thread) : thread;
  };
  const ids = new Set([...threads.keys()].map(processOf));
  const parents = [...ids].flatMap((id) => {
    const by = made.get(id);
    return by ? [[id, processOf(by.thread)] as const] : [];
  });
  const acts = calls.flatMap((call) => actsOf(call, processOf(call.thread)));
  return { acts: acts.sort((a, b) => a.ts - b.ts), parents: new Map(parents) };
}

interface Call {
  readonly thread: number;
  readonly ts: number;
  readonly name: string;
  readonly args: string;
  /** NaN when it never came back. */
  readonly result: number;
  /** What the descriptor that it gave stands for. */
  readonly opened: string | undefined;
}

const LINE = /^(\d+\.\d+) (\w+)\((.*)\) += (-?\d+|\?)(?:<([^>]*)>)?/;

function callsOf(thread: number, text: string): Call[] {
  return text.split("\n").flatMap((line) => {
    if (line === "") return [];
    const [, at, name = "", args = "", result, opened] = LINE.exec(line) ?? [];
    // A line that is passed over might be the one.
    if (at === undefined) throw new Error(`strace wrote what can't be read: ${line}`);
    return [{ thread, ts: Number(at) * 1000, name, args, result: Number(result), opened }];
  });
}

const makes = ({ name, result }: Call): boolean => /^(v?fork|clone3?)$/.test(name) && result > 0;
const isThread = ({ args }: Call): boolean => args.includes("CLONE_THREAD");

function actsOf(call: Call, process: number): Act[] {
  const act = (kind: Act["kind"], what: string, args: readonly string[] = []): Act[] => [
    { ts: call.ts, process, kind, what, args },
  ];
  const { name, args, result, opened } = call;
  // Also in vain: what was tried was tried.
  if (name === "connect" || name.startsWith("send"))
    return args.includes("sa_family=") ? act("connect", addressOf(args)) : [];
  if (!(result >= 0) || makes(call)) return [];
  const [first = "", ...others] = pathsOf(args);
  if (name.startsWith("exec")) return act("exec", first, others);
  if (/^(open|creat)/.test(name)) return changes(call) ? act("write", unescaped(opened ?? first)) : [];
  if (name.startsWith("rename")) return [first, ...others].flatMap((path) => act("write", path));
  return act("write", /link(at)?$/.test(name) && !name.startsWith("un") ? (others[0] ?? "") : first);
}

const changes = ({ name, args }: Call): boolean => name === "creat" || /\bO_(WRONLY|RDWR|CREAT|TRUNC)\b/.test(args);

function addressOf(args: string): string {
  const port = /sin6?_port=htons\((\d+)\)/.exec(args)?.[1];
  const host = /inet_addr\("([^"]*)"\)/.exec(args)?.[1] ?? /inet_pton\(AF_INET6, "([^"]*)"/.exec(args)?.[1];
  if (port === undefined || host === undefined) return /\{sa_family=.*\}/.exec(args)?.[0] ?? args;
  return host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
}

const TEXT = /(?:(?:AT_FDCWD|\d+)<([^>]*)>, )?"((?:[^"\\]|\\.)*)"/g;

/** Every text among the arguments; a path that stands after a folder's descriptor is put below it. */
function pathsOf(args: string): string[] {
  return [...args.matchAll(TEXT)].map(([, folder, text = ""]) =>
    folder === undefined ? unescaped(text) : posix.resolve(unescaped(folder), unescaped(text)),
  );
}

const SHORT: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", v: "\v", f: "\f" };

function unescaped(text: string): string {
  const bytes = text.replace(/\\([0-7]{1,3}|.)/g, (_, sign: string) =>
    /^[0-7]/.test(sign) ? String.fromCharCode(Number.parseInt(sign, 8)) : (SHORT[sign] ?? sign),
  );
  return Buffer.from(bytes, "latin1").toString("utf8");
}
