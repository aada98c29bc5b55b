import * as fc from "fast-check";
import { expect, test } from "vitest";
import { asTool } from "../../../src/core/mcp/asTool";
import { modelName } from "../../../src/core/mcp/names";
import { buildCatalog, type CatalogEntry } from "../../../src/core/surface/catalog";
import { buildIndex } from "../../../src/core/surface/search";
import type { Tool } from "../../../src/core/tools/tool";
import { fakeClock } from "../../fakes/clock";
import { fakeTool } from "./probe";

const tool = (name: string, description: string) => fakeTool(name, { title: "", description });

function listed(server: string, name: string, description: string, properties: object = {}): Tool {
  const schema = { type: "object", properties };
  const hints = { readOnly: false, destructive: false, version: "" };
  const told = { name, modelName: modelName(server, name), description, schema, ...hints };
  return asTool(told, { name: server, trusted: false }, () => Promise.resolve({ text: "" }));
}

const entriesOf = (...tools: Tool[]): readonly CatalogEntry[] => buildCatalog([tools]).entries;

async function found(tools: Tool[], query: string, limit = 8): Promise<string[]> {
  const index = await buildIndex(entriesOf(...tools), fakeClock());
  return index.search(query, limit).map(({ name }) => name);
}

const OFFICE = [
  tool("read_pdf", "Reads the text of a PDF file."),
  tool("get_weather", "Get the weather forecast of a city."),
  tool("send_message", "Sends a message to a channel."),
  tool("createInvoice", "Makes an invoice for a customer."),
  tool("git.log", "Shows the history of a branch."),
];

test.each([
  ["words of the description", "forecast for Rome", "get_weather"],
  ["another form of a word", "sending messages", "send_message"],
  ["a part of a camelCase name", "invoice", "createInvoice"],
  ["a part of a dotted name", "log", "git.log"],
  ["a word of the same meaning", "something about this town", "get_weather"],
  ["the beginning of a word", "invoi", "createInvoice"],
])("finds a tool by %s", async (_, query, name) => expect((await found(OFFICE, query))[0]).toBe(name));

test("finds a Chinese tool by a Chinese query", async () => {
  const tools = [
    ...OFFICE,
    listed("cook", "whatToEat", "不知道吃什么？根据人数直接推荐适合的菜品组合"),
    listed("rail", "tickets", "查询12306余票信息。"),
  ];
  expect((await found(tools, "查明天去上海的火车票还有没有余票"))[0]).toBe("mcp_rail_tickets");
  expect((await found(tools, "三个人吃什么菜"))[0]).toBe("mcp_cook_whatToEat");
});

test("finds an English tool by a Chinese query, and a Japanese one by a Japanese query", async () => {
  expect((await found(OFFICE, "查看天气预报"))[0]).toBe("get_weather");
  expect((await found([...OFFICE, tool("find", "ファイルを検索する")], "検索したいファイル"))[0]).toBe("find");
});

test("a word counts more than one that only means the same", async () => {
  const tools = [tool("a", "Remove a page."), tool("b", "Delete a page.")];
  expect(await found(tools, "delete page")).toEqual(["b", "a"]);
  expect(await found(tools, "remove page")).toEqual(["a", "b"]);
});

test("a name counts more than a description, and that more than a parameter", async () => {
  const properties = { invoice: { type: "string", description: "The invoice." } };
  const tools = [listed("s", "c", "Something.", properties), tool("b", "Pays an invoice."), tool("invoice", "Pays.")];
  expect(await found(tools, "invoice")).toEqual(["invoice", "b", "mcp_s_c"]);
});

test("finds by names and descriptions of parameters", async () => {
  const properties = { zipCode: { type: "string", description: "Postal area in Germany." } };
  const tools = [...OFFICE, listed("geo", "lookup", "Finds places.", properties)];
  expect(await found(tools, "zip")).toEqual(["mcp_geo_lookup"]);
  expect(await found(tools, "germany")).toEqual(["mcp_geo_lookup"]);
});

test("finds the tools of a server by its name, but none by what stands before every description", async () => {
  const tools = [...OFFICE, listed("hugeicons", "list", "All of them."), listed("other", "list", "All of them.")];
  expect(await found(tools, "hugeicons")).toEqual(["mcp_hugeicons_list"]);
  expect(await found([listed("other", "go", "All.")], "mcp")).toEqual([]);
});

test("finds nothing for words that no tool has, and none for words that say nothing", async () => {
  for (const query of ["zyxwv", "please do it for me", "", "!?"]) expect(await found(OFFICE, query)).toEqual([]);
});

test("makes one index for one list, and another one for another list", async () => {
  const entries = entriesOf(...OFFICE);
  const first = await buildIndex(entries, fakeClock());
  expect(await buildIndex(entries, fakeClock())).toBe(first);
  expect(await buildIndex(entriesOf(...OFFICE), fakeClock())).not.toBe(first);
});

test("lets others run while it makes a large index, and gives the same hits as a small one", async () => {
  const many = Array.from({ length: 100 }, (_, at) => tool(`get_thing_${at}`, "Gets a thing."));
  let [passed, pauses] = [0, 0];
  const slow = {
    elapsed: () => (passed += 1),
    sleep: async () => {
      pauses += 1;
    },
  };
  const index = await buildIndex(entriesOf(...OFFICE, ...many), slow);
  expect(pauses).toBeGreaterThan(5);
  expect(index.search("weather of a city", 1).map(({ name }) => name)).toEqual(["get_weather"]);
});

test("gives at most as many as were asked for, best first, whatever the query and the schemas are", async () => {
  const properties = fc.dictionary(fc.string(), fc.jsonValue());
  const many = fc.array(fc.record({ name: fc.string({ minLength: 1 }), description: fc.string(), properties }));
  await fc.assert(
    fc.asyncProperty(
      many,
      fc.string({ unit: "grapheme" }),
      fc.integer({ min: 1, max: 8 }),
      async (all, query, limit) => {
        const entries = entriesOf(...all.map((each) => listed("s", each.name, each.description, each.properties)));
        const asked = `${query} ${all[0]?.name ?? ""}`;
        const hits = (await buildIndex(entries, fakeClock())).search(asked, limit);
        expect(hits.length).toBeLessThanOrEqual(limit);
        expect(hits.map(({ score }) => score)).toEqual(hits.map(({ score }) => score).toSorted((a, b) => b - a));
        for (const { name, score } of hits) {
          expect(entries.some((entry) => entry.name === name)).toBe(true);
          expect(score).toBeGreaterThan(0);
        }
      },
    ),
  );
});
