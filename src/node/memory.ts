import { mkdir, open } from "node:fs/promises";
import { dirname } from "node:path";
import * as z from "zod/mini";
import { assertMay } from "../core/gate/permit";
import { ToolError } from "../core/operations/failure";
import type { Memory, MemoryNote, MemoryScope } from "../core/operations/memory";
import type { Clock, Ids } from "../core/operations/ports";
import { figure, wellFormed } from "../core/results/sizes";
import { errnoOf } from "./errors";
import { oneAtATime } from "./queue";

export interface MemoryOptions {
  /** File of each scope, outside of the workspace; its folder need not exist. Without one the scope can't be used. */
  readonly files: Partial<Readonly<Record<MemoryScope, string>>>;
  readonly clock: Pick<Clock, "now">;
  readonly ids: Ids;
}

/** A note is for reading at the start of a task, not a store of files. */
const MAX_NOTE = 64 * 1024;
/** Of each file the end is read: older notes stay there, but are not recalled. */
const MAX_READ = 4 << 20;

/** The latest moment that a date can be. */
const MAX_DATE = 8.64e15;
const Line = z.object({
  id: z.string().check(z.maxLength(200), z.regex(/^[\w-]+$/)),
  text: z.string(),
  savedAt: z.number().check(z.gte(0), z.lte(MAX_DATE)),
});

/** Notes as lines of JSON that are only ever added to; what is no note is passed over. */
export function createMemory({ files, clock, ids }: MemoryOptions): Memory {
  const inTurn = oneAtATime();

  return {
    save(permit, scope, text) {
      return inTurn(scope, async () => {
        assertMay(permit, { tool: "memory_save", version: "" });
        const file = files[scope];
        if (file === undefined) throw new ToolError("unsupported", `There is no place for notes of the ${scope}.`);
        const words = fitting(text);
        const { notes, unended } = await readNotes(file, scope);
        const known = notes.find((note) => note.text === words);
        if (known) return known;
        const note = { id: ids.next("note"), scope, text: words, savedAt: clock.now() };
        await append(file, `${unended ? "\n" : ""}${lineOf(note)}\n`);
        return note;
      });
    },

    async all(permit) {
      assertMay(permit, { tool: "memory_recall", version: "" });
      const scopes = (["workspace", "user"] as const).flatMap((scope) => {
        const file = files[scope];
        return file === undefined ? [] : [readNotes(file, scope)];
      });
      const notes = (await Promise.all(scopes)).flatMap((read) => read.notes.toReversed());
      return notes.toSorted((a, b) => b.savedAt - a.savedAt);
    },
  };
}

function fitting(text: string): string {
  const words = wellFormed(text.trim());
  const bytes = Buffer.byteLength(words);
  if (words === "") throw new ToolError("invalid_argument", "The note is empty.");
  if (bytes <= MAX_NOTE) return words;
  const most = `The note has ${figure(bytes)} bytes; ${figure(MAX_NOTE)} are the most.`;
  throw new ToolError("invalid_argument", most, "Keep the gist of it, and where the rest is.");
}

const lineOf = ({ id, text, savedAt }: MemoryNote): string => JSON.stringify({ id, text, savedAt });

/** Oldest first. `unended`: the last line was not written whole. */
async function readNotes(file: string, scope: MemoryScope): Promise<{ notes: MemoryNote[]; unended: boolean }> {
  const text = await tailOf(file);
  const notes = text.split("\n").flatMap((line): MemoryNote[] => {
    const note = parsed(line);
    return note ? [{ ...note, scope }] : [];
  });
  return { notes, unended: text !== "" && !text.endsWith("\n") };
}

function parsed(line: string): z.infer<typeof Line> | undefined {
  try {
    const { success, data } = Line.safeParse(JSON.parse(line));
    return success ? data : undefined;
  } catch {
    return undefined;
  }
}

async function tailOf(path: string): Promise<string> {
  const file = await open(path, "r").catch(missing);
  if (!file) return "";
  try {
    const { size } = await file.stat();
    const length = Math.min(size, MAX_READ);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, size - length);
    return buffer.toString("utf8", 0, bytesRead);
  } finally {
    await file.close();
  }
}

function missing(error: unknown): undefined {
  if (errnoOf(error) !== "ENOENT") throw error;
}

/** A note that was kept must still be there after a crash: nobody writes it twice. */
async function append(path: string, line: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await open(path, "a", 0o600);
  try {
    await file.appendFile(line);
    await file.datasync();
  } finally {
    await file.close();
  }
}
