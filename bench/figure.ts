/** One line of the bench. Exit 0 means that all that were asked for are `ok`. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly goal: number;
  readonly better: "less" | "more";
  readonly ok: boolean;
  /** What the value is a ratio to, or what it was made of, in plain numbers. */
  readonly reference?: Readonly<Record<string, number>>;
}

/** Figures that are measured together, since they come from the same runs. */
export interface Group {
  readonly names: readonly string[];
  /** May leave out figures that need cases when there are none. `told` takes each case that was tried. */
  measure(cases?: string, told?: (line: CaseLine) => void): Promise<readonly Figure[]>;
}

/** One case of a figure that is measured on cases, for `--json`. */
export interface CaseLine {
  readonly case: string;
  readonly expected: unknown;
  readonly got: unknown;
}

type Measured = [name: string, value: number, goal: number, unit: string, reference?: Figure["reference"]];

export const atMost = (...measured: Measured): Figure => figure("less", measured);
export const atLeast = (...measured: Measured): Figure => figure("more", measured);

function figure(better: Figure["better"], [name, value, goal, unit, reference]: Measured): Figure {
  const rounded = round(value);
  const ok = better === "less" ? rounded <= goal : rounded >= goal;
  return { name, value: rounded, unit, goal, better, ok, ...(reference && { reference: rounding(reference) }) };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? Number.NaN)
    : ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2;
}

function rounding(reference: Readonly<Record<string, number>>): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(reference).map(([key, value]) => [key, round(value)]));
}

const round = (value: number): number => Math.round(value * 1000) / 1000;
