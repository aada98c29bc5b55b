import { expect, test } from "vitest";
import { DONE, event, usageChunk } from "../../support/scenarios/chunks";
import { collect, modelAt, scripted } from "./harness";

const says = (delta: object, finish_reason?: string): string => event({ choices: [{ delta, finish_reason }] });
const calls = (index: number, id?: string, name?: string, args?: string): string =>
  says({ tool_calls: [{ index, id, function: { name, arguments: args } }] });

/** Text with a character of four bytes, two calls in pieces, finish, usage. */
const BEFORE_FINISH = [
  says({ content: "Edit 🚪" }),
  calls(0, "c1", "edit", '{"path":"a"}'),
  calls(1, "c2", "bash", '{"command":'),
  calls(1, undefined, undefined, '"rm é"}'),
].join("");
const FINISH = says({}, "tool_calls");

const bytes = new TextEncoder().encode(BEFORE_FINISH + FINISH + usageChunk({ inputTokens: 1, outputTokens: 1 }) + DONE);
/** From here on the endpoint has said that the calls are whole. */
const sure = new TextEncoder().encode(BEFORE_FINISH + FINISH).length;

test.each([
  ["by a dead connection", true],
  ["by an end in order", false],
])(
  "cut at every byte, %s: no call is seen before the endpoint said that it is whole",
  async (_how, dead) => {
    let cut = 0;
    const { model } = modelAt("http://127.0.0.1:1/v1", { maxTries: 1, fetch: async () => responseCut(cut, dead) });
    for (; cut < bytes.length; cut++) {
      const got = await collect(model);
      const ids = got.calls.map((call) => call.id);
      // Of the finish's event, an end in order lets the two line ends be missing.
      if (cut < sure - 2) expect([cut, ids, got.finish === "calls"]).toEqual([cut, [], false]);
      if (cut > sure) expect([cut, ids, got.finish]).toEqual([cut, ["c1", "c2"], "calls"]);
      if (got.error) expect([cut, got.error.kind, ids]).toEqual([cut, "broken_stream", []]);
    }
  },
  30_000,
);

test("over a real connection that dies, a cut stream gives no call either", async () => {
  const cuts = Array.from({ length: 20 }, (_, index) => Math.floor((index * sure) / 20));
  const { model } = await scripted((_request, index) => ({ raw: bytes, cutAfter: cuts[index] ?? 0 }), { maxTries: 1 });
  for (const cut of cuts) {
    const got = await collect(model);
    expect([cut, got.error?.kind, got.calls, got.finish]).toEqual([cut, kindAt(cut), [], undefined]);
  }
});

test("a cut stream is tried again and the second answer alone counts", async () => {
  const half = { text: "First", calls: [{ name: "edit", args: { path: "a" } }], cutAfter: 500 };
  const { model, clock } = await scripted([half, { text: "Second" }]);
  expect(await collect(model, undefined, clock)).toMatchObject({
    text: "Second",
    calls: [],
    finish: "stop",
    waits: [1000],
  });
});

function responseCut(cut: number, dead: boolean): Response {
  let sent = false;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (!sent && cut > 0) controller.enqueue(bytes.slice(0, cut));
      else if (dead) controller.error(new TypeError("terminated"));
      else controller.close();
      sent = true;
    },
  });
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
}

/** Without a byte the connection itself may count as the failure. */
function kindAt(cut: number) {
  return cut === 0 ? expect.stringMatching(/^(network|broken_stream)$/) : "broken_stream";
}
