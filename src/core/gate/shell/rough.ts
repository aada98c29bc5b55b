import type { Command } from "./command";
import { isAssignmentText, plainWord, type Word } from "./word";

/**
 * Commands in a text that no parser understands, as far as anybody can see them: only what forbids is matched against
 * them, so too many do no harm.
 */
export function roughCommands(text: string): readonly Command[] {
  return pieces(text).flatMap((piece) => {
    const words = wordsOf(piece);
    return words.length === 0 ? [] : [{ start: 0, end: 0, text: piece.trim(), assignments: [], words }];
  });
}

/** Split at all that may end a command, in quotes too when they hold a substitution. */
function pieces(text: string): readonly string[] {
  const pieces = text.split(/[\n;&|(){}`]+|\$\(|<\(|>\(/);
  // Once more without what looks like a redirection: its target is none of the command's words.
  const redirected = pieces.filter((piece) => /[<>]/.test(piece));
  return [...pieces, ...redirected.map((piece) => piece.replace(/\d*(?:<>|<+|>+)\s*\S*/g, " "))];
}

function wordsOf(piece: string): readonly Word[] {
  const words = piece.match(/(?:\\[\s\S]|"(?:\\[\s\S]|[^"\\])*"|'[^']*'|[^\s"'\\]|["'\\])+/g) ?? [];
  const bare = words.map((word) => word.replace(/\\([\s\S])|["']/g, "$1"));
  const first = bare.findIndex((word) => !isAssignmentText(word) && !LEADING.test(word));
  return first < 0 ? [] : bare.slice(first).map(plainWord);
}

/** Words of the shell's own that a command may follow. */
const LEADING = /^(?:!|if|then|else|elif|do|while|until|time|function)$/;
