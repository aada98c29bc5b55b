import { afterAll, expect, test } from "vitest";
import { executeTools } from "../../../src/core/tools/executeTools";
import { createPrograms } from "../../../src/node/programs/programs";
import { type Rig, type RigOptions, rig } from "../../core/engine/scripted";
import { memoryPorts } from "../../fakes/memoryPorts";
import { bundledSandbox } from "../support/sandbox";

const programs = createPrograms({ entry: bundledSandbox() });
afterAll(() => programs.close());

const files = { "a.ts": "one\ntwo\n", "b.ts": "three\n" };

function running(code: string, options: RigOptions & { memory?: Parameters<typeof memoryPorts>[0] } = {}): Rig {
  const { memory = {}, ...rest } = options;
  const ports = { ...memoryPorts({ files, ...memory }), programs };
  return rig({ replies: [{ calls: [["execute_tools", { code }]] }], ports, ...rest });
}

const receipt = ({ result }: Rig) => JSON.parse(result("s1c0").text);

test("the example that the model is shown does what it says", async () => {
  const { description } = executeTools(true);
  const session = running(description.slice(description.indexOf("\n") + 1));
  await session.session.send("Go");
  expect(receipt(session)).toMatchObject({
    success: true,
    return: [3, 2],
    calls: [{ status: "ok" }, { status: "ok" }],
  });
});

test("a denied call is caught by its kind, and the error of a call that is not caught names it", async () => {
  const caught = running(
    'try { await tools.call("write", {path: "n.txt", content: ""}) } catch (error) { return error.kind }',
    { answer: "deny" },
  );
  await caught.session.send("Go");
  expect(receipt(caught)).toMatchObject({ return: "denied", calls: [{ tool: "write", decision: "denied" }] });
  const thrown = running('\nawait tools.call("read", {path: "none.ts"})');
  await thrown.session.send("Go");
  expect(receipt(thrown)).toMatchObject({ success: false, error: expect.stringContaining("none.ts") });
  expect(receipt(thrown).error).toContain("(line 2)");
});

test("the user stops an endless program: the receipt is there, and the next one starts", async () => {
  const endless = running('await tools.call("read", {path: "a.ts"}); while (true);');
  const done = endless.session.send("Go");
  await endless.next("call_finished", ({ callId }) => callId === "s1c0.1");
  endless.session.stop();
  await done;
  expect(receipt(endless)).toMatchObject({
    success: false,
    error: "The user stopped the turn while the program ran.",
    calls: [{ tool: "read", status: "ok" }],
  });
  const next = running("return 1");
  await next.session.send("Go");
  expect(receipt(next).return).toBe(1);
});

test("a program is ended when it makes more calls than the setting lets it", async () => {
  const session = running('for (let n = 0; n < 20; n += 1) await tools.call("read", {path: "a.ts"});', {
    settings: { maxProgramCalls: 5 },
  });
  await session.session.send("Go");
  expect(receipt(session)).toMatchObject({ success: false, error: expect.stringContaining("5") });
  expect(receipt(session).calls).toHaveLength(5);
});
