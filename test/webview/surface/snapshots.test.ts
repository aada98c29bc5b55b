import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Snapshot } from "../../../src/shared/surface";
import { view } from "./support/states";
import { openSurface, startBrowser, stopBrowser } from "./support/surfacePage";

/** What the core projects, as `test/core/surface/snapshot.test.ts` has written it down. */
const PROJECTED = join(import.meta.dirname, "../../core/surface/golden/snapshot");
const scenes = readdirSync(PROJECTED).map((file) => file.replace(/\.json$/, ""));

beforeAll(startBrowser);
afterAll(stopBrowser);

test.each(scenes)("draws of %s what its golden file says, every tool unfolded", async (name) => {
  const { page, state, faults } = await openSurface();
  const snapshot: Snapshot = JSON.parse(readFileSync(join(PROJECTED, `${name}.json`), "utf8"));
  await state(view({ snapshot }));
  for (const fold of await page.locator(".fold").all()) await fold.click();
  await expect(`${await page.locator(".page").innerText()}\n`).toMatchFileSnapshot(`golden/${name}.txt`);
  expect(await faults()).toEqual([]);
});

test("there is a scene for each state that people may meet", () => {
  expect(scenes).toEqual(
    expect.arrayContaining(["no-tools-field", "empty-array", "five-thousand-tools", "large-schema", "no-client"]),
  );
});
