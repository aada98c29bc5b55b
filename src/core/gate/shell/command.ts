import type { Word } from "./word";

/** A variable set before a command, or by itself. */
export interface Assignment {
  readonly name: string;
  /** Absent: an array, an element of one, or something appended. */
  readonly value?: Word;
  readonly text: string;
}

/** One simple command as the shell would run it. */
export interface Command {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly assignments: readonly Assignment[];
  /** The program first. */
  readonly words: readonly Word[];
}

const SAFE_VARIABLES = /^(?:LANG|LC_[A-Z]+|TZ|NO_COLOR|FORCE_COLOR|CLICOLOR|CLICOLOR_FORCE|COLUMNS|LINES)$/;

/** A literal value for a variable that only changes how a program writes. */
export function isSafeAssignment({ name, value }: Assignment): boolean {
  return SAFE_VARIABLES.test(name) && value?.resolved === true && value.problem === undefined;
}

const SYSTEM_FOLDER = /^(?:\/usr\/local\/bin|\/usr\/s?bin|\/s?bin|\/opt\/homebrew\/bin)\/([^/]+)$/;

/** A program that the system finds by itself: bare, or in a system folder. */
export function systemProgram(program: string): string | undefined {
  return program.includes("/") ? SYSTEM_FOLDER.exec(program)?.[1] : program;
}

/** For rules that match wide: the last part of the path, without case and ending. */
export function looseProgram(program: string): string {
  const known = loose.get(program);
  if (known !== undefined) return known;
  const last = program.slice(Math.max(program.lastIndexOf("/"), program.lastIndexOf("\\")) + 1);
  const name = last.toLowerCase().replace(/\.(?:exe|cmd|bat|com|ps1)$/, "");
  if (loose.size >= 1_000) loose.clear();
  loose.set(program, name);
  return name;
}

/** The same few names are asked for again and again. */
const loose = new Map<string, string>();
