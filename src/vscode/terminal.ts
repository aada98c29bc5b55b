import {
  type Disposable,
  EventEmitter,
  l10n,
  type Pseudoterminal,
  type Terminal,
  ThemeIcon,
  window,
  workspace,
} from "vscode";
import type { CommandEnd } from "../core/operations/processes";
import { TerminalText } from "./terminalText";

const PREFIX = "Gatehouse: ";
/** What is kept of a command for a terminal that is opened later. */
const MAX_KEPT = 262_144;
const MAX_COMMANDS = 20;
const FLUSH_MS = 50;

/** After a crash of the extension host its mirrors stay behind, dead. */
export function disposeDeadMirrors(): void {
  for (const terminal of window.terminals) if (terminal.name.startsWith(PREFIX)) terminal.dispose();
}

/** Read-only terminals that show what commands write. Each is made when somebody asks for it. */
export class Mirrors implements Disposable {
  readonly #byCall = new Map<string, Mirror>();
  readonly #closed = window.onDidCloseTerminal((terminal) => {
    for (const mirror of this.#byCall.values()) mirror.forget(terminal);
  });

  start(callId: string, command: string): void {
    this.#byCall.set(callId, new Mirror(command));
    for (const old of [...this.#byCall.keys()].slice(0, -MAX_COMMANDS)) this.#drop(old);
  }

  write(callId: string, text: string): void {
    this.#byCall.get(callId)?.write(text);
  }

  /** Without an end when it could not be run to one. */
  end(callId: string, end: CommandEnd | undefined): void {
    this.#byCall.get(callId)?.end(end);
  }

  show(callId: string): void {
    const mirror = this.#byCall.get(callId);
    // Creating a terminal in Restricted Mode would raise VS Code's own modal.
    if (!workspace.isTrusted) void window.showInformationMessage(l10n.t("There are no terminals in Restricted Mode."));
    else if (mirror) mirror.show();
    else void window.showInformationMessage(l10n.t("The output of this command is no longer kept for a terminal."));
  }

  dispose(): void {
    this.#closed.dispose();
    for (const callId of [...this.#byCall.keys()]) this.#drop(callId);
  }

  #drop(callId: string): void {
    this.#byCall.get(callId)?.dispose();
    this.#byCall.delete(callId);
  }
}

/** One command's mirror. Nothing typed into it goes anywhere. */
class Mirror implements Disposable {
  readonly #clean = new TerminalText();
  #kept: string;
  #unwritten = "";
  #timer: NodeJS.Timeout | undefined;
  #terminal: Terminal | undefined;
  #write: ((text: string) => void) | undefined;

  constructor(private readonly command: string) {
    this.#kept = `\u001b[2m$ ${new TerminalText().feed(`${command}\n`)}\u001b[0m`;
  }

  write(text: string): void {
    this.#add(this.#clean.feed(text));
  }

  end(end: CommandEnd | undefined): void {
    this.#add(`${this.#clean.end()}\r\n\u001b[2m[${endWords(end)}]\u001b[0m\r\n`);
  }

  show(): void {
    this.#terminal ??= window.createTerminal({
      name: PREFIX + oneLine(this.command),
      pty: this.#pty(),
      isTransient: true,
      iconPath: new ThemeIcon("shield"),
    });
    this.#terminal.show(true);
  }

  forget(terminal: Terminal): void {
    if (terminal === this.#terminal) this.#detach();
  }

  dispose(): void {
    this.#terminal?.dispose();
    this.#detach();
  }

  #detach(): void {
    this.#terminal = undefined;
    this.#write = undefined;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #pty(): Pseudoterminal {
    const written = new EventEmitter<string>();
    return {
      onDidWrite: written.event,
      // What is fired before the terminal is open is lost: until then everything is only kept.
      open: () => {
        this.#write = (text) => written.fire(text);
        this.#unwritten = "";
        written.fire(this.#kept);
      },
      close: () => this.#detach(),
    };
  }

  #add(text: string): void {
    if (text === "") return;
    this.#kept = tail(this.#kept + text);
    if (!this.#write) return;
    this.#unwritten = tail(this.#unwritten + text);
    this.#timer ??= setTimeout(() => this.#flush(), FLUSH_MS);
  }

  #flush(): void {
    this.#timer = undefined;
    const text = this.#unwritten;
    this.#unwritten = "";
    this.#write?.(text);
  }
}

function endWords(end: CommandEnd | undefined): string {
  if (!end) return l10n.t("ended without a result");
  const seconds = (end.ms / 1000).toFixed(1);
  const words: Record<CommandEnd["how"], () => string> = {
    exited: () => l10n.t("exit {0} in {1} s", end.code ?? 0, seconds),
    killed: () => l10n.t("killed by {0} after {1} s", end.signal ?? "?", seconds),
    timeout: () => l10n.t("timed out after {0} s", seconds),
    stopped: () => l10n.t("stopped after {0} s", seconds),
  };
  return words[end.how]();
}

/** Cut at a line's start, so that no colour sequence is cut in two. */
function tail(text: string): string {
  // Only now and then: cutting at each chunk would copy all of it each time.
  if (text.length <= 2 * MAX_KEPT) return text;
  const kept = text.slice(-MAX_KEPT);
  return `[…]\r\n${kept.slice(kept.indexOf("\n") + 1)}`;
}

function oneLine(command: string): string {
  const plain = command.replaceAll(/[\p{C}\s]+/gu, " ").trim();
  return plain.length > 40 ? `${plain.slice(0, 39)}…` : plain;
}
