import * as z from "zod/mini";
import { Mode, Posture } from "../../shared/modes";
import { parseJsonc, unknownKeys } from "../results/jsonc";
import type { Policy } from "./statutes";

/**
 * What is not known here may be a cap that a newer Gatehouse knows: then the whole policy counts as broken.
 * Made when there is a policy to read: every start would pay for it otherwise.
 */
function policyText() {
  const names = z.array(z.string().check(z.minLength(1)));
  const list = z.optional(z.strictObject({ allow: z.optional(names), deny: z.optional(names) }));
  const address = z.array(z.string().check(z.refine((text) => URL.canParse(text), "must be an address")));
  return z.strictObject({
    mode: z.optional(Mode),
    posture: z.optional(Posture),
    tools: list,
    servers: list,
    models: list,
    endpoints: z.optional(z.strictObject({ allow: z.optional(address), deny: z.optional(address) })),
  });
}

/** A managed policy as its file says it. `file` is named in what is said of a broken one. */
export function readPolicy(text: string, file: string): Policy {
  const { value, errors } = parseJsonc(text);
  const [error] = errors;
  if (error) return brokenPolicy(`${file}:${error.line}`, error.text);
  const parsed = policyText().safeParse(value);
  if (parsed.success) return parsed.data as Policy;
  const [issue] = parsed.error.issues;
  const where = issue && issue.path.length > 0 ? `${issue.path.join(".")}: ` : "";
  return brokenPolicy(file, `${where}${unknownKeys(issue) ?? issue?.message ?? "it is not understood"}`);
}

/** One that is there and can't be used: it permits nothing. */
export const brokenPolicy = (file: string, why: string): Policy => ({ broken: `${file}: ${why}` });
