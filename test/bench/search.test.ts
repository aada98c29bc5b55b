import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import type { CaseLine } from "../../bench/figure";
import { SEARCH_FIGURES } from "../../bench/search";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function casesOf(files: Readonly<Record<string, unknown>>): string {
  const folder = mkdtempSync(join(tmpdir(), "bench-"));
  folders.push(folder);
  for (const [name, data] of Object.entries(files)) writeFileSync(join(folder, name), JSON.stringify(data));
  return folder;
}

const tool = (server: string, name: string, description: string) => ({ server, name, description, inputSchema: {} });
const tools = [
  tool("a", "get_weather", "Get the weather."),
  tool("b", "get_weather", "Get the weather of the sea."),
  tool("c", "send_mail", "Send a mail."),
];

test("a case is right when any server's tool of that name is found, and each is told", async () => {
  const steps = [
    { query: "weather", tool: "get_weather" },
    { query: "weather at sea", tool: "get_weather" },
    { query: "send the weather", tool: "get_weather" },
    { query: "nothing of this", tool: "send_mail" },
  ];
  const told: CaseLine[] = [];
  const figures = await SEARCH_FIGURES.measure(casesOf({ "tools.json": tools, "steps.json": steps }), (line) =>
    told.push(line),
  );
  const value = (name: string) => figures.find((figure) => figure.name === name)?.value;
  expect([value("search.recall1"), value("search.recall8")]).toEqual([50, 75]);
  expect(told[1]).toEqual({
    case: "weather at sea",
    expected: "get_weather",
    got: ["get_weather", "get_weather"],
  });
  expect(told).toHaveLength(4);
});

test("without cases, or with those of another figure, it only says how fast it is", async () => {
  for (const cases of [undefined, casesOf({ "other.json": [] })]) {
    expect((await SEARCH_FIGURES.measure(cases)).map(({ name }) => name)).toEqual(["search.query_ms"]);
  }
});
