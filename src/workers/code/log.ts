import type { FromProgram } from "../../node/programs/messages";
import { worded } from "./worded";

export type Write = (values: readonly unknown[]) => void;

/** Text that is longer is not even cut: that would copy it. */
const HUGE = 1 << 22;

/** Sends each line at once, so that the log of a program that hangs is there; past `bytes` it says so and ends. */
export function createLog(bytes: number, send: (message: FromProgram) => void): Write {
  let left = bytes;
  return (values) => {
    if (left <= 0) return;
    const line = values.map(loggable).join(" ");
    const size = Buffer.byteLength(line) + 1;
    left -= size;
    if (left >= 0) return send({ say: "log", line });
    const kept = Buffer.from(line).subarray(0, size + left - 1);
    send({ say: "log", line: `${withoutHalf(kept.toString())} … (the log is full)` });
  };
}

function loggable(value: unknown): string {
  const text = worded(value);
  if (text.length > HUGE) return `(a text of ${text.length} characters)`;
  return text;
}

const withoutHalf = (text: string): string => text.replace(/\ufffd$/, "");
