/**
 * Escape sequences of terminals as ECMA-48 defines them: strings (OSC, DCS, SOS, PM, APC) up to
 * their terminator, control sequences (CSI), and the short ones.
 */
const SEQUENCES =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences start with one.
  /\x1b[\]PX^_][^\x07\x1b\n]*(?:\x07|\x1b\\)?|(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]|\x1b[ -/]*[0-~]/g;

// biome-ignore lint/suspicious/noControlCharactersInRegex: the same.
const ALTERNATE_SCREEN = /\x1b\[\?(?:1049|1047|47)h/;
/** One less than the longest of them: it may come in two pieces. */
const SPLIT = 7;

/** An unfinished line longer than this is passed on as it is. */
const MAX_PENDING = 16 * 1024;

/**
 * Makes plain text of what a command writes to a terminal: escape sequences go, and of a line that
 * was drawn over with carriage returns its last state stays. Text comes out line by line.
 */
export class PlainText {
  #pending = "";
  #lastRaw = "";
  #interactive = false;

  /** A full-screen program took the alternate screen. */
  get interactive(): boolean {
    return this.#interactive;
  }

  push(raw: string): string {
    this.#interactive ||= ALTERNATE_SCREEN.test(this.#lastRaw + raw);
    this.#lastRaw = (this.#lastRaw + raw).slice(-SPLIT);

    const text = this.#pending + raw;
    const whole = text.lastIndexOf("\n") + 1;
    this.#pending = lastState(text.slice(whole));
    return plain(text.slice(0, whole)) + (this.#pending.length > MAX_PENDING ? this.end() : "");
  }

  /** What is left of an unfinished line. */
  end(): string {
    const rest = plain(this.#pending);
    this.#pending = "";
    return rest;
  }
}

/** What stays of an unfinished line. Carriage returns at its very end may still become a line end. */
function lastState(line: string): string {
  let end = line.length;
  while (end > 0 && line[end - 1] === "\r") end -= 1;
  return end === 0 ? "" : line.slice(line.lastIndexOf("\r", end - 1) + 1);
}

function plain(lines: string): string {
  const states = lines.includes("\r") ? lines.replace(/(?<!\r)\r+(?=\n|$)/g, "").replace(/^[^\n]*\r/gm, "") : lines;
  return states.replace(SEQUENCES, "");
}
