import { describe, expect, test } from "vitest";
import { NASTY, NASTY_NAMES, type NastyOutcome } from "../../support/scenarios/nasty";
import { collect, type Got, scripted } from "./harness";

describe("odd and broken streams over real HTTP", () => {
  test.each(NASTY_NAMES.map((name) => [name, NASTY[name].why] as const))("%s: %s", async (name) => {
    const { model } = await scripted([{ nasty: name }], { maxTries: 1 });
    const got = await collect(model);
    expect(outcome(got)).toEqual(whole(NASTY[name].expected));
  });

  test.each(NASTY_NAMES.filter((name) => "error" in NASTY[name].expected))("%s gives no call at all", async (name) => {
    const { model } = await scripted([{ nasty: name }], { maxTries: 1 });
    expect((await collect(model)).calls).toEqual([]);
  });

  test("every call has an id of its own, whatever the endpoint sent", async () => {
    const again = { calls: [{ name: "read", args: {}, id: "call_0" }] };
    const { model } = await scripted([{ nasty: "id_missing" }, again, again]);
    const first = (await collect(model)).calls;
    const second = (await collect(model)).calls;
    const conversation = { role: "assistant" as const, text: "", calls: second };
    const third = (await collect(model, { system: "", tools: [], messages: [conversation] })).calls;
    const ids = [...first, ...second, ...third].map((call) => call.id);
    expect(ids).toContain("call_0");
    expect(new Set(ids).size).toBe(4);
  });

  test("a call that the window's end cut off is left out, those before it stay", async () => {
    const calls = [
      { name: "read", args: { path: "a" } },
      { name: "write", args: '{"path":"b","content":"half' },
    ];
    const { model } = await scripted([{ calls, finish: "length" }]);
    const got = await collect(model);
    expect([got.calls.map((call) => call.name), got.finish]).toEqual([["read"], "length"]);
  });

  test("broken arguments under a good finish go on as they are, for the model to mend", async () => {
    const { model } = await scripted([{ calls: [{ name: "read", args: '{"path":' }] }]);
    expect((await collect(model)).calls.map((call) => call.arguments)).toEqual(['{"path":']);
  });

  test("an unknown finish reason is kept in its own words", async () => {
    const { model } = await scripted([{ nasty: "finish_unknown" }]);
    expect(await collect(model)).toMatchObject({ finish: "other", raw: "end_of_thoughts" });
  });

  test("usage of the last chunk is read", async () => {
    const { model } = await scripted([{ nasty: "usage_last" }]);
    expect((await collect(model)).usage).toEqual({ inputTokens: 7, outputTokens: 2, cachedTokens: 3 });
  });
});

/** All fields, so that nothing more and nothing less came. */
function outcome({ text, reasoning, calls, finish, error }: Got) {
  if (error) return { error: error.kind };
  return { text, reasoning, calls: calls.map((call) => [call.name, call.arguments]), finish };
}

function whole(expected: NastyOutcome) {
  return "error" in expected ? expected : { text: "", reasoning: "", calls: [], ...expected };
}
