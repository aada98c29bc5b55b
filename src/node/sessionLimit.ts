import { readFile, rm } from "node:fs/promises";
import * as z from "zod/mini";
import { replaceFile } from "./atomic";
import { errnoOf } from "./errors";

/** What a person left of a session: the only tools and the only skills it may have. Absent: no limit; `[]`: none. */
export interface SessionLimit {
  readonly tools?: readonly string[];
  readonly skills?: readonly string[];
}

export interface LimitFile {
  read(): Promise<SessionLimit>;
  write(limit: SessionLimit): Promise<void>;
}

const Names = z.array(z.string());
const Limit = z.strictObject({ tools: z.optional(Names), skills: z.optional(Names) });

/** What a file that can't be read leaves: to lose a limit would loosen it. */
const NOTHING: SessionLimit = { tools: [], skills: [] };

/** Beside the session's log, so that whoever opens the session meets it. No file: no limit. */
export function createLimitFile(path: string, onError: (error: unknown) => void): LimitFile {
  return {
    async read() {
      try {
        const { tools, skills } = Limit.parse(JSON.parse(await readFile(path, "utf8")));
        return { ...(tools && { tools }), ...(skills && { skills }) };
      } catch (error) {
        if (errnoOf(error) === "ENOENT") return {};
        onError(error);
        return NOTHING;
      }
    },
    async write(limit) {
      if (!limit.tools && !limit.skills) return rm(path, { force: true });
      await replaceFile({ real: path, bytes: Buffer.from(JSON.stringify(limit)), check: async () => undefined });
    },
  };
}
