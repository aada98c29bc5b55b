import { accessSync, constants, statSync } from "node:fs";
import * as nodePath from "node:path";
import type { Environment } from "./environment";

export interface Shell {
  /** As the tool's description says it. */
  readonly name: "bash" | "Git Bash" | "PowerShell";
  readonly path: string;
  args(command: string): readonly string[];
}

/** What shells are looked for with, so that other systems can be tried anywhere. */
export interface Surroundings {
  readonly platform: NodeJS.Platform;
  readonly env: Environment;
  isProgram(path: string): boolean;
}

/** bash from an absolute folder on PATH; on Windows Git Bash, else PowerShell. Nothing when there is none. */
export function findShell(around: Surroundings): Shell | undefined {
  if (around.platform === "win32") return gitBash(around) ?? powerShell(around);
  const path = [...onPath(around, "bash"), "/bin/bash", "/usr/bin/bash"].find(around.isProgram);
  return path === undefined ? undefined : bash("bash", path);
}

/** A program from an absolute folder on PATH. Nothing when there is none. */
export function findProgram(around: Surroundings, name: string): string | undefined {
  return onPath(around, around.platform === "win32" ? `${name}.exe` : name).find(around.isProgram);
}

export function here(env: Environment): Surroundings {
  return { platform: process.platform, env, isProgram };
}

function bash(name: "bash" | "Git Bash", path: string): Shell {
  return { name, path, args: (command) => ["-c", command] };
}

/** Not bash.exe from PATH: that one is WSL's, another system with other files. */
function gitBash(around: Surroundings): Shell | undefined {
  const { win32 } = nodePath;
  const besideGit = onPath(around, "git.exe").map((git) => win32.join(win32.dirname(git), "..", "bin", "bash.exe"));
  const installed = ["ProgramFiles", "ProgramFiles(x86)", "LocalAppData"].flatMap((name) => {
    const folder = variable(around.env, name);
    return folder === undefined
      ? []
      : [win32.join(folder, "Git/bin/bash.exe"), win32.join(folder, "Programs/Git/bin/bash.exe")];
  });
  const path = [...besideGit, ...installed].find(around.isProgram);
  return path === undefined ? undefined : bash("Git Bash", path);
}

function powerShell(around: Surroundings): Shell | undefined {
  const path = [...onPath(around, "pwsh.exe"), ...onPath(around, "powershell.exe")].find(around.isProgram);
  if (path === undefined) return undefined;
  // Without this, output comes in the console's code page.
  const utf8 = "[Console]::OutputEncoding=[System.Text.UTF8Encoding]::new();";
  const args = (command: string): string[] => ["-NoLogo", "-NoProfile", "-NonInteractive", "-Command", utf8 + command];
  return { name: "PowerShell", path, args };
}

function onPath({ platform, env }: Surroundings, program: string): string[] {
  const rules = platform === "win32" ? nodePath.win32 : nodePath.posix;
  const folders = (variable(env, "PATH") ?? "").split(rules.delimiter).filter((folder) => rules.isAbsolute(folder));
  return folders.map((folder) => rules.join(folder, program));
}

/** Windows's names of variables have no case. */
function variable(env: Environment, name: string): string | undefined {
  const found = Object.keys(env).find((key) => key.toLowerCase() === name.toLowerCase());
  return found === undefined ? undefined : env[found];
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
