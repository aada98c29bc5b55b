import { afterAll, beforeAll, expect, test } from "vitest";
import type { Snapshot } from "../../../src/shared/surface";
import { view } from "./support/states";
import { openSurface, startBrowser, stopBrowser } from "./support/surfacePage";

declare global {
  interface ImportMeta {
    /** Vite's own: the files of a pattern, read when the test is loaded. */
    glob<T>(pattern: string, options: { eager: true; import: "default" }): Readonly<Record<string, T>>;
  }
}

/** What the core projects, as `test/core/surface/snapshot.test.ts` has written it down. */
const PROJECTED = import.meta.glob<Snapshot>("../../core/surface/golden/snapshot/*.json", {
  eager: true,
  import: "default",
});
const scenes = Object.entries(PROJECTED).map(
  ([file, snapshot]) => [file.replace(/^.*\/|\.json$/g, ""), snapshot] as const,
);

beforeAll(startBrowser);
afterAll(stopBrowser);

test.each(scenes)("draws of %s what its golden file says, every tool unfolded", async (name, snapshot) => {
  const { page, state, faults } = await openSurface();
  await state(view({ snapshot }));
  for (const fold of await page.locator(".fold").all()) await fold.click();
  await expect(`${await page.locator(".page").innerText()}\n`).toMatchFileSnapshot(`golden/${name}.txt`);
  expect(await faults()).toEqual([]);
});

test("there is a scene for each state that people may meet", () => {
  expect(scenes.map(([name]) => name)).toEqual(
    expect.arrayContaining(["no-tools-field", "empty-array", "five-thousand-tools", "large-schema", "no-client"]),
  );
});
