/** How a wrapper is told from the command that it runs. */
export interface Wrapper {
  /** Short options with a value of their own, one letter each. */
  readonly short?: string;
  /** Long options with a separate value. */
  readonly long?: readonly string[];
  /** Words of its own before the command. */
  readonly operands?: number;
  /** `NAME=value` may stand before the command. */
  readonly assigns?: true;
  /** Options whose value is a whole command line. */
  readonly payload?: readonly string[];
  /** The words together are a command line for a shell. */
  readonly joined?: true;
}

const AS_USER: Wrapper = {
  short: "ugpCchrtTUDR",
  long: "user group prompt close-from chdir host role type other-user chroot command-timeout".split(" "),
  assigns: true,
};

export const WRAPPERS: ReadonlyMap<string, Wrapper> = new Map<string, Wrapper>([
  ["sudo", AS_USER],
  ["doas", { short: "uCa", assigns: true }],
  ["pkexec", { long: ["user"] }],
  ["env", { short: "uCS", long: ["unset", "chdir"], assigns: true, payload: ["-S", "--split-string"] }],
  ["command", {}],
  ["builtin", {}],
  ["coproc", {}],
  ["exec", { short: "a" }],
  ["nohup", {}],
  ["nice", { short: "n", long: ["adjustment"] }],
  ["ionice", { short: "cnpPu", long: ["class", "classdata"] }],
  ["chrt", { short: "TPD", operands: 1 }],
  ["taskset", { operands: 1 }],
  ["setsid", {}],
  ["timeout", { short: "ks", long: ["kill-after", "signal"], operands: 1 }],
  ["time", { short: "fo", long: ["format", "output"] }],
  ["stdbuf", { short: "ioe", long: ["input", "output", "error"] }],
  ["unbuffer", {}],
  ["watch", { short: "nq", long: ["interval"], joined: true }],
  ["xargs", { short: "aEILnPsd", long: "arg-file delimiter max-args max-procs max-chars process-slot-var".split(" ") }],
  ["parallel", { short: "jaNnISdEL", long: "jobs arg-file max-args delay joblog".split(" "), joined: true }],
  ["busybox", {}],
  ["toybox", {}],
  ["chroot", { operands: 1 }],
  ["unshare", { short: "SGRw", long: ["root", "wd", "setuid", "setgid"] }],
  ["strace", { short: "aebEIoOpPsSuUX" }],
  ["ltrace", { short: "abaDeFlnopsuwxX" }],
  [
    "flock",
    { short: "wE", long: ["timeout", "wait", "conflict-exit-code"], operands: 1, payload: ["-c", "--command"] },
  ],
  ["setpriv", { long: "reuid regid groups ruid euid rgid egid securebits pdeathsig".split(" ") }],
  ["runuser", { short: "ugGsw", long: ["user", "group", "shell"], payload: ["-c", "--command"] }],
  ["su", { short: "gGsw", long: ["group", "shell"], operands: 1, payload: ["-c", "--command"] }],
  ["caffeinate", { short: "tw" }],
  ["eval", { joined: true }],
]);

/** Shells whose `-c` text is read as one of ours. */
export const SHELLS: ReadonlySet<string> = new Set("sh bash dash zsh ksh ash fish csh tcsh".split(" "));

/** Shells that have a grammar of their own. */
export const OTHER_SHELLS: ReadonlySet<string> = new Set(["pwsh", "powershell", "cmd"]);

/** Options of `find` that are followed by a command. */
export const FIND_RUNS: ReadonlySet<string> = new Set(["-exec", "-execdir", "-ok", "-okdir"]);
