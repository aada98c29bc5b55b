import { type Disposable, type Terminal, type TerminalShellExecution, window } from "vscode";
import type { Log } from "../core/operations/ports";
import { plainText } from "../core/results/foreign";
import { PlainText } from "../core/results/plain";
import { counted } from "../core/results/sizes";
import { Tail } from "../core/results/tail";

/** Together 64 KiB. */
const MAX_COMMANDS = 4;
const LIMITS = { lines: 1_000, bytes: 16 * 1024 };
const MAX_COMMAND = 2_000;
/** Characters of all that is told at once: older commands are left out. */
const MAX_TOLD = 48_000;

/** What the last commands in one terminal printed, or why nothing of it can be told. */
export type TerminalNews =
  | { readonly terminal: string; readonly text: string }
  | { readonly missing: "no_terminal" | "no_shell_integration" | "no_command" };

/**
 * The last commands that a person ran in their terminals, with what they printed. VS Code tells it only while a
 * command runs and only with its shell integration: of what ran before this is made, nothing is known.
 */
export class TerminalHistory implements Disposable {
  readonly #ran: RanCommand[] = [];
  readonly #parts: readonly Disposable[];

  constructor(private readonly log: Log) {
    this.#parts = [
      window.onDidStartTerminalShellExecution(({ terminal, execution }) => this.#started(terminal, execution)),
      window.onDidEndTerminalShellExecution(({ execution, exitCode }) => {
        this.#ran.find((each) => each.execution === execution)?.end(exitCode);
      }),
    ];
  }

  /** Of the terminal in front of the person; when nothing ran there, of the one where a command was run last. */
  latest(): TerminalNews {
    const active = window.activeTerminal;
    const isOfActive = this.#ran.some(({ terminal }) => terminal === active);
    const terminal = isOfActive ? active : this.#ran.at(-1)?.terminal;
    if (terminal)
      return { terminal: terminal.name, text: textOf(this.#ran.filter((each) => each.terminal === terminal)) };
    if (!active) return { missing: "no_terminal" };
    return { missing: active.shellIntegration ? "no_command" : "no_shell_integration" };
  }

  dispose(): void {
    for (const part of this.#parts) part.dispose();
  }

  /** The stream has only what is written after it was asked for. */
  #started(terminal: Terminal, execution: TerminalShellExecution): void {
    const command = new RanCommand(terminal, execution);
    this.#ran.push(command);
    this.#ran.splice(0, this.#ran.length - MAX_COMMANDS);
    command.follow(execution.read()).catch((error: unknown) => this.log.warn("A terminal can't be followed.", error));
  }
}

class RanCommand {
  readonly #plain = new PlainText();
  readonly #tail = new Tail(LIMITS);
  #end: string | undefined;

  constructor(
    readonly terminal: Terminal,
    readonly execution: TerminalShellExecution,
  ) {}

  async follow(stream: AsyncIterable<string>): Promise<void> {
    for await (const piece of stream) this.#tail.push(this.#plain.push(piece));
    this.#tail.push(this.#plain.end());
  }

  end(exitCode: number | undefined): void {
    this.#end = exitCode === undefined ? "(ended, its exit code is not known)" : `(exit ${exitCode})`;
  }

  text(): string {
    const output = this.#tail.text().trimEnd();
    const { droppedLines } = this.#tail;
    return [
      `$ ${plainText(this.execution.commandLine.value, MAX_COMMAND)}`,
      ...(droppedLines > 0 ? [`[${counted(droppedLines, "line")} left out before this]`] : []),
      ...(output === "" ? [] : [output]),
      this.#end ?? "(still running)",
    ].join("\n");
  }
}

/** The newest commands that fit, oldest first. */
function textOf(ran: readonly RanCommand[]): string {
  const texts: string[] = [];
  let room = MAX_TOLD;
  for (const text of ran.toReversed().map((each) => each.text())) {
    room -= text.length;
    if (room < 0) break;
    texts.unshift(text);
  }
  return texts.join("\n\n");
}
