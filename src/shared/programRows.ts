import type { Program, ProgramCounts, ProgramRow } from "./messages/chatItems";

/** A known row is replaced at its place, a new one goes to the end. */
export function withRow(program: Program, row: ProgramRow): Program {
  // Rows that change are among the last.
  const place = program.rows.findLastIndex(({ id }) => id === row.id);
  return { ...program, rows: place < 0 ? [...program.rows, row] : program.rows.with(place, row) };
}

export function countsOf({ counts, rows }: Program): ProgramCounts {
  const inState = (state: ProgramRow["state"]) => rows.filter((row) => row.state === state).length;
  return counts ?? { calls: rows.length, failed: inState("failed"), refused: inState("refused") };
}
