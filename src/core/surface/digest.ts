import type { Digest } from "../operations/ports";
import type { OfferedTool } from "../progress/events";
import { canonicalJson } from "../tools/canonical";

/** Stands in no name, and ends what comes before it. */
const END = "\u0001";

// One array is asked about at each request, by the audit record and by the snapshot.
const known = new WeakMap<readonly OfferedTool[], string>();

/**
 * The one digest of a request's tools, in their order. Null without a tools field; an empty array has the
 * digest of nothing. Throws what `JSON.stringify` throws for tools that can't be written as JSON.
 */
export function toolsDigest(tools: readonly OfferedTool[] | undefined, digest: Digest): string | null {
  if (tools === undefined) return null;
  const sum = known.get(tools) ?? digest(tools.map(line).join(""));
  known.set(tools, sum);
  return sum;
}

function line({ name, description, parameters }: OfferedTool): string {
  return `${name}${END}${description}${END}${canonicalJson(parameters)}\n`;
}
