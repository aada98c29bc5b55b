import { afterAll, beforeAll, expect, test } from "vitest";
import { openChat, startBrowser, stopBrowser } from "./support/chatPage";
import { SCENES } from "./support/scenes";
import { THEMES } from "./support/themes";

beforeAll(startBrowser, 60_000);
afterAll(stopBrowser);

// The test asks that nothing breaks while each state is drawn. Pictures for people, in every theme, are taken
// with `PICTURES=1`, into test-artifacts/chat.
// The views' compiler knows no Node, so the variable is reached the long way.
const { process } = globalThis as unknown as { process: { env: Record<string, string | undefined> } };
const themes = process.env["PICTURES"] ? THEMES : [];

for (const [name, scene] of Object.entries(SCENES)) {
  test(`draws "${name}" without a fault`, { timeout: 60_000 }, async () => {
    const chat = await openChat();
    if (scene.state) await chat.snapshot(scene.state);
    await scene.next?.(chat);
    for (const theme of themes) {
      await chat.dress(theme);
      await chat.page.screenshot({ path: `test-artifacts/chat/${name}-${theme}.png` });
    }
    expect(await chat.faults()).toEqual([]);
  });
}
