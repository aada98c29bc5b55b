import * as z from "zod";
import type { ProgramAnswer, ProgramLimits } from "../../core/operations/programs";

/** What the host tells the process of a program. */
export type ToProgram =
  | { readonly do: "run"; readonly source: string; readonly limits: ProgramLimits }
  | { readonly do: "answer"; readonly id: number; readonly answer: ProgramAnswer };

const line = z.int().min(1).optional();

/** What comes from there: whoever gets out of the sandbox could say anything. */
export const fromProgram = z.discriminatedUnion("say", [
  z.strictObject({ say: z.literal("ready") }),
  z.strictObject({ say: z.literal("log"), line: z.string() }),
  z.strictObject({ say: z.literal("call"), id: z.int().min(1), name: z.string(), args: z.string() }),
  z.strictObject({ say: z.literal("returned"), value: z.string().optional() }),
  z.strictObject({ say: z.enum(["threw", "rejected"]), message: z.string(), line }),
]);

export type FromProgram = z.infer<typeof fromProgram>;
