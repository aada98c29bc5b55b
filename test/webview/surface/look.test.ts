import { afterAll, beforeAll, expect, test } from "vitest";
import { THEMES } from "../support/themes";
import { SCENES } from "./support/scenes";
import { openSurface, startBrowser, stopBrowser } from "./support/surfacePage";

beforeAll(startBrowser, 60_000);
afterAll(stopBrowser);

// The test asks that nothing breaks while each state is drawn. Pictures for people, in every theme, are taken
// with `PICTURES=1`, into test-artifacts/surface.
// The views' compiler knows no Node, so the variable is reached the long way.
const { process } = globalThis as unknown as { process: { env: Record<string, string | undefined> } };
const themes = process.env["PICTURES"] ? THEMES : [];

for (const [name, scene] of Object.entries(SCENES)) {
  test(`draws "${name}" without a fault`, { timeout: 60_000 }, async () => {
    const surface = await openSurface();
    if (scene.width) await surface.page.setViewportSize({ width: scene.width, height: 760 });
    if (scene.state) await surface.state(scene.state);
    if (scene.tab) await surface.post({ type: "tab", tab: scene.tab });
    await scene.next?.(surface);
    for (const theme of themes) {
      await surface.dress(theme);
      await surface.page.screenshot({ path: `test-artifacts/surface/${name}-${theme}.png` });
    }
    expect(await surface.faults()).toEqual([]);
  });
}
