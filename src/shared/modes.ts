import * as z from "zod/mini";

/** What kind of work is allowed. Plan refuses everything that writes, runs or spends. */
export const MODES = ["plan", "work", "operate"] as const;
export const Mode = z.enum(MODES);
export type Mode = z.infer<typeof Mode>;

/** Who answers an ask: the user, deterministic rules and a guardian, or itself. */
export const POSTURES = ["ask", "auto-review", "full-access"] as const;
export const Posture = z.enum(POSTURES);
export type Posture = z.infer<typeof Posture>;
