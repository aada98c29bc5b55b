import type { Model, ModelEvent } from "../core/models/model";
import type { Clock } from "../core/operations/ports";
import type { Arguments } from "./arguments";

/** What an endpoint that serves one model, whatever it is called, is asked for. */
const ANY = "default";

/** The model of the command line. Its client is loaded with the first request that needs it. */
export function openModel({ model: url, modelName }: Arguments, clock: Clock): Model {
  return url === "tour" ? tour(clock) : endpoint(url, modelName, clock);
}

function tour(clock: Clock): Model {
  const loaded = import("../core/models/tour").then(({ createTour }) => createTour({ clock, pace: 0 }));
  return {
    id: "tour",
    label: "Tour (a script, not a model)",
    scripted: true,
    capabilities: () => ({ images: false, contextTokens: undefined }),
    async *stream(request, signal) {
      yield* (await loaded).stream(request, signal);
    },
  };
}

function endpoint(baseUrl: string, named: string | undefined, clock: Clock): Model {
  const place = { baseUrl, key: async () => process.env["GATEHOUSE_API_KEY"] };
  const loaded = import("../core/models/openai");
  const open = async (name: string): Promise<Model> => {
    const { createOpenAiModel } = await loaded;
    return createOpenAiModel({ ...place, id: `headless/${name}`, label: name, model: name, clock });
  };
  let current = open(named ?? ANY);
  let known: Model | undefined;

  async function* stream(...asked: Parameters<Model["stream"]>): AsyncGenerator<ModelEvent> {
    known = await current;
    try {
      yield* known.stream(...asked);
    } catch (error) {
      const listed = named === undefined ? await firstListed(error, asked[1]) : undefined;
      if (listed === undefined) throw error;
      named = listed;
      current = open(listed);
      yield* stream(...asked);
    }
  }

  /** Some endpoints insist on a name of theirs: then the first they list is taken. */
  async function firstListed(error: unknown, signal: AbortSignal): Promise<string | undefined> {
    const { kind } = error as { kind?: string };
    if (kind !== "not_found" && kind !== "bad_request") return undefined;
    const { listModels } = await loaded;
    const models = await listModels(place, signal).catch(() => []);
    return models[0];
  }

  return {
    id: `headless/${named ?? ANY}`,
    label: named ?? new URL(baseUrl).host,
    scripted: false,
    capabilities: () => known?.capabilities() ?? { images: undefined, contextTokens: undefined },
    stream,
  };
}
