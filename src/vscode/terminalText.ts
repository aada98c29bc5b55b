/** An escape sequence longer than this is no colour: it is dropped. */
const MAX_SEQUENCE = 4_096;

const ESC = "\u001b";
const BEL = "\u0007";

/**
 * Output of a command, made harmless for a terminal: text, line ends, tabs and colours stay, all
 * other controls go, so that output can't move the cursor over what was shown, set the title or the
 * clipboard, or ask the terminal to answer. One for each command: sequences may be cut anywhere.
 */
export class TerminalText {
  #rest = "";

  feed(chunk: string): string {
    const input = this.#rest + chunk;
    this.#rest = "";
    let out = "";
    for (let at = 0; at < input.length; ) {
      const step = readOne(input, at);
      if (step === undefined) {
        // Unfinished: wait for the rest of it, unless it never ends.
        if (input.length - at < MAX_SEQUENCE) this.#rest = input.slice(at);
        break;
      }
      out += step.text;
      at = step.next;
    }
    return out;
  }

  /** At the end of the output: a last lone carriage return still ends its line. */
  end(): string {
    const open = this.#rest === "\r";
    this.#rest = "";
    return open ? "\r\n" : "";
  }
}

interface Step {
  readonly text: string;
  readonly next: number;
}

const PLAIN = /\P{Cc}+|\t+/uy;
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what this file is about.
const CSI = /\u001b\[[0-?]*[ -/]*[@-~]/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above.
const CSI_OPEN = /\u001b\[[0-?]*[ -/]*$/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above.
const COLOUR = /^\u001b\[[0-9;:]*m$/;

function readOne(input: string, at: number): Step | undefined {
  const plain = match(PLAIN, input, at);
  if (plain) return { text: plain, next: at + plain.length };
  const char = input[at];
  if (char === "\n") return { text: "\r\n", next: at + 1 };
  if (char === "\r") return readReturn(input, at);
  if (char === ESC) return readEscape(input, at);
  return { text: "", next: at + 1 };
}

/** A lone return would let a line be written over: it ends the line instead. */
function readReturn(input: string, at: number): Step | undefined {
  if (at + 1 === input.length) return undefined;
  return { text: "\r\n", next: input[at + 1] === "\n" ? at + 2 : at + 1 };
}

function readEscape(input: string, at: number): Step | undefined {
  const kind = input[at + 1];
  if (kind === undefined) return undefined;
  if (kind === "[") return readCsi(input, at);
  // Operating system command, device control, privacy message, application command, start of string.
  if ("]P^_X".includes(kind)) return readString(input, at);
  return { text: "", next: at + 2 };
}

function readCsi(input: string, at: number): Step | undefined {
  const whole = match(CSI, input, at);
  if (whole) return { text: COLOUR.test(whole) ? whole : "", next: at + whole.length };
  return match(CSI_OPEN, input, at) ? undefined : { text: "", next: at + 2 };
}

function readString(input: string, at: number): Step | undefined {
  const ends = [input.indexOf(BEL, at) + 1, input.indexOf(`${ESC}\\`, at + 2) + 2].filter((end) => end > at + 1);
  return ends.length > 0 ? { text: "", next: Math.min(...ends) } : undefined;
}

function match(pattern: RegExp, input: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(input)?.[0];
}
