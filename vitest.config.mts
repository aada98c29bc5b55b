import { defineConfig } from "vitest/config";

const HOUSE = ["test/house/**/*.test.ts"];
/** Real Node ports, shells, processes, sockets, the package. */
const INTEGRATION = ["node", "headless", "workers", "support", "integration", "bench", "package"].map(
  (room) => `test/${room}/**/*.test.ts`,
);
/** Views in a real browser, without VS Code. */
const VIEWS = ["test/webview/**/*.test.{ts,tsx}"];
const END_TO_END = ["test/e2e/**/*.e2e.test.ts"];
/** Run by mocha inside the extension host; an end-to-end test starts it. */
const IN_HOST = ["test/exthost/**"];

const BROWSER_TIMEOUTS = { testTimeout: 120_000, hookTimeout: 180_000 };

export default defineConfig({
  test: {
    projects: [
      { test: { name: "house", include: HOUSE, testTimeout: 30_000 } },
      {
        test: {
          name: "unit",
          include: ["test/**/*.test.ts"],
          exclude: [...HOUSE, ...INTEGRATION, ...VIEWS, ...IN_HOST, ...END_TO_END],
        },
      },
      { test: { name: "integration", include: INTEGRATION, testTimeout: 30_000 } },
      { test: { name: "views", include: VIEWS, ...BROWSER_TIMEOUTS } },
      // One window after the other: on a small machine two of them time each other out.
      { test: { name: "e2e", include: END_TO_END, fileParallelism: false, ...BROWSER_TIMEOUTS } },
    ],
  },
});
