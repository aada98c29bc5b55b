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

const REHEARSAL = `const { a = [1], ...b } = { c: "import(" };
for (const each of a.map((x) => x + 1)) if (each) console.log(each, b);
class D { static e() { return \`\${typeof f}\`; } }
try { null.x; } catch (error) { console.log(error, D.e()); }
const result = await tools.call("g", { b });
return result.content ?? JSON.stringify(a);`;
rehearse();

let answered: ((message: ToProgram & { do: "answer" }) => void) | undefined;
void guard.ready.then(() => {
  process.on("message", (message: ToProgram) => {
    if (message.do === "run") run(message.source, message.limits);
    else answered?.(message);
  });
  send({ say: "ready" });
});

/** Much of the sandbox's own code is compiled when it is first used: a program would wait for that. */
function rehearse(): void {
  const limits = { calls: 1, callsAtOnce: 1, heapMb: 0, cpuMs: 0, logBytes: 100, argumentBytes: 100, resultBytes: 100 };
  const calls = createCalls(limits, () => {});
  const globals = createGlobals(
    calls.call,
    createLog(limits.logBytes, () => {}),
  );
  runProgram(REHEARSAL, globals, limits, stackOf, () => {});
  void Promise.resolve().then(() => calls.answer(1, { value: "{}" }));
}

function run(source: string, limits: ProgramLimits): void {
  guard.watch(limits);
  const calls = createCalls(limits, send);
  answered = ({ id, answer }) => calls.answer(id, answer);
  const globals = createGlobals(calls.call, createLog(limits.logBytes, send));
  runProgram(source, globals, limits, stackOf, send);
}
