import { describe, expect, test } from "vitest";
import { runInExtensionHost } from "./support/exthost";
import { launchBrowser } from "./support/workbench";

// The suites run first, so that each of their tests stands here under its own name.
const browser = await launchBrowser();
const results = await runInExtensionHost(browser).finally(() => browser.close());

describe("in the extension host", () => {
  test("there are suites", () => {
    expect(results.length).toBeGreaterThan(0);
  });

  for (const { name, state, error } of results) {
    test.skipIf(state === "skipped")(name, () => {
      if (state === "failed") throw new Error(error);
    });
  }
});
