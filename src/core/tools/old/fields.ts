import * as z from "zod";

/** Fields that many old tools had. Made where they are used: a schema takes time, and few old names are ever called. */
export const text = () => z.string().optional();
export const milliseconds = () => z.number().min(0).optional();

/** Old callers asked for more than ours give; what is left out, the result says. */
export function atMost(most: number, asked: number | undefined): number | undefined {
  return asked === undefined ? undefined : Math.min(most, asked);
}
