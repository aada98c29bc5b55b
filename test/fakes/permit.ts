import { issuePermit, type PermitFacts, redeemPermit } from "../../src/core/gate/permit";
import type { Files } from "../../src/core/operations/files";
import type { Permit } from "../../src/core/operations/permit";

/** A real permit, issued and redeemed as the gate and dispatch would: it covers what is listed and nothing else. */
export function fakePermit(facts: Partial<PermitFacts> = {}): Permit {
  const whole: PermitFacts = {
    session: "s1",
    agent: "root",
    callId: "c1",
    tool: "test",
    standsFor: [],
    args: "{}",
    reads: [],
    writes: [],
    commands: [],
    hosts: [],
    named: [],
    version: "",
    ...facts,
  };
  const permit = issuePermit(whole);
  redeemPermit(permit, whole);
  return permit;
}

/** The permit that an honest gate would give for these paths as they are now, and these commands. */
export async function permitAll(
  files: Files,
  what: {
    readonly reads?: readonly string[];
    readonly writes?: readonly string[];
    readonly commands?: readonly string[];
  },
): Promise<Permit> {
  const signal = new AbortController().signal;
  const reads = await Promise.all((what.reads ?? []).map(async (path) => (await files.inspect(path)).real));
  const snapshots = await Promise.all((what.writes ?? []).map((path) => files.snapshot(path, signal)));
  const writes = snapshots.map((snapshot) => ({ real: snapshot.path.real, hash: snapshot.hash }));
  return fakePermit({ reads, writes, commands: what.commands ?? [] });
}
