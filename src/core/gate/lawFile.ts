import * as z from "zod/mini";
import { parseJsonc, unknownKeys } from "../results/jsonc";
import { whyNoGlob } from "./globs";
import { brokenLaw, type Invariant, type Law } from "./statutes";

const Glob = z.string().check(
  z.superRefine((glob, context) => {
    const why = whyNoGlob(glob);
    if (why !== undefined) context.addIssue({ code: "custom", message: why });
  }),
);
const Words = z.string("must be a text").check(z.minLength(1, "must not be empty"), z.maxLength(2_000, "is too long"));
const LawText = z.strictObject({
  invariants: z.array(
    z.strictObject({
      id: Words,
      paths: z.array(Glob, "must be a list of globs").check(z.minLength(1, "must name a path")),
      action: z.enum(["ask", "block"], "must be ask or block"),
      why: Words,
    }),
    "must be a list",
  ),
});

/** A law as its file says it. All of it or nothing: half a law may say the opposite of the whole. */
export function readLaw(text: string, root: string): Law {
  const broken = (line: number | undefined, why: string): Law => brokenLaw(root, why, line);
  const { value, errors, lineOf } = parseJsonc(text);
  const [error] = errors;
  if (error) return broken(error.line, error.text);
  const parsed = LawText.safeParse(value);
  if (parsed.success)
    return twice(parsed.data.invariants, broken, lineOf) ?? { root, invariants: parsed.data.invariants };
  const [issue] = parsed.error.issues;
  const keys = (issue?.path ?? []).map((key) => (typeof key === "symbol" ? String(key) : key));
  return broken(lineOf(keys), issue ? inWords(issue, keys.join(".")) : "it is not understood.");
}

function twice(
  invariants: readonly Invariant[],
  broken: (line: number | undefined, why: string) => Law,
  lineOf: (keys: readonly (string | number)[]) => number | undefined,
): Law | undefined {
  const at = invariants.findIndex(({ id }, here) => invariants.findIndex((each) => each.id === id) < here);
  const found = invariants[at];
  return found && broken(lineOf(["invariants", at]), `the id ${found.id} stands twice.`);
}

function inWords(issue: z.core.$ZodIssue, keys: string): string {
  const where = keys === "" ? "the file" : keys;
  if (issue.code === "invalid_type" && keys === "") return "the file must be an object with invariants.";
  return `${where}: ${unknownKeys(issue) ?? issue.message.replace(/\.+$/, "")}.`;
}
