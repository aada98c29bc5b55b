import type { Timer } from "./deltas";

/** Time as the extension host has it, for the pace of posts to views. */
export const hostTimer: Timer = {
  now: () => performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};
