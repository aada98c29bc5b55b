/**
 * In the broker: makes of a command the command that runs it in a sandbox.
 *
 * The package knows how to drive bubblewrap, seccomp and sandbox-exec. Without allowed hosts its inner function for
 * Linux is used alone: its manager would start proxies for each window, and name them in each command's environment,
 * to let no packet through in the end.
 */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Confinement } from "./confinement";

export interface Spawnable {
  readonly shell: string;
  readonly args: readonly string[];
}

export interface Confined extends Spawnable {
  /** After the command's end. */
  ended(): void;
}

/**
 * The package refuses what it finds dangerous below the folder it runs in, by a search, and makes empty files for what
 * is not there. Ours are named by path, so it runs where there is nothing to refuse, with a search that finds nothing.
 */
const NEUTRAL = { folder: "/", search: { command: "true" } };

/** `shell -c command`, confined. Rejects where no sandbox can be made. */
export async function confine(shell: string, command: string, to: Confinement): Promise<Confined> {
  process.chdir(NEUTRAL.folder);
  const direct = process.platform === "linux" && to.hosts.length === 0;
  const { text, ended } = direct ? await byBubblewrap(shell, command, to) : await byManager(shell, command, to);
  return { shell, args: ["-c", text], ended };
}

interface Wrapped {
  readonly text: string;
  ended(): void;
}

async function byBubblewrap(binShell: string, command: string, to: Confinement): Promise<Wrapped> {
  const linux: LinuxSandbox = await load(to, "linux.mjs");
  const text = await linux.wrapCommandWithSandboxLinux({
    command,
    binShell,
    needsNetworkRestriction: true,
    readConfig: { denyOnly: [] },
    writeConfig: { allowOnly: [...DEVICES, ...to.writable], denyWithinAllow: to.readOnly },
    ripgrepConfig: NEUTRAL.search,
    ...(to.bwrap === undefined ? {} : { bwrapPath: to.bwrap }),
  });
  return { text, ended: () => linux.cleanupBwrapMountPoints() };
}

const DEVICES = ["/dev/stdout", "/dev/stderr", "/dev/null", "/dev/tty"];

let managed: { readonly hosts: string; readonly ready: Promise<void> } | undefined;

/** Through the package's proxies, which know the allowed hosts; and on macOS. */
async function byManager(shell: string, command: string, to: Confinement): Promise<Wrapped> {
  const { SandboxManager: manager }: Runtime = await load(to, "manager.mjs");
  const config = {
    network: { allowedDomains: to.hosts, deniedDomains: [], strictAllowlist: true },
    filesystem: { denyRead: [], allowWrite: to.writable, denyWrite: to.readOnly },
    ripgrep: NEUTRAL.search,
    ...(to.bwrap === undefined ? {} : { bwrapPath: to.bwrap }),
  };
  const hosts = JSON.stringify(to.hosts);
  if (managed?.hosts !== hosts)
    managed = {
      hosts,
      ready: (managed?.ready ?? Promise.resolve()).then(() => manager.reset()).then(() => manager.initialize(config)),
    };
  await managed.ready.catch((error: unknown) => {
    managed = undefined;
    throw error;
  });
  const text = await manager.wrapWithSandbox(command, shell, { filesystem: config.filesystem });
  return { text, ended: () => manager.cleanupAfterCommand() };
}

/** It lies in a folder of its own beside the broker, with the programs that it starts: see `scripts/sandbox.mjs`. */
async function load<T>({ runtime }: Confinement, file: string): Promise<T> {
  return (await import(pathToFileURL(join(runtime, file)).href)) as T;
}

/** As much of the package as is used. Its version is pinned, and a test runs each of these. */
interface LinuxSandbox {
  wrapCommandWithSandboxLinux(params: Readonly<Record<string, unknown>>): Promise<string>;
  cleanupBwrapMountPoints(): void;
}

interface Runtime {
  readonly SandboxManager: {
    initialize(config: Readonly<Record<string, unknown>>): Promise<void>;
    wrapWithSandbox(command: string, shell: string, config: Readonly<Record<string, unknown>>): Promise<string>;
    cleanupAfterCommand(): void;
    reset(): Promise<void>;
  };
}
