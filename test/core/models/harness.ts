import { afterEach } from "vitest";
import type { CallRequest, Model, ModelEvent, ModelRequest, Usage } from "../../../src/core/models/model";
import { ModelError } from "../../../src/core/models/model";
import { createOpenAiModel, type OpenAiOptions } from "../../../src/core/models/openai";
import { type FakeClock, fakeClock } from "../../fakes/clock";
import {
  type Scenario,
  type ScriptedModel,
  type ScriptedOptions,
  startScriptedModel,
} from "../../support/scriptedModel";

/** What a response came to, retries and all. */
export interface Got {
  text: string;
  reasoning: string;
  calls: CallRequest[];
  finish: string | undefined;
  raw: string | undefined;
  usage: Usage | undefined;
  error: ModelError | undefined;
  waits: number[];
}

export const HELLO: ModelRequest = { system: "You help.", tools: [], messages: [{ role: "user", text: "Hello" }] };

/** Calls and finish never come before the end, so the last attempt alone counts. */
export async function collect(
  model: Model,
  request: ModelRequest = HELLO,
  clock?: FakeClock,
  signal: AbortSignal = new AbortController().signal,
): Promise<Got> {
  let got = nothing([]);
  try {
    for await (const event of model.stream(request, signal)) {
      if (event.type === "retry") {
        got = nothing([...got.waits, event.waitMs]);
        // After the sleep has begun.
        setImmediate(() => void clock?.advance(event.waitMs));
      } else take(got, event);
    }
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    got.error = error;
  }
  return got;
}

function nothing(waits: number[]): Got {
  const none = undefined;
  return { text: "", reasoning: "", calls: [], finish: none, raw: none, usage: none, error: none, waits };
}

function take(got: Got, event: ModelEvent): void {
  if (event.type === "text") got.text += event.text;
  if (event.type === "reasoning") got.reasoning += event.text;
  if (event.type === "call") got.calls.push(event.call);
  if (event.type === "usage") got.usage = event.usage;
  if (event.type === "finish") [got.finish, got.raw] = [event.reason, event.raw];
}

export function modelAt(url: string, options: Partial<OpenAiOptions> = {}): { model: Model; clock: FakeClock } {
  const clock = fakeClock();
  const fixed = {
    id: "test/m",
    label: "m",
    model: "m",
    baseUrl: url,
    key: async () => "sk-secret-1",
    clock,
    random: () => 1,
  };
  return { clock, model: createOpenAiModel({ ...fixed, ...options }) };
}

const servers: ScriptedModel[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

/** A scripted server that ends with the test, and a model that talks to it. */
export async function scripted(
  scenario: Scenario,
  options: Partial<OpenAiOptions> = {},
  serverOptions?: ScriptedOptions,
) {
  const server = await startScriptedModel(scenario, serverOptions);
  servers.push(server);
  return { server, ...modelAt(server.url, options) };
}
