import { describe, expect, test } from "vitest";
import type { AuditRecord } from "../../../src/shared/approval";
import { type AuditedCall, match } from "./match";
import { traceOf } from "./trace";

const HOST = 'execve("/bin/node", ["node", "host.js"], 0x1 /* 9 vars */) = 0';
const BROKER = 'execve("/bin/node", ["node", "/ours/broker.js"], 0x1 /* 9 vars */) = 0';
const COMMAND = 'execve("/bin/bash", ["bash", "-c", "touch \\303\\244"], 0x1 /* 9 vars */) = 0';
const THREAD = "clone3({flags=CLONE_VM|CLONE_THREAD, stack=0x7} => {parent_tid=[11]}, 88)";
const REST = {
  session: "s",
  agent: "root",
  argsHash: "",
  mode: "work",
  posture: "ask",
  by: "gate",
  layer: "tier",
} as const;

/** A call that was decided at 100 ms and had ended at 200 ms. */
function call(tool: string, subject: string, more: Partial<AuditRecord> = {}): AuditedCall {
  const record = {
    ...REST,
    ts: 100,
    callId: tool,
    tool,
    subject,
    outcome: "allow",
    asked: false,
    reason: "unknown",
  } as const;
  return { record: { ...record, ...more } as AuditRecord, until: 200 };
}

/** Lines of the threads 10 (the host), 11 and so on; each is at 150 ms unless it says when. */
function trace(...threads: readonly (readonly string[])[]) {
  const timed = (line: string): string => (/^\d+\.\d/.test(line) ? line : `0.150 ${line}`);
  return traceOf(new Map(threads.map((lines, at) => [10 + at, lines.map(timed).join("\n")])));
}

const around = {
  workspace: "/w",
  model: "127.0.0.1:1",
  search: "127.0.0.1:2",
  own: "/sessions/s",
  pipes: "/tmp/pipe-",
  broker: "/ours/broker.js",
  server: ["server", "stdio"],
};

/** What went past the gate of a host that had these calls. */
const past = (calls: readonly AuditedCall[], ...threads: readonly (readonly string[])[]) =>
  match(trace(...threads), { ...around, calls }).past;

const host = (...lines: string[]) => [`0.001 ${HOST}`, ...lines];
const withBroker = (...lines: string[]) => [host("clone(flags=SIGCHLD) = 11"), [BROKER, ...lines]] as const;
const withCommand = (...lines: string[]) => [...withBroker("clone(flags=SIGCHLD) = 12"), [COMMAND, ...lines]] as const;
const bash = call("bash", "touch ä");

describe("a program", () => {
  test("that the host starts of itself is found", () => {
    const child = ['execve("/bin/true", ["true"], 0x1 /* 9 vars */) = 0'];
    expect(past([bash], host("vfork() = 11"), child)).toEqual(["exec of /bin/true"]);
  });

  test("of an allowed command is that call's, and so is all that it starts and does", () => {
    const lines = [
      '0.900 connect(3<s>, {sa_family=AF_INET, sin_port=htons(9), sin_addr=inet_addr("10.0.0.1")}, 16) = 0',
    ];
    const below = ['0.901 execve("/bin/touch", ["touch", "a"], 0x1 /* 9 vars */) = 0', '0.902 mkdir("a", 0777) = 0'];
    expect(past([bash], ...withCommand(...lines, "0.500 clone(flags=SIGCHLD) = 13"), below)).toEqual([]);
  });

  test.each([
    ["that was denied", call("bash", "touch ä", { outcome: "deny" })],
    ["that is another one than was allowed", call("bash", "touch a")],
    ["before it was allowed", call("bash", "touch ä", { ts: 151 })],
    ["of another tool's call", call("read", "touch ä")],
  ])("of a command %s is found", (_what, other) => {
    expect(past([call("grep", "x"), other], ...withCommand('mkdir("a", 0777) = 0'))).toEqual([
      "exec of /bin/bash -c touch ä",
      "write of a",
    ]);
  });

  test("of a command that runs twice for one yes is found", () => {
    const [first, broker, command] = withCommand();
    const twice = [...broker, "clone(flags=SIGCHLD) = 13"];
    expect(past([bash], first, twice, command, [COMMAND])).toEqual(["exec of /bin/bash -c touch ä"]);
    expect(past([bash, { ...bash }], first, twice, command, [COMMAND])).toEqual([]);
  });

  test("of ours that starts when no call needs it is found", () => {
    const git = ['0.201 execve("/bin/git", ["git", "--no-pager", "status"], 0x1 /* 9 vars */) = 0'];
    const at = (line: string) => [...withBroker("clone(flags=SIGCHLD) = 12"), [line]];
    expect(past([call("Git", "status")], ...at(git[0]?.replace("0.201", "0.199") ?? ""))).toEqual([]);
    expect(past([call("Git", "status")], ...at(git[0] ?? ""))).toEqual(["exec of /bin/git --no-pager status"]);
  });

  test("that git or a server of ours becomes or starts is found", () => {
    const git = 'execve("/bin/git", ["git", "--no-pager", "diff"], 0x1 /* 9 vars */) = 0';
    const pager = 'execve("/bin/less", ["less"], 0x1 /* 9 vars */) = 0';
    expect(past([call("Git", "diff")], ...withBroker("clone(flags=SIGCHLD) = 12"), [git, pager])).toEqual([
      "exec of /bin/less",
    ]);
    const server = ['execve("/bin/server", ["server", "stdio"], 0x1 /* 9 vars */) = 0', "clone(flags=SIGCHLD) = 12"];
    const starts = [host("clone(flags=SIGCHLD) = 11"), server, [pager]] as const;
    expect(past([call("tool_search", "x")], ...starts)).toEqual(["exec of /bin/less"]);
  });

  test("that nobody is known to have started is found", () => {
    expect(past([bash], host(), [COMMAND])).toEqual(["exec of /bin/bash -c touch ä"]);
  });

  test("that was not found on the way is none", () => {
    const tried = 'execve("/sbin/true", ["true"], 0x1 /* 9 vars */) = -1 ENOENT (No such file or directory)';
    expect(past([], host("vfork() = 11"), [tried])).toEqual([]);
  });
});

describe("a connection", () => {
  const to = (port: number) =>
    `connect(3<s>, {sa_family=AF_INET, sin_port=htons(${port}), sin_addr=inet_addr("127.0.0.1")}, 16)`;

  test("to the model is the host's, at any time", () => {
    expect(past([], host(`0.900 ${to(1)} = -1 EINPROGRESS (Operation now in progress)`))).toEqual([]);
  });

  test("is an allowed search's, or the host's that an allowed call named, while it runs", () => {
    const calls = [call("Web", "sums"), call("Web", "http://127.0.0.1:3/page")];
    expect(past(calls, host(`${to(2)} = 0`, `${to(3)} = 0`, `${to(4)} = 0`, `0.201 ${to(2)} = 0`))).toEqual([
      "connect of 127.0.0.1:4",
      "connect of 127.0.0.1:2",
    ]);
  });

  test.each([
    [
      "IPv6",
      'connect(3<s>, {sa_family=AF_INET6, sin6_port=htons(5), inet_pton(AF_INET6, "::1", &a)}, 28) = -1 E',
      "[::1]:5",
    ],
    ["a socket of the system", 'connect(3<s>, {sa_family=AF_UNIX, sun_path="/run/x"}, 9) = 0', "/run/x"],
    [
      "a datagram",
      'sendto(3<s>, "x", 1, 0, {sa_family=AF_INET, sin_port=htons(5), sin_addr=inet_addr("::")}, 16) = 1',
      ":5",
    ],
    ["one that never came back", `${to(5)} = ?`, "127.0.0.1:5"],
  ])("by %s is found", (_what, line, address) => {
    expect(past([], host(line))).toEqual([expect.stringContaining(address)]);
  });

  test("of the broker is found, to the model too", () => {
    expect(past([bash], ...withBroker(`${to(1)} = 0`))).toEqual(["connect of 127.0.0.1:1"]);
  });
});

describe("a change of files", () => {
  const open = (path: string, flags = "O_WRONLY|O_CREAT") => `openat(AT_FDCWD</w>, "x", ${flags}, 0666) = 3<${path}>`;
  const write = [call("write", "deep/new.txt")];

  test("that an allowed call names is that call's: its folders, the file beside it, the file", () => {
    const beside = "/w/deep/.gatehouse-0123456789abcdef.tmp";
    const lines = ['mkdir("/w/deep", 0777) = 0', open(beside), `rename("${beside}", "/w/deep/new.txt") = 0`];
    expect(past(write, host(...lines))).toEqual([]);
    expect(past([call("File", "write deep/new.txt")], host(...lines))).toEqual([]);
    expect(past([call("patch", "a.txt, deep/new.txt")], host(...lines))).toEqual([]);
  });

  test.each([
    ["another file", open("/w/deep/other.txt"), "/w/deep/other.txt"],
    ["by truncating", open("/w/a", "O_RDONLY|O_TRUNC"), "/w/a"],
    ["the same file after the call", `0.201 ${open("/w/deep/new.txt")}`, "/w/deep/new.txt"],
    ["a name that is taken away", 'unlinkat(5</w>, "deep/old.txt", 0) = 0', "/w/deep/old.txt"],
    ["a link", 'symlink("/w/deep/new.txt", "/etc/cron.d/x") = 0', "/etc/cron.d/x"],
    ["a name that is moved away", 'rename("/w/a", "/w/deep/new.txt") = 0', "/w/a"],
  ])("of %s is found", (_what, line, path) => expect(past(write, host(line))).toEqual([`write of ${path}`]));

  test("for a call that only reads is found", () => {
    expect(past([call("read", "a")], host(open("/w/a")))).toEqual(["write of /w/a"]);
    expect(past([call("File", "read a")], host(open("/w/a")))).toEqual(["write of /w/a"]);
  });

  test("in session storage is the host's, not the broker's", () => {
    expect(past([bash], host(open("/sessions/s/log.jsonl"), open("/dev/null", "O_RDWR")))).toEqual([]);
    expect(past([bash], ...withBroker(open("/tmp/pipe-1/out"), open("/sessions/s/x")))).toEqual([
      "write of /sessions/s/x",
    ]);
  });

  test("by a thread is by its process", () => {
    expect(past(write, host(`${THREAD} = 11`), [open("/w/deep/new.txt"), open("/w/a")])).toEqual(["write of /w/a"]);
  });

  test("is not reading, nor what failed", () => {
    const failed = 'openat(AT_FDCWD</w>, "a", O_WRONLY|O_CREAT, 0666) = -1 EACCES (Permission denied)';
    expect(past([], host(open("/w/a", "O_RDONLY|O_CLOEXEC"), failed))).toEqual([]);
  });
});

test("a line that can't be read is no line to pass over", () => {
  expect(() => trace(["0.1 connect(3, <unfinished ...>"])).toThrow("can't be read");
});
