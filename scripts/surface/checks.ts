import { DEFAULT_ACTIVE_NATIVE_TOOLS, PLANNED_TOOLS } from "../../src/core/surface/contract";
import type { Receipt } from "./receipt";
import type { Check } from "./run";

const MAX_TOOLS_BYTES = 9_000;
const MAX_SYSTEM_BYTES = 6_000;
/** What the two that come with later issues will need of the tools field. */
const RESERVED_BYTES = 2_700;
const RESERVED_FOR = ["agent", "workflow"];

/** `design/tools.md`, "Default contract", word for word: a change of it is a decision. */
const NATIVE =
  "read, write, edit, bash, agent, workflow, todo_write, create_goal, get_goal, update_goal, load_skill".split(", ");
const SYNTHETIC = ["tool_search", "execute_tools"];

/** Each has to run and pass. */
export const CHECKS = [
  "default_native_names",
  "sent_names_in_order",
  "digest_equals_snapshot",
  "bytes_equal_snapshot",
  "tools_bytes",
  "system_bytes",
] as const;

export function checksOf(receipt: Receipt): Readonly<Record<(typeof CHECKS)[number], Check>> {
  const { names, notBuilt, snapshot } = receipt;
  return {
    default_native_names: () => equal(DEFAULT_ACTIVE_NATIVE_TOOLS.join(", "), NATIVE.join(", ")),
    sent_names_in_order: () => equal(names.join(", "), expectedNames(notBuilt).join(", ")),
    digest_equals_snapshot: () => equal(receipt.sha256, snapshot.active_tool_catalog_sha256),
    bytes_equal_snapshot: () => equal(receipt.bytes, snapshot.payload_json_bytes),
    tools_bytes: () => atMost(receipt.bytes + reserve(notBuilt), MAX_TOOLS_BYTES),
    system_bytes: () => atMost(receipt.systemBytes, MAX_SYSTEM_BYTES),
  };
}

/** All of the contract but what is planned and not built. */
function expectedNames(notBuilt: readonly string[]): readonly string[] {
  const excused = PLANNED_TOOLS.map(({ name }) => name).filter((name) => notBuilt.includes(name));
  return [...NATIVE, ...SYNTHETIC].filter((name) => !excused.includes(name));
}

function reserve(notBuilt: readonly string[]): number {
  return RESERVED_FOR.every((name) => notBuilt.includes(name)) ? RESERVED_BYTES : 0;
}

function equal<T>(got: T, wanted: T): string {
  if (got !== wanted) throw new Error(`${got} instead of ${wanted}`);
  return String(got);
}

function atMost(got: number, max: number): string {
  if (got > max) throw new Error(`${got} bytes, more than ${max}`);
  return `${got} of at most ${max} bytes`;
}
