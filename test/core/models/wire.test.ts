import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Message, ModelRequest } from "../../../src/core/models/model";
import { type WireOptions, wireMessages } from "../../../src/core/models/wire";
import { collect, scripted } from "./harness";

const PLAIN: WireOptions = { images: true, reasoning: "as_sent", reasoningField: "reasoning_content" };
const PNG = { mime: "image/png", data: "iVBORw0KGgo=" };

function wire(messages: readonly Message[], options: Partial<WireOptions> = {}) {
  return wireMessages({ system: "S", tools: [], messages }, { ...PLAIN, ...options }).slice(1);
}

const call = (id: string, args = "{}") => ({ id, name: "read", arguments: args });

describe("the bytes of a conversation", () => {
  test("an assistant that only calls has null for content, one that says nothing has an empty text", () => {
    const said = wire([
      { role: "assistant", text: "", calls: [call("1")] },
      { role: "assistant", text: "", calls: [] },
    ]);
    expect(said.map((message) => message.content)).toEqual([null, ""]);
  });

  test("broken arguments become JSON that still holds them", () => {
    const [message] = wire([{ role: "assistant", text: "", calls: [call("1", '{"path":'), call("2", "[1]")] }]);
    expect(message).toMatchObject({
      tool_calls: [
        { function: { arguments: '{"unparsed":"{\\"path\\":"}' } },
        { function: { arguments: '{"unparsed":"[1]"}' } },
      ],
    });
  });

  test("half a surrogate pair is replaced, a whole one stays", () => {
    expect(wire([{ role: "user", text: "a\ud83d b 🚪" }])[0]?.content).toBe("a\ufffd b 🚪");
  });

  test("images follow the whole run of results, since nothing may stand between those", () => {
    const roles = wire([
      { role: "tool", callId: "1", text: "a", images: [PNG] },
      { role: "tool", callId: "2", text: "b", images: [PNG] },
      { role: "user", text: "c" },
    ]);
    expect(roles.map((message) => message.role)).toEqual(["tool", "tool", "user", "user"]);
    expect(JSON.stringify(roles[2])).toContain("data:image/png;base64,iVBORw0KGgo=");
  });

  test("old images are left out, the newest stay, and the conversation says so (F78)", () => {
    const shots = (count: number) =>
      Array.from(
        { length: count },
        (_, at): Message => ({ role: "tool", callId: `${at}`, text: `shot ${at}`, images: [PNG] }),
      ).flatMap((shot): Message[] => [shot, { role: "user", text: "Next" }]);
    const sent = (count: number) => JSON.stringify(wire(shots(count)));
    const images = (text: string) => text.match(/Image of call \d+/g) ?? [];
    expect([1, 16, 17, 24, 25, 100].map((count) => images(sent(count)).length)).toEqual([1, 16, 9, 16, 9, 12]);
    expect(images(sent(17))[0]).toBe("Image of call 8");
    expect(sent(17)).toContain('"shot 7\\n[1 image left out: newer ones followed]"');
    expect(sent(24).startsWith(sent(17).slice(0, -1))).toBe(true);
  });

  test("the images of one result stay together, also when they are many", () => {
    const many: Message = { role: "tool", callId: "1", text: "a", images: Array.from({ length: 20 }, () => PNG) };
    expect(JSON.stringify(wire([many])).match(/Image of call 1/g)).toHaveLength(20);
  });

  test("a model without eyes is told what was left out (F76)", () => {
    const told = wire([{ role: "tool", callId: "1", text: "a", images: [PNG] }], { images: false });
    expect(told.map((message) => message.content)).toEqual(["a\n[1 image left out: this model takes none]"]);
  });
});

describe("reasoning", () => {
  const conversation: Message[] = [
    { role: "assistant", text: "", calls: [call("1")] },
    { role: "assistant", text: "", reasoning: "Hm", calls: [call("2")] },
    { role: "assistant", text: "", calls: [call("3")] },
    { role: "assistant", text: "Done", calls: [] },
  ];
  const echoed = (options: Partial<WireOptions>) =>
    wire(conversation, options).map((message) => (message as { reasoning_content?: string }).reasoning_content);

  test("goes back where it was sent; after that, messages with calls say that they have none", () => {
    expect(echoed({})).toEqual([undefined, "Hm", "", undefined]);
  });

  test("can be wanted from every message with calls, or from none", () => {
    expect(echoed({ reasoning: "always" })).toEqual(["", "Hm", "", undefined]);
    expect(echoed({ reasoning: "never" })).toEqual([undefined, undefined, undefined, undefined]);
  });

  test("goes back under the name it came by", () => {
    expect(wire(conversation, { reasoningField: "reasoning" })[1]).toMatchObject({ reasoning: "Hm" });
  });
});

const text = fc.string({ unit: "binary" });
const step = fc.record({
  text,
  reasoning: fc.option(text),
  args: fc.oneof(fc.json(), text),
  result: text,
  image: fc.boolean(),
  next: fc.option(text),
});

/** Conversations as the engine grows them: each request ends after results or a user's message. */
function requests(steps: readonly (typeof step extends fc.Arbitrary<infer T> ? T : never)[]): ModelRequest[] {
  const messages: Message[] = [{ role: "user", text: "Go" }];
  const all = [{ system: "S", tools: [], messages: [...messages] }];
  for (const [at, { text: said, reasoning, args, result, image, next }] of steps.entries()) {
    const id = `c${at}`;
    messages.push({ role: "assistant", text: said, ...(reasoning !== null && { reasoning }), calls: [call(id, args)] });
    messages.push({ role: "tool", callId: id, text: result, ...(image && { images: [PNG] }) });
    if (next !== null) messages.push({ role: "user", text: next });
    all.push({ system: "S", tools: [], messages: [...messages] });
  }
  return all;
}

test("each request's messages begin with all bytes of the earlier one", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 6 }), (steps) => {
      const sent = requests(steps).map((request) => JSON.stringify(wireMessages(request, PLAIN)).slice(0, -1));
      for (const [at, bytes] of sent.entries()) expect(bytes.startsWith(sent[at - 1] ?? "")).toBe(true);
    }),
  );
});

test("so does the whole body on the wire, with tools and extra fields before the messages", async () => {
  const { model, server } = await scripted(() => ({ text: "Hi" }), { body: { temperature: 0 } });
  const messages: Message[] = [{ role: "user", text: "1" }];
  const tools = [{ name: "read", description: "Reads.", parameters: { type: "object" } }];
  for (let turn = 0; turn < 3; turn++) {
    const { text: said } = await collect(model, { system: "S", tools, messages: [...messages] });
    messages.push({ role: "assistant", text: said, calls: [] }, { role: "user", text: String(turn) });
  }
  const bodies = server.requests.map((request) => request.text.slice(0, -2));
  expect(bodies[1]?.startsWith(bodies[0] ?? "-")).toBe(true);
  expect(bodies[2]?.startsWith(bodies[1] ?? "-")).toBe(true);
  expect(bodies[0]).toContain('"temperature":0');
});
