import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import type { Isolation } from "../../core/operations/isolation";
import { realPlace } from "../paths";
import { findProgram, here } from "../shell";
import type { Confinement } from "./confinement";
import { readOnlyPlaces } from "./readOnly";

export interface SandboxSettings {
  readonly mode: "off" | "auto" | "required";
  /** Where the package lies. */
  readonly runtime: string;
  readonly roots: readonly string[];
  readonly hosts: readonly string[];
  /** Never writable, wherever it lies: sessions, the audit log. */
  readonly protectedPaths?: readonly string[];
}

/** Runs nothing in a sandbox; resolves with what went wrong, if anything did. */
export type Try = (confinement: Confinement) => Promise<string | undefined>;

export interface Sandbox {
  /** Found out once, by running something in one. */
  isolation(): Promise<Isolation>;
  /** For the next command; none where it is not isolated. */
  confinement(): Promise<Confinement | undefined>;
}

const TRIES = 3;

export function createSandbox(
  settings: () => SandboxSettings | undefined,
  env: () => Readonly<Record<string, string>>,
  attempt: Try,
): Sandbox {
  let found: Promise<string | undefined> | undefined;
  let failures = 0;

  /** What is in the way. A machine that was busy for a moment must not leave the window without a sandbox. */
  async function obstacle(): Promise<string | undefined> {
    found ??= lookAround();
    const trial = found;
    const detail = await trial;
    if (detail !== undefined && found === trial) {
      failures += 1;
      if (failures < TRIES) found = undefined;
    }
    return detail;
  }

  async function lookAround(): Promise<string | undefined> {
    if (process.platform === "win32") return "Windows has no sandbox that Gatehouse can use";
    const confinement = confinementNow();
    if (process.platform === "linux" && confinement?.bwrap === undefined) return "bubblewrap (bwrap) is not installed";
    // A folder alone: what the user opened has nothing to do with whether it works.
    return confinement && attempt({ ...confinement, writable: [realPlace(tmpdir())], readOnly: [], hosts: [] });
  }

  function confinementNow(): Confinement | undefined {
    const now = settings();
    if (!now) return undefined;
    const around = here(env());
    const roots = now.roots.map(realPlace);
    const temporary = realPlace(env()["TMPDIR"] ?? tmpdir());
    return {
      runtime: now.runtime,
      bwrap: process.platform === "linux" ? findProgram(around, "bwrap") : undefined,
      writable: [...roots, temporary],
      readOnly: [...readOnlyPlaces(roots), ...(now.protectedPaths ?? []).map(realPlace).filter(existsSync)],
      hosts: now.hosts,
    };
  }

  async function isolation(): Promise<Isolation> {
    const mode = settings()?.mode ?? "off";
    if (mode === "off") return { kind: "open" };
    const detail = await obstacle();
    if (detail === undefined) return { kind: "sandboxed", ...(mode === "required" && { required: true }) };
    return mode === "required" ? { kind: "required", detail } : { kind: "open", detail };
  }

  return {
    isolation,
    confinement: async () => ((await isolation()).kind === "sandboxed" ? confinementNow() : undefined),
  };
}
