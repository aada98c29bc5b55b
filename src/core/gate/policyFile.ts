import * as z from "zod/mini";
import { Mode, Posture } from "../../shared/modes";
import { parseJsonc, unknownKeys } from "../results/jsonc";
import type { Policy } from "./statutes";

const Names = z.array(z.string().check(z.minLength(1)));
const List = z.optional(z.strictObject({ allow: z.optional(Names), deny: z.optional(Names) }));
const Address = z.string().check(z.refine((text) => URL.canParse(text), "must be an address"));
const Addresses = z.optional(
  z.strictObject({ allow: z.optional(z.array(Address)), deny: z.optional(z.array(Address)) }),
);

/** What is not known here may be a cap that a newer Gatehouse knows: then the whole policy counts as broken. */
const PolicyText = z.strictObject({
  mode: z.optional(Mode),
  posture: z.optional(Posture),
  tools: List,
  servers: List,
  models: List,
  endpoints: Addresses,
});

/** A managed policy as its file says it. `file` is named in what is said of a broken one. */
export function readPolicy(text: string, file: string): Policy {
  const { value, errors } = parseJsonc(text);
  const [error] = errors;
  if (error) return brokenPolicy(`${file}:${error.line}`, error.text);
  const parsed = PolicyText.safeParse(value);
  if (parsed.success) return parsed.data as Policy;
  const [issue] = parsed.error.issues;
  const where = issue && issue.path.length > 0 ? `${issue.path.join(".")}: ` : "";
  return brokenPolicy(file, `${where}${unknownKeys(issue) ?? issue?.message ?? "it is not understood"}`);
}

/** One that is there and can't be used: it permits nothing. */
export const brokenPolicy = (file: string, why: string): Policy => ({ broken: `${file}: ${why}` });
