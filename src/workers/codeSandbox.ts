/**
 * What `code.ts` starts: locks the realm down, says that it is ready, runs one program and says how it ended. The
 * host ends the process. The program reaches nothing of this but its endowments.
 */
import "ses";
import type { ProgramLimits } from "../core/operations/programs";
import type { FromProgram, ToProgram } from "../node/programs/messages";
import { createCalls } from "./code/calls";
import { disarm } from "./code/disarm";
import { createGlobals } from "./code/globals";
import { startGuard } from "./code/guard";
import { lockDown } from "./code/lockDown";
import { createLog } from "./code/log";
import { runProgram } from "./code/runProgram";

const guard = startGuard();
const post = process.send?.bind(process);
const stackOf = lockDown();
const send = (message: FromProgram): void => {
  post?.(message);
};
disarm();

// A rejection that nobody looks at is no failure of a program.
process.on("unhandledRejection", () => {});
process.on("disconnect", () => process.exit());

let answered: ((message: ToProgram & { do: "answer" }) => void) | undefined;
process.on("message", (message: ToProgram) => {
  if (message.do === "run") run(message.source, message.limits);
  else answered?.(message);
});
send({ say: "ready" });

function run(source: string, limits: ProgramLimits): void {
  guard(limits);
  const calls = createCalls(limits, send);
  answered = ({ id, answer }) => calls.answer(id, answer);
  const globals = createGlobals(calls.call, createLog(limits.logBytes, send));
  runProgram(source, globals, limits, stackOf, send);
}
