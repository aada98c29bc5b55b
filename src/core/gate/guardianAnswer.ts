import * as z from "zod";
import { RISKS } from "../../shared/review";

const Answer = z.strictObject({
  risk: z.enum(RISKS),
  decision: z.enum(["allow", "deny"]),
  reason: z.string().trim().min(1).max(2_000),
});
export type GuardianAnswer = z.infer<typeof Answer>;

/** Every string of a JSON text, with the colon that makes it a key. */
const STRINGS = /"(?:[^"\\]|\\.)*"(\s*:)?/gs;

/**
 * The guardian's answer, or nothing: the whole text is one JSON object with exactly these keys, each once.
 * Anything around it, a fence, a second object or a repeated key could be somebody else's words.
 */
export function parseGuardianAnswer(text: string): GuardianAnswer | undefined {
  const keys = [...text.matchAll(STRINGS)].filter((found) => found[1] !== undefined).length;
  if (keys !== Object.keys(Answer.shape).length) return undefined;
  try {
    return Answer.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
