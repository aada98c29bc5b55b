import type { AuditRecord } from "../../shared/approval";
import type { Details, ResultEnvelope } from "../../shared/results";
import type { ProgramAnswer, ProgramCallFailure } from "../operations/programs";

/** What longer strings of a result's details hold is in its text as well, or of use to views alone. */
const MAX_DETAIL = 1_000;

/** Stages that judge whether there is anything to decide. */
const NOTHING_TO_DECIDE: ReadonlySet<AuditRecord["layer"]> = new Set(["name", "mode", "resolver", "posture"]);

/** The result of a call as the program gets it. `decision`: the last one on it. */
export function answerOf(tool: string, result: ResultEnvelope, decision: AuditRecord | undefined): ProgramAnswer {
  const failed = failureOf(result, decision);
  if (failed !== undefined) return { failed, message: [result.text, result.hint ?? ""].join("\n").trim() };
  const { originalBytes, keptBytes, spill } = result.truncated ?? {};
  const metadata = JSON.stringify(metadataOf(tool, result));
  const truncated = JSON.stringify(result.truncated ? { originalBytes, keptBytes, spill } : null);
  return { value: `{"content":${contentOf(result.text)},"metadata":${metadata},"truncated":${truncated}}` };
}

/** Nothing for a call that went well. */
export function failureOf(
  { status }: ResultEnvelope,
  decision: AuditRecord | undefined,
): ProgramCallFailure | undefined {
  if (status === "ok") return undefined;
  if (decision?.outcome === "deny") return denialOf(decision);
  if (status === "cancelled") return "cancelled";
  return status === "refused" ? "refused" : "failed";
}

export function denialOf({ layer }: AuditRecord): "refused" | "denied" {
  return NOTHING_TO_DECIDE.has(layer) ? "refused" : "denied";
}

/** JSON text: the tool's own where it is JSON, else a string of it. */
function contentOf(text: string): string {
  try {
    JSON.parse(text);
    return text;
  } catch {
    return JSON.stringify(text);
  }
}

function metadataOf(tool: string, { details, images }: ResultEnvelope): Readonly<Record<string, unknown>> {
  return { tool, ...(details && short(details)), ...(images && { images: images.length }) };
}

function short(details: Details): Readonly<Record<string, unknown>> {
  const kept = Object.entries(details).filter(([, value]) => typeof value !== "string" || value.length <= MAX_DETAIL);
  const { kind: _, ...rest } = Object.fromEntries(kept);
  return rest;
}
