import { expect, test } from "vitest";
import type { Isolation } from "../../../src/core/operations/isolation";
import type { Posture } from "../../../src/shared/modes";
import { type MemoryPorts, memoryPorts } from "../../fakes/memoryPorts";
import { type Rig, rig } from "./scripted";

const DENIED = "touch: cannot touch '/etc/x': Read-only file system";
const touch = ["bash", { command: "touch /etc/x" }] as const;

/** A host whose sandbox denies the command, and lets it through outside. */
function ports(isolation: Isolation = { kind: "sandboxed" }): MemoryPorts {
  const made = memoryPorts({
    commands: {
      "touch /etc/x": async ({ outside }, emit) => {
        emit(outside ? "made\n" : `${DENIED}\n`, "stderr");
        return outside ? { code: 0 } : { code: 1, sandboxed: true };
      },
    },
  });
  return { ...made, processes: { ...made.processes, isolation: async () => isolation } };
}

/** Answers the command's own card with yes, and the way out as told. */
function asking(answer: "once" | "deny", posture: Posture = "ask"): Rig {
  const made = rig({ ports: ports(), posture, replies: [{ calls: [touch] }] });
  void made.next("approval_requested").then(async ({ request }) => {
    const second = made.next("approval_requested");
    made.session.answer(request.id, { answer: "once" });
    made.session.answer((await second).request.id, { answer });
  });
  return made;
}

test("what the sandbox denied is reported as such, with what it was", async () => {
  const { session, result } = asking("deny");
  await session.send("Touch");
  expect(result("s1c0")).toMatchObject({
    status: "failed",
    errorCode: "sandbox",
    text: expect.stringContaining(`The sandbox kept this command from something: ${DENIED}`),
    details: { isolation: "sandboxed", code: 1 },
  });
});

test("in Ask the user may let the exact command run once more outside, on a card that says so", async () => {
  const { session, all, result, ports: used } = asking("once");
  await session.send("Touch");
  const [own, wayOut] = all("approval_requested").map(({ request }) => request);
  expect(own).toMatchObject({ isolation: "sandboxed", command: "touch /etc/x" });
  expect(wayOut).toMatchObject({
    isolation: "outside",
    reason: "sandbox_escalation",
    because: DENIED,
    command: "touch /etc/x",
    choices: ["once", "deny", "deny_with_note"],
  });
  expect(result("s1c0")).toMatchObject({ status: "ok", details: { isolation: "outside", code: 0 } });
  expect(result("s1c0").text).toMatch(/Read-only file system[\s\S]*outside of the sandbox[\s\S]*made/);
  expect(used.processes.ran.map(({ outside }) => outside)).toEqual([undefined, true]);
  expect(all("decision").map(({ record }) => [record.reason, record.by, record.outcome])).toEqual([
    ["shell_unanalysed", "user", "allow"],
    ["sandbox_escalation", "user", "allow"],
  ]);
  expect(all("turn_finished")[0]?.summary.asked).toBe(2);
});

test("no other posture is asked: the denial is the result", async () => {
  const { session, all, next, result } = rig({ ports: ports(), posture: "ask", replies: [{ calls: [touch] }] });
  const asked = next("approval_requested");
  const sent = session.send("Touch");
  // An answered call survives a wider posture, in which nobody is asked any more.
  session.answer((await asked).request.id, { answer: "once" });
  session.setPosture("full-access");
  await sent.catch(() => undefined);
  expect(all("approval_requested").filter(({ request }) => request.isolation === "outside")).toEqual([]);
  expect(result("s1c0").errorCode).toBe("sandbox");
});

test("where the sandbox is required there is no way out to ask for", async () => {
  const required = ports({ kind: "sandboxed", required: true });
  const { session, all, result } = rig({ ports: required, answer: "once", replies: [{ calls: [touch] }] });
  await session.send("Touch");
  expect(all("approval_requested").map(({ request }) => request.isolation)).toEqual(["sandboxed"]);
  expect(result("s1c0").errorCode).toBe("sandbox");
});

test("a posture that changes while the way out is asked about takes the question away", async () => {
  const { session, next, result } = rig({ ports: ports(), replies: [{ calls: [touch] }] });
  const first = next("approval_requested");
  const sent = session.send("Touch");
  const second = next("approval_requested", ({ request }) => request.isolation === "outside");
  session.answer((await first).request.id, { answer: "once" });
  await second;
  session.setPosture("auto-review");
  await sent;
  expect(result("s1c0")).toMatchObject({ errorCode: "sandbox" });
});

test("where a sandbox is required and none works, no command runs, and nobody is asked", async () => {
  const detail = "bubblewrap (bwrap) is not installed";
  const { session, all, result } = rig({ ports: ports({ kind: "required", detail }), replies: [{ calls: [touch] }] });
  await session.send("Touch");
  expect(all("approval_requested")).toEqual([]);
  expect(result("s1c0")).toMatchObject({ status: "refused", errorCode: "safety_blocked" });
  expect(result("s1c0").text).toContain(detail);
  expect(all("decision")[0]?.record).toMatchObject({ layer: "sandbox", reason: "sandbox_required" });
});

test("where none works, the card says that commands are not isolated and why, and the view that they are not", async () => {
  const open: Isolation = { kind: "open", detail: "no bwrap" };
  const { session, all } = rig({ ports: ports(open), answer: "deny", replies: [{ calls: [touch, touch] }] });
  await session.send("Touch");
  expect(all("approval_requested")[0]?.request).toMatchObject({ isolation: "open", notIsolated: "no bwrap" });
  expect(all("isolation_known")).toEqual([{ type: "isolation_known", isolation: open }]);
});
