import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { asTool } from "../src/core/mcp/asTool";
import { modelName } from "../src/core/mcp/names";
import { buildCatalog, type CatalogEntry } from "../src/core/surface/catalog";
import { buildIndex, type ToolIndex } from "../src/core/surface/search";
import { nodeClock } from "../src/node/ports";
import { atLeast, atMost, type CaseLine, type Figure, type Group, median } from "./figure";

const MANY = 5_000;
const FIRST = 8;
const ROUNDS = 12;
const WARM_UP = 3;

/** A tool as its server lists it. */
interface Listing {
  readonly server: string;
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

interface Step {
  readonly query: string;
  readonly tool: string;
}

interface Corpus {
  readonly tools: readonly Listing[];
  readonly steps: readonly Step[];
}

/** How well and how fast `tool_search` finds. Without cases only how fast, on tools that are made up. */
export const SEARCH_FIGURES: Group = {
  names: ["search.recall1", "search.recall8", "search.query_ms"],
  async measure(cases, told) {
    const corpus = cases === undefined ? undefined : readCases(cases);
    const figures = corpus ? await recalls(corpus, told) : [];
    return [...figures, await speed(corpus ?? madeUp())];
  },
};

function readCases(folder: string): Corpus | undefined {
  const [tools, steps] = ["tools.json", "steps.json"].map((name) => join(folder, name));
  if (!tools || !steps || !existsSync(tools) || !existsSync(steps)) return undefined;
  return { tools: JSON.parse(readFileSync(tools, "utf8")), steps: JSON.parse(readFileSync(steps, "utf8")) };
}

/** A case is right when any server's tool of that name is found. Even and odd cases are told apart: see README.md. */
async function recalls({ tools, steps }: Corpus, told?: (line: CaseLine) => void): Promise<readonly Figure[]> {
  const { entries, nameOf } = catalogOf(tools);
  const index = await buildIndex(entries, nodeClock);
  const places = steps.map(({ query, tool }) => {
    const got = index.search(query, FIRST).map(({ name }) => nameOf(name));
    told?.({ case: query, expected: tool, got });
    return got.indexOf(tool);
  });
  const share = (fits: (place: number) => boolean, parity?: number): number => {
    const some = places.filter((_, index) => parity === undefined || index % 2 === parity);
    return (100 * some.filter(fits).length) / some.length;
  };
  const figure = (name: string, goal: number, fits: (place: number) => boolean): Figure =>
    atLeast(name, share(fits), goal, "%", { steps: steps.length, even: share(fits, 0), odd: share(fits, 1) });
  return [figure("search.recall1", 55, (place) => place === 0), figure("search.recall8", 80, (place) => place >= 0)];
}

async function speed({ tools, steps }: Corpus): Promise<Figure> {
  const { entries } = catalogOf(copied(tools));
  const started = performance.now();
  const index = await buildIndex(entries, nodeClock);
  const made = performance.now() - started;
  const rounds = Array.from({ length: ROUNDS }, () => timePerQuery(index, steps)).slice(WARM_UP);
  const cpu = median(rounds.map((round) => round.cpu));
  const value = median(rounds.map((round) => round.wall));
  return atMost("search.query_ms", value, 1.5, "ms", { tools: MANY, queries: steps.length, cpu, made });
}

/** Milliseconds. On a busy machine the time on the clock grows and that of the processor stays about where it is. */
function timePerQuery(index: ToolIndex, steps: readonly Step[]): { readonly wall: number; readonly cpu: number } {
  const [started, used] = [performance.now(), process.cpuUsage()];
  for (const { query } of steps) index.search(query, FIRST);
  const { user, system } = process.cpuUsage(used);
  return { wall: (performance.now() - started) / steps.length, cpu: (user + system) / 1_000 / steps.length };
}

/** As tools of real servers stand in the catalog. */
function catalogOf(listings: readonly Listing[]): {
  readonly entries: readonly CatalogEntry[];
  nameOf(modelName: string): string;
} {
  const own = new Map<string, string>();
  const tools = listings.map(({ server, name, description, inputSchema }) => {
    const called = modelName(server, name);
    own.set(called, name);
    const hints = { readOnly: false, destructive: false, version: "" };
    const listed = { name, modelName: called, description, schema: inputSchema, ...hints };
    return asTool(listed, { name: server, trusted: false }, () => Promise.resolve({ text: "" }));
  });
  return { entries: buildCatalog([tools]).entries, nameOf: (called) => own.get(called) ?? called };
}

/** As many as are wanted: the same again on further servers. */
function copied(tools: readonly Listing[]): readonly Listing[] {
  return Array.from({ length: MANY }, (_, at) => {
    const round = Math.floor(at / tools.length);
    const tool = tools[at % tools.length] as Listing;
    return round === 0 ? tool : { ...tool, server: `${tool.server}-${round}` };
  });
}

const VERBS = ["get", "list", "search", "create", "update", "delete", "export", "analyze", "send", "convert"];
const THINGS = ["invoice", "customer", "repository", "chart", "message", "image", "calendar event", "ticket", "report"];
const PLACES = ["warehouse", "project", "mailbox", "workspace", "shop", "archive", "meeting", "cluster", "library"];

/** Every verb with every thing in every place, and a step that asks for each tenth. */
function madeUp(): Corpus {
  const all = VERBS.flatMap((verb) => THINGS.flatMap((thing) => PLACES.map((place) => ({ verb, thing, place }))));
  const tools = all.map(({ verb, thing, place }) => ({
    server: `${place}-server`,
    name: `${verb}_${thing.replace(" ", "_")}`,
    description: `${verb} one ${thing} or several of the ${place}. The ${thing} is given by its id, or by what it is about.`,
    inputSchema: {
      type: "object",
      properties: {
        id: { type: "string", description: `Id of the ${thing}, as the ${place} shows it.` },
        query: { type: "string", description: `Words that the ${thing} has, when its id is not known.` },
      },
    },
  }));
  const steps = all
    .filter((_, at) => at % 10 === 0)
    .map(({ verb, thing, place }) => ({
      query: `Please ${verb} the latest ${thing} that the team talked about and put its details into the ${place} for me.`,
      tool: `${verb}_${thing}`,
    }));
  return { tools, steps };
}
