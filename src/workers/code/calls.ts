import type { ProgramAnswer, ProgramCallFailure, ProgramLimits } from "../../core/operations/programs";
import { MAX_NAME, MAX_TEXT } from "../../node/programs/bounds";
import type { FromProgram } from "../../node/programs/messages";

interface Call {
  readonly name: string;
  readonly args: string;
  resolve(value: unknown): void;
  reject(kind: ProgramCallFailure, message: string): void;
}

/** Large calls come one by one: the host would read several in one go, and do nothing else meanwhile. */
const MAX_FLYING = 1 << 18;

export interface Calls {
  /** `tools.call`. */
  call(name: unknown, args?: unknown): Promise<unknown>;
  answer(id: number, answer: ProgramAnswer): void;
}

/** Calls that the host is asked to make. What it may not be bothered with is refused here. */
export function createCalls(limits: ProgramLimits, send: (message: FromProgram) => void): Calls {
  const asked = new Map<number, Call>();
  const waiting: Call[] = [];
  let made = 0;
  let taken = 0;
  /** Characters of arguments that the host was given and did not answer. */
  let flying = 0;
  let lastId = 0;

  function ask(call: Call): void {
    const id = lastId + 1;
    try {
      send({ say: "call", id, name: call.name, args: call.args });
      lastId = id;
      flying += call.args.length;
      asked.set(id, call);
    } catch {
      // The program stands at the end of its stack.
      call.reject("refused", "The call could not be made: maximum call stack size exceeded.");
    }
  }

  function askWaiting(): void {
    for (let next = waiting[taken]; next && mayAsk(next); next = waiting[taken]) {
      taken += 1;
      ask(next);
    }
  }

  function mayAsk({ args }: Call): boolean {
    return asked.size === 0 || (asked.size < limits.callsAtOnce && flying + args.length <= MAX_FLYING);
  }

  return {
    call(name, args = {}) {
      // Made here, so that the failure stands on the program's own line.
      const failure = new Error("failed") as Error & { kind?: ProgramCallFailure };
      const fail = (kind: ProgramCallFailure, message: string): Error => {
        Object.defineProperty(failure, "message", { ...PLAIN, enumerable: false, value: message });
        Object.defineProperty(failure, "kind", { ...PLAIN, value: kind });
        return failure;
      };
      const refuse = (message: string): Promise<never> => Promise.reject(fail("refused", message));
      if (made >= limits.calls) return refuse(`A program may make no more than ${limits.calls} calls.`);
      if (typeof name !== "string") return refuse("tools.call(name, args): name must be a string.");
      if (name.length > MAX_NAME) return refuse("There is no tool with so long a name.");
      let text: string;
      try {
        text = textOf(args);
      } catch (error) {
        return Promise.reject(error);
      }
      if (!text.startsWith("{")) return refuse("tools.call(name, args): args must be an object.");
      const size = sizeWithin(text, Math.min(limits.argumentBytes, MAX_TEXT));
      if (size !== undefined) return refuse(`The arguments have ${size}: over the limit.`);
      made += 1;
      return new Promise((resolve, reject) => {
        const call: Call = { name, args: text, resolve, reject: (kind, message) => reject(fail(kind, message)) };
        waiting.push(call);
        askWaiting();
      });
    },

    answer(id, answer) {
      const call = asked.get(id);
      if (!call) return;
      asked.delete(id);
      flying -= call.args.length;
      askWaiting();
      if ("failed" in answer) call.reject(answer.failed, answer.message);
      else call.resolve(JSON.parse(answer.value));
    },
  };
}

const PLAIN = { writable: true, enumerable: true, configurable: true };

function textOf(args: unknown): string {
  return typeof args === "object" && args !== null ? (JSON.stringify(args) ?? "") : "";
}

/** Nothing when it is small enough, else its size. Huge text is not copied to count it. */
export function sizeWithin(text: string, bytes: number): string | undefined {
  const size = text.length > bytes ? text.length : Buffer.byteLength(text);
  return size > bytes ? `${size} bytes of JSON, more than ${bytes}` : undefined;
}
