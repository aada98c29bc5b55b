import { afterEach, expect, test } from "vitest";
import { gate, type Scenario, type ScriptedModel, type ScriptedOptions, startScriptedModel } from "./scriptedModel";

let server: ScriptedModel | undefined;

afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function ask(scenario: Scenario, options?: ScriptedOptions) {
  server ??= await startScriptedModel(scenario, options);
  return fetch(`${server.url}/chat/completions`, { method: "POST", body: JSON.stringify({ messages: [] }) });
}

/** Names of calls and text, in the order of the stream. */
async function said(response: Response): Promise<string> {
  const data = (await response.text()).split("\n\n").filter((event) => event.startsWith("data: {"));
  const deltas = data.map((event) => JSON.parse(event.slice(6)).choices[0]?.delta ?? {});
  return deltas.map((delta) => delta.content ?? delta.tool_calls?.[0].function.name ?? "").join("");
}

test("plays a list in order and says when it is used up", async () => {
  expect(await said(await ask([{ text: "One two" }]))).toBe("One two");
  const over = await ask([]);
  expect([over.status, await over.text()]).toEqual([400, expect.stringContaining("no reply for request 2")]);
});

test("a loop calls, then speaks, over and over", async () => {
  const loop = { kind: "loop", steps: 2, call: { name: "read", args: { path: "a" } }, text: "Done" } as const;
  const all = [];
  for (let at = 0; at < 6; at++) all.push(await said(await ask(loop)));
  expect(all).toEqual(["read", "read", "Done", "read", "read", "Done"]);
});

test("numbers the deltas of a burst and of a paced stream", async () => {
  const body = await said(await ask([{ deltas: { count: 3, size: 4 } }]));
  expect(body).toBe("0 ..1 ..2 ..");
  await server?.close();
  server = undefined;
  expect(await said(await ask([{ deltas: { count: 3, size: 4, perSecond: 1000 } }]))).toBe("0 ..1 ..2 ..");
});

test("waits at its gates, and notes arrivals and ends", async () => {
  const [before, middle] = [gate(), gate()];
  const pending = ask([{ text: "One", waitBefore: before.opened, waitFor: middle.opened }]);
  await expect.poll(() => server?.requests.length).toBe(1);
  expect(server?.ends()).toEqual([Number.NaN]);
  before.open();
  const reader = (await pending).body?.getReader();
  await reader?.read();
  middle.open();
  while (!(await reader?.read())?.done);
  expect(server?.ends()[0]).toBeGreaterThan(server?.arrivals()[0] ?? Number.POSITIVE_INFINITY);
});
