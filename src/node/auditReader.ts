import { open, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod/mini";
import { AUDIT_OUTCOMES, type AuditRecord, DECIDERS } from "../shared/approval";
import { Layer, Reason } from "../shared/reasons";
import { FAILURES, RISKS } from "../shared/review";

/** Of all logs together: a text to read, not an archive. The newest sessions come first. */
const MAX_BYTES = 32 * 1024 * 1024;

export interface ReadAudits {
  /** Oldest first. */
  readonly records: readonly AuditRecord[];
  /** Lines that are no records of ours. */
  readonly broken: number;
  /** Logs of sessions that are left out, or can't be read. */
  readonly leftOut: number;
}

const text = z.string();
/** What is shown is checked; what else a line has stays as it is. */
const Line = z.looseObject({
  ts: z.number(),
  ...{ session: text, agent: text, callId: text, tool: text, subject: text, argsHash: text, mode: text, posture: text },
  outcome: z.enum(AUDIT_OUTCOMES),
  asked: z.boolean(),
  by: z.enum(DECIDERS),
  layer: Layer,
  reason: Reason,
  program: z.optional(text),
  because: z.optional(text),
  note: z.optional(text),
  saved: z.optional(z.array(text)),
  hooks: z.optional(z.array(text)),
});

/** The decisions of every session whose log lies in `folder`, as `createAudit` wrote them. */
export async function readAudits(folder: string, maxBytes = MAX_BYTES): Promise<ReadAudits> {
  const logs = await logsIn(folder);
  const records: AuditRecord[] = [];
  let [broken, leftOut, bytes] = [0, 0, 0];
  for (const { path, size } of logs) {
    const content = bytes + size > maxBytes ? undefined : await contentOf(path);
    if (content === undefined) {
      leftOut += 1;
      continue;
    }
    bytes += size;
    for (const line of content.split("\n").filter((each) => each.trim() !== "")) {
      const record = parsed(line);
      if (record) records.push(record);
      else broken += 1;
    }
  }
  return { records: records.sort((a, b) => a.ts - b.ts), broken, leftOut };
}

/** Newest first. */
async function logsIn(folder: string) {
  const names = await readdir(folder).catch(() => []);
  const found = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name, "audit.jsonl");
      const facts = await stat(path).catch(() => undefined);
      return facts?.isFile() ? [{ path, size: facts.size, at: facts.mtimeMs }] : [];
    }),
  );
  return found.flat().sort((a, b) => b.at - a.at);
}

async function contentOf(path: string): Promise<string | undefined> {
  const file = await open(path).catch(() => undefined);
  try {
    return await file?.readFile("utf8");
  } catch {
    return undefined;
  } finally {
    await file?.close();
  }
}

function parsed(line: string): AuditRecord | undefined {
  try {
    const { data } = Line.safeParse(JSON.parse(line));
    // Of a review only its own kind is shown: one that is not ours is left out.
    return data && ({ ...data, ...reviewOf(data["review"]) } as unknown as AuditRecord);
  } catch {
    return undefined;
  }
}

const Review = z.looseObject({
  reason: text,
  risk: z.optional(z.enum(RISKS)),
  failure: z.optional(z.enum(FAILURES)),
  model: z.optional(text),
  again: z.optional(z.literal(true)),
  ...{ inputTokens: z.number(), outputTokens: z.number(), ms: z.number() },
});

const reviewOf = (value: unknown) => ({ review: Review.safeParse(value).data });
