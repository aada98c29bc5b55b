import { afterEach, describe, expect, test, vi } from "vitest";
import type { Message, ModelRequest } from "../../../src/core/models/model";
import { listModels } from "../../../src/core/models/openai";
import { gate } from "../../support/scriptedModel";
import { collect, HELLO, scripted } from "./harness";

afterEach(() => vi.unstubAllEnvs());

const PNG = { mime: "image/png", data: "iVBORw0KGgo=" };
const refuse = (message: string, status = 400) => ({ status, errorBody: { error: { message } } });

function asking(...messages: Message[]): ModelRequest {
  return { system: "S", tools: [], messages };
}

describe("what an endpoint is sent", () => {
  test("is the conversation as chat completions spells it", async () => {
    const { model, server } = await scripted([{ text: "Hi" }]);
    const tools = [{ name: "read", description: "Reads.", parameters: { type: "object" } }];
    await collect(model, { ...asking({ role: "user", text: "Hello" }), tools });
    expect(server.requests[0]?.body).toEqual({
      model: "m",
      stream: true,
      stream_options: { include_usage: true },
      tools: [{ type: "function", function: tools[0] }],
      messages: [
        { role: "system", content: "S" },
        { role: "user", content: "Hello" },
      ],
    });
  });

  test("has the key and the extra headers, and nothing about this computer or of its environment", async () => {
    vi.stubEnv("OPENAI_CUSTOM_HEADERS", "X-Leak: 1");
    vi.stubEnv("OPENAI_ORG_ID", "org-leak");
    vi.stubEnv("OPENAI_API_KEY", "sk-leak");
    const { model, server } = await scripted([{ text: "Hi" }], { headers: { "X-Team": "a" } });
    await collect(model);
    const { headers } = server.requests[0] ?? {};
    expect(headers).toMatchObject({ authorization: "Bearer sk-secret-1", "x-team": "a" });
    expect(JSON.stringify(headers)).not.toMatch(/leak|stainless|organization/i);
  });

  test("has no key when there is none", async () => {
    vi.stubEnv("OPENAI_API_KEY", "sk-leak");
    const { model, server } = await scripted([{ text: "Hi" }], { key: async () => undefined });
    await collect(model);
    expect(server.requests[0]?.headers["authorization"]).toBeUndefined();
  });

  test("a key that was pasted with its line end still works", async () => {
    const { model, server } = await scripted([{ text: "Hi" }], { key: async () => "sk-secret-1\n" });
    await collect(model);
    expect(server.requests[0]?.headers["authorization"]).toBe("Bearer sk-secret-1");
  });

  test("extra fields can't replace the conversation", async () => {
    const { model, server } = await scripted([{ text: "Hi" }], { body: { stream: false, messages: [], top_p: 1 } });
    await collect(model);
    expect(server.requests[0]?.body).toMatchObject({ stream: true, top_p: 1, messages: [{}, { content: "Hello" }] });
  });

  test("goes over connections that are kept: the client opens a second at most", async () => {
    const { model, server } = await scripted(() => ({ text: "Hi" }));
    for (let at = 0; at < 5; at++) await collect(model);
    expect(new Set(server.requests.map((request) => request.port)).size).toBeLessThanOrEqual(2);
  });
});

describe("what is learned from a refusal", () => {
  const withImage = asking(
    { role: "assistant", text: "", calls: [{ id: "1", name: "read", arguments: "{}" }] },
    { role: "tool", callId: "1", text: "a.png", images: [PNG] },
  );

  test("unknown is tried: an image is sent until the endpoint refuses it, then left out for good", async () => {
    const { model, server } = await scripted([
      refuse("This model does not support image input"),
      { text: "Hi" },
      { text: "Ho" },
    ]);
    expect(model.capabilities().images).toBeUndefined();
    expect(await collect(model, withImage)).toMatchObject({ text: "Hi", waits: [] });
    await collect(model, withImage);
    const sent = server.requests.map((request) => request.text.includes("image_url"));
    expect([sent, model.capabilities().images]).toEqual([[true, false, false], false]);
  });

  test("usage is not asked for again", async () => {
    const { model, server } = await scripted([refuse("Unknown field: stream_options"), { text: "Hi" }, { text: "Ho" }]);
    await collect(model);
    await collect(model);
    expect(server.requests.map((request) => request.body.stream_options)).toEqual([
      { include_usage: true },
      undefined,
      undefined,
    ]);
  });

  test("a temperature is sent where a request has one, and not again where it is refused", async () => {
    const { model, server } = await scripted([
      { text: "Hi" },
      refuse("'temperature' does not support 0"),
      { text: "Hi" },
      { text: "Ho" },
    ]);
    await collect(model);
    for (const _ of [1, 2]) await collect(model, { ...HELLO, temperature: 0 });
    expect(server.requests.map(({ body }) => body.temperature)).toEqual([undefined, 0, undefined, undefined]);
  });

  test("reasoning that is missed is sent empty, reasoning that is refused is left out", async () => {
    const calls = [{ id: "1", name: "read", arguments: "{}" }];
    const missed = await scripted([refuse("Missing reasoning_content field in the assistant message"), { text: "Hi" }]);
    await collect(missed.model, asking({ role: "assistant", text: "", calls }));
    expect(missed.server.requests[1]?.body.messages[1].reasoning_content).toBe("");

    const refused = await scripted([refuse("property 'reasoning_content' is unsupported"), { text: "Hi" }]);
    await collect(refused.model, asking({ role: "assistant", text: "", reasoning: "Hm", calls }));
    expect(refused.server.requests[1]?.text).not.toContain("reasoning_content");
  });

  test("an endpoint that refuses everything is not asked for ever", async () => {
    const { model, server } = await scripted(() => refuse("image, stream_options and reasoning_content are wrong"));
    expect((await collect(model, withImage)).error?.kind).toBe("bad_request");
    expect(server.requests).toHaveLength(4);
  });

  test("the size of the window", async () => {
    const { model } = await scripted([refuse("This model's maximum context length is 8192 tokens")]);
    expect((await collect(model)).error?.kind).toBe("context_length");
    expect(model.capabilities().contextTokens).toBe(8192);
  });
});

describe("stopping", () => {
  test("throws the signal's reason, closes the connection and leaves no timer", async () => {
    const held = gate();
    const { model, server, clock } = await scripted([
      { text: "One", waitFor: held.opened, calls: [{ name: "read", args: {} }] },
    ]);
    const stop = new AbortController();
    const events: string[] = [];
    const run = async () => {
      for await (const event of model.stream(HELLO, stop.signal)) {
        events.push(event.type);
        stop.abort(new Error("stopped by the user"));
      }
    };
    await expect(run()).rejects.toThrow("stopped by the user");
    await expect.poll(() => server.requests[0]?.aborted).toBe(true);
    expect([events, clock.sleeping]).toEqual([["text"], 0]);
    held.open();
  });

  test("a stopped signal sends nothing", async () => {
    const { model, server } = await scripted([{ text: "Hi" }]);
    await expect(collect(model, HELLO, undefined, AbortSignal.abort(new Error("stopped")))).rejects.toThrow("stopped");
    expect(server.requests).toEqual([]);
  });

  test("a reader that goes away closes the connection", async () => {
    const { model, server } = await scripted([{ text: "One", hang: true }]);
    for await (const _event of model.stream(HELLO, new AbortController().signal)) break;
    await expect.poll(() => server.requests[0]?.aborted).toBe(true);
  });
});

test("a burst of 20,000 deltas arrives whole, in order, in far fewer events", async () => {
  const { model } = await scripted([{ deltas: { count: 20_000, size: 8 } }]);
  let text = "";
  let events = 0;
  for await (const event of model.stream(HELLO, new AbortController().signal)) {
    events++;
    if (event.type === "text") text += event.text;
  }
  expect(text).toBe(Array.from({ length: 20_000 }, (_, index) => `${index} `.padEnd(8, ".")).join(""));
  expect(events).toBeLessThan(5000);
});

describe("the list of models", () => {
  const signal = new AbortController().signal;
  const endpoint = (baseUrl: string) => ({ baseUrl, key: async () => "sk-secret-1" });

  test("has the names in order", async () => {
    const { server } = await scripted([], {}, { models: ["b/x", "a"] });
    expect(await listModels(endpoint(server.url), signal)).toEqual(["a", "b/x"]);
    expect(server.others[0]?.headers["authorization"]).toBe("Bearer sk-secret-1");
  });

  test.each([
    [{ models: [{ name: "a" }] }, ["a"]],
    [[{ id: "a" }, { id: 7 }, null, { id: "a" }], ["a"]],
    [{ data: [] }, []],
  ])("is read from %j too", async (body, names) => {
    const fetch = async () => Response.json(body);
    expect(await listModels({ ...endpoint("http://127.0.0.1:1/v1"), fetch }, signal)).toEqual(names);
  });

  test("that is none says so", async () => {
    const fetch = async () => Response.json({ hello: 1 });
    await expect(listModels({ ...endpoint("http://127.0.0.1:1/v1"), fetch }, signal)).rejects.toMatchObject({
      name: "ModelError",
    });
  });
});
