import { type ChildProcess, fork } from "node:child_process";
import { keepsAwake, lastWords } from "./child";
import { signalGroup } from "./command";
import {
  type Ended,
  FRAME,
  type Frame,
  frameReader,
  type Order,
  type Refused,
  type RunOrder,
  type Started,
} from "./frames";

/** What the host hears of one command. Exactly one of `ended`, `refused` and `lost` comes last. */
export interface CommandListener {
  output(chunk: Buffer, stream: "stdout" | "stderr"): void;
  ended(end: Ended): void;
  refused(errno: string): void;
  /** The broker died; `why` is what it said last. What it had started was killed. */
  lost(why: string): void;
}

interface Entry {
  /** The broker that runs it: a new one may be up before the former is gone. */
  readonly child: ChildProcess;
  readonly listener: CommandListener;
  pid: number | undefined;
}

/** The host's end of one broker process, kept from the first command on and started anew when it dies. */
export class BrokerLink {
  private child: ChildProcess | undefined;
  private readonly entries = new Map<number, Entry>();
  private lastId = 0;

  constructor(
    private readonly brokerPath: string,
    private readonly execPath: string,
    private readonly env: () => Readonly<Record<string, string>>,
  ) {}

  /** Gives the function that stops the command. */
  run(order: Omit<RunOrder, "do" | "id">, listener: CommandListener): () => void {
    const child = this.connected();
    this.lastId += 1;
    const id = this.lastId;
    this.entries.set(id, { child, listener, pid: undefined });
    keepsAwake(child, true);
    tell(child, { do: "run", id, ...order });
    return () => {
      if (this.entries.has(id)) tell(child, { do: "stop", id });
    };
  }

  /** Ends the broker and with it all that it runs. */
  close(): void {
    const { child } = this;
    if (!child?.connected) return;
    // Node tells no `close` of a child whose channel we end ourselves.
    child.once("exit", () => this.lose(child, ""));
    child.disconnect();
  }

  /** Process id of the broker, while there is one. */
  get pid(): number | undefined {
    return this.child?.pid;
  }

  private connected(): ChildProcess {
    if (this.child?.connected) return this.child;
    const child = fork(this.brokerPath, [], {
      execPath: this.execPath,
      execArgv: [],
      env: this.env(),
      serialization: "json",
      // What it says of its own goes to a pipe of its own; frames come on the last.
      stdio: ["ignore", "ignore", "pipe", "ipc", "overlapped"],
    });
    this.child = child;
    const words = lastWords(child);
    child.stdio[4]
      ?.on(
        "data",
        frameReader((frame) => this.take(child, frame)),
      )
      .on("error", () => {});
    child.on("error", (error) => this.lose(child, error.message));
    // `close`, not `exit`: what it wrote before it died is still read.
    child.on("close", () => this.lose(child, words()));
    return child;
  }

  private take(child: ChildProcess, { kind, id, body }: Frame): void {
    const entry = this.entries.get(id);
    if (!entry) return;
    if (kind === FRAME.stdout || kind === FRAME.stderr) {
      entry.listener.output(body, kind === FRAME.stdout ? "stdout" : "stderr");
      return;
    }
    // The broker is our own program: its words are trusted.
    const data: unknown = JSON.parse(body.toString("utf8"));
    if (kind === FRAME.started) entry.pid = (data as Started).pid;
    else this.finish(child, id, () => finished(entry.listener, kind, data));
  }

  private finish(child: ChildProcess, id: number, last: () => void): void {
    this.entries.delete(id);
    if (this.entriesOf(child).length === 0) keepsAwake(child, false);
    last();
  }

  private entriesOf(child: ChildProcess): [number, Entry][] {
    return [...this.entries].filter(([, entry]) => entry.child === child);
  }

  private lose(child: ChildProcess, why: string): void {
    if (this.child === child) this.child = undefined;
    for (const [id, { pid, listener }] of this.entriesOf(child)) {
      if (pid !== undefined) signalGroup(pid, "SIGKILL");
      this.finish(child, id, () => listener.lost(why));
    }
  }
}

function finished(listener: CommandListener, kind: number, data: unknown): void {
  if (kind === FRAME.ended) listener.ended(data as Ended);
  else listener.refused((data as Refused).errno);
}

/** A failure to send is the broker's death, which `close` tells. */
function tell(child: ChildProcess, order: Order): void {
  if (child.connected) child.send(order, () => {});
}
