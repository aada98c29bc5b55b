import type { Isolation } from "../../../src/core/operations/isolation";
import type { Web } from "../../../src/core/operations/web";
import type { ProgramDetails } from "../../../src/shared/results";
import { memoryPorts } from "../../fakes/memoryPorts";
import { CallFailed, fakePrograms, type Program } from "../../fakes/programs";
import { type Reply, type Rig, type RigOptions, rig } from "./scripted";

export const files = { "a.txt": "alpha\n", "b.json": '{"n": 2}', "c.txt": "gamma\n" };

interface Options extends RigOptions {
  readonly memory?: NonNullable<Parameters<typeof memoryPorts>[0]>;
  readonly isolation?: Isolation;
  readonly web?: Web;
  /** What the model says after the program was called. */
  readonly after?: readonly Reply[];
}

/** A session whose model calls `execute_tools` once with a program. */
export function running(program: Program, options: Options = {}): Rig {
  const { memory = {}, isolation, web, after = [], ...rest } = options;
  const made = memoryPorts({ files, ...memory });
  const processes = isolation ? { ...made.processes, isolation: async () => isolation } : made.processes;
  const ports = { ...made, ...(web && { web }), processes, programs: fakePrograms({ go: program }) };
  return rig({
    replies: [{ text: "I combine calls.", calls: [["execute_tools", { code: "go" }]] }, ...after],
    ports,
    ...rest,
  });
}

export const receipt = ({ result }: Rig) => JSON.parse(result("s1c0").text);
export const details = ({ result }: Rig) => result("s1c0").details as ProgramDetails;
/** Of a call that was caught. */
export const failure = (error: unknown) =>
  error instanceof CallFailed ? [error.kind, error.message] : ["?", String(error)];
