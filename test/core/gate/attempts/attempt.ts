import { describe, expect, test } from "vitest";
import { decide } from "../../../../src/core/gate/gate";
import type { Rule } from "../../../../src/shared/rules";
import { type MemoryFiles, memoryFiles } from "../../../fakes/memoryFiles";
import { facts, lookedInto, planned, ROOT } from "../calls";

/** One try to get past the gate without a card. */
export interface Attempt {
  readonly title: string;
  readonly command: string;
  /** Besides the files that every attempt finds. */
  readonly files?: Readonly<Record<string, string>>;
  readonly links?: Readonly<Record<string, string>>;
  readonly rules?: readonly Rule[];
  /** What git knows. */
  readonly tracked?: readonly string[];
  /** Ordinary work that must not ask: the other side of a mend. */
  readonly runs?: true;
}

const FILES = {
  ".env": "SECRET=1",
  "a.txt": "a",
  "src/a.ts": "a",
  "src/b.ts": "b",
  "docs/plan.md": "p",
  "private/plan.md": "x",
  "nested/deep/.env": "SECRET=2",
  "nested/deep/x.txt": "x",
  "nested/key.pem": "k",
  ".git/config": "[core]",
  "/home/ann/.ssh/id_ed25519": "key",
  "/etc/passwd": "root",
  "/etc/ssl/cert": "c",
};

/** A workspace with secrets in it, above it and beside it. */
export const planted = ({ files, links }: Pick<Attempt, "files" | "links"> = {}): MemoryFiles =>
  memoryFiles({ ...FILES, ...files }, { roots: [ROOT], links: { ...links } });

/** In Ask a card, in Plan a refusal, in Auto-Review nothing that fixed rules would let through. */
export function attempts(kind: string, table: readonly Attempt[]): void {
  describe(kind, () => {
    test.each(table.map((each) => [each.title, each] as const))("%s", async (_, each) => {
      const files = planted(each);
      const outcome = async (more: Parameters<typeof facts>[0]): Promise<string> => {
        const now = facts({ rules: each.rules ?? [], ...more });
        const call = await planned({ tool: "bash", commands: [each.command] }, files);
        return (await decide(await lookedInto(call, now, files, each.tracked), now)).outcome;
      };
      const all = await Promise.all([outcome({}), outcome({ posture: "auto-review" }), outcome({ mode: "plan" })]);
      if (each.runs) expect(all).toEqual(["allow", "allow", "deny"]);
      else expect([all[0] === "allow", all[1], all[2]]).toEqual([false, "deny", "deny"]);
    });
  });
}

/** Titles by the command itself. */
export const tries = (...commands: readonly string[]): Attempt[] =>
  commands.map((command) => ({ title: JSON.stringify(command), command }));
