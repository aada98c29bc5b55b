import type { Clock } from "../operations/ports";

/** Time in which at least one question to a person was open, whoever asked it. */
export interface HumanTime {
  /** A question opens; the function it gives closes it, once. */
  open(): () => void;
  /** Milliseconds. */
  total(): number;
}

export function createHumanTime(clock: Clock): HumanTime {
  let [before, questions] = [0, 0];
  let startedAt = 0;
  const total = (): number => before + (questions > 0 ? clock.elapsed() - startedAt : 0);
  const count = (change: 1 | -1): void => {
    before = total();
    startedAt = clock.elapsed();
    questions += change;
  };
  return {
    total,
    open() {
      let isOpen = true;
      count(1);
      return () => {
        if (isOpen) count(-1);
        isOpen = false;
      };
    },
  };
}
