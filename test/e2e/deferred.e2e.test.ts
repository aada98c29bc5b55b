import { execFileSync } from "node:child_process";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { byPrompt, offered, toolResults } from "./support/byPrompt";
import { House } from "./support/house";
import { until } from "./support/until";

const CODE = `export function countDoors(doors: string[]): number {
  return doors.length;
}

const wrong: number = "three";
console.log(countDoors(["front"]), wrong);
`;
const USER = `import { countDoors } from "./doors";

console.log(countDoors([]));
`;
const one = (name: string, args: object) => [{ calls: [{ name, args: { ...args } }] }, { text: `${name} is done.` }];
const SCRIPTS = {
  "Search it": [
    { calls: [{ name: "tool_search", args: { query: "search the text of files" } }] },
    ...one("grep", { pattern: "countDoors", glob: "*.ts" }),
  ],
  "Find it": one("find_files", { pattern: "*.ts" }),
  "List it": one("list_dir", { path: "src" }),
  "Judge it": one("diagnostics", { path: "src/doors.ts" }),
  "Outline it": one("symbols", { path: "src/doors.ts" }),
  "Use it": one("references", { path: "src/doors.ts", line: 1, symbol: "countDoors" }),
  "Rename it": one("rename", { path: "src/doors.ts", line: 1, symbol: "countDoors", newName: "tally" }),
  "Git it": one("Git", { action: "status" }),
};

describe("deferred tools in a real VS Code", () => {
  let house: House;
  beforeAll(async () => {
    house = await House.open(byPrompt(SCRIPTS), {
      files: {
        "src/doors.ts": CODE,
        "src/user.ts": USER,
        "tsconfig.json": '{ "compilerOptions": { "strict": true, "module": "esnext" } }\n',
        ".gitignore": "ignored/\n",
        "ignored/copy.ts": CODE,
      },
    });
    const git = (...args: string[]) => execFileSync("git", args, { cwd: house.server.workspace });
    git("init", "--quiet");
    git("add", "src/doors.ts");
    // The editor's own TypeScript has to know the file before it can be asked.
    await house.workbench.openFile("doors.ts");
    await house.workbench.page.locator(".squiggly-error").first().waitFor({ timeout: 60_000 });
  });
  afterEach((context) => house?.keepFailure(context));
  afterAll(() => house?.close());

  /** The result of the newest call. */
  const result = () => toolResults(house.model.requests.at(-1)).at(-1) ?? "";

  async function play(prompt: string, tool: string): Promise<string> {
    await house.chat.send(prompt);
    await house.chat.said(`${tool} is done.`).waitFor();
    return result();
  }

  test("grep is found by a search, sent with the next request, and finds what is not ignored", async () => {
    expect(await play("Search it", "grep")).toContain("src/doors.ts:1: export function countDoors");
    expect(result()).toContain("src/user.ts:3:");
    expect(result()).not.toContain("ignored/copy.ts");
    expect(offered(house.model.requests[0])).not.toContain("grep");
    expect(offered(house.model.requests.at(-1))).toContain("grep");
  });

  test("a tool that was not searched for can be called all the same, and is in the requests from then on", async () => {
    const found = await play("Find it", "find_files");
    expect(found).toContain("src/doors.ts");
    expect(found).not.toContain("ignored/copy.ts");
    expect(offered(house.model.requests.at(-1))).toContain("find_files");
    expect(await play("List it", "list_dir")).toMatch(/doors\.ts[\s\S]*user\.ts/);
  });

  test("diagnostics are those of the editor", async () => {
    expect(await play("Judge it", "diagnostics")).toMatch(/src\/doors\.ts:5.*not assignable/);
  });

  test("symbols and references come from the editor's own language service", async () => {
    expect(await play("Outline it", "symbols")).toMatch(/countDoors/);
    expect(await play("Use it", "references")).toMatch(/src\/doors\.ts: 1:17, 6:13\nsrc\/user\.ts: 1:10, 3:13/);
  });

  test("a rename shows all its changes on a card and makes them in each file", async () => {
    const { chat, server, workbench } = house;
    await workbench.run("View: Close All Editors");
    await chat.send("Rename it");
    await chat.card.getByText("tally").first().waitFor();
    expect(server.read("src/user.ts")).toBe(USER);
    await workbench.screenshot("rename-card-dark");
    await chat.answer("once");
    await chat.said("rename is done.").waitFor();
    await until("both files", () => server.read("src/user.ts") === USER.replaceAll("countDoors", "tally"));
    expect(server.read("src/doors.ts")).toBe(CODE.replaceAll("countDoors", "tally"));
  });

  test("Git's status is read without a card", async () => {
    const status = await play("Git it", "Git");
    expect(status).toMatch(/^AM? .*src\/doors\.ts/m);
    expect(status).toMatch(/^\?\? .*tsconfig\.json/m);
    expect(house.audit().at(-1)).toMatchObject({ tool: "Git", outcome: "allow", asked: false });
  });
});
