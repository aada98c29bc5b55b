import { askHooks, type Hooked, hooksFor } from "../gate/toolHooks";
import type { GateFacts, PlannedCall } from "../gate/verdict";
import type { HookEvent, Hooks } from "../operations/hooks";
import type { Log } from "../operations/ports";
import type { TurnSummary } from "../progress/events";

/** The end of a result, for hooks that run after it. */
const MAX_TEXT = 16_384;

/** The hooks of one session. Without trust none runs: not the repository's, and not the user's in its folder. */
export class SessionHooks {
  readonly #running = new Set<Promise<unknown>>();
  #begun = false;
  readonly #never = new AbortController().signal;

  constructor(
    private readonly hooks: Hooks | undefined,
    private readonly session: string,
    private readonly trusted: () => boolean,
    private readonly log: Log,
  ) {}

  async before(call: PlannedCall, facts: GateFacts, signal: AbortSignal): Promise<Hooked> {
    return this.hooks && facts.trusted ? askHooks(this.hooks, call, facts, signal) : { ran: [] };
  }

  /** `names`: by which hooks may know the tool. */
  after(
    call: { id: string; tool: string; status: string; text: string },
    names: readonly string[],
    agent: string,
  ): void {
    const { id, tool, status, text } = call;
    this.tell("tool_call_after", { agent, call: { id, tool, status, text: text.slice(-MAX_TEXT) } }, names);
  }

  /** Nobody waits for it, and nothing that comes of it decides anything. */
  tell(
    event: Exclude<HookEvent, "tool_call_before">,
    data: Readonly<Record<string, unknown>>,
    tool?: readonly string[],
  ): void {
    const { hooks } = this;
    if (!hooks || !this.trusted()) return;
    const input = JSON.stringify({ event, session: this.session, ...data });
    for (const hook of hooksFor(hooks, event, tool)) {
      const ran = hooks.run(hook, input, this.#never).then(
        ({ how, code, stderr }) => {
          if (how !== "exited" || code !== 0)
            this.log.warn(`A hook for ${event} ended badly (${how}): ${stderr.slice(0, 300)}`);
        },
        (error: unknown) => this.log.error(`A hook for ${event} failed.`, error),
      );
      this.#running.add(ran);
      void ran.finally(() => this.#running.delete(ran));
    }
  }

  /** With the first turn of this window. */
  begin(): void {
    if (!this.#begun) this.tell("session_start", {});
    this.#begun = true;
  }

  turnEnded({ end, calls, files, message = "" }: TurnSummary): void {
    this.tell("turn_end", { end, calls, files });
    if (end === "failed") this.tell("error", { message });
  }

  /** Before the session is gone; each has its own limit of time. */
  async end(): Promise<void> {
    if (this.#begun) this.tell("session_end", {});
    await Promise.all(this.#running);
  }
}
