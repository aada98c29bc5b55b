import { defineConfig } from "vitest/config";

/** Real Node ports, shells, processes, sockets. */
const INTEGRATION = ["node", "headless", "workers", "support", "integration", "bench", "package"].map(
  (room) => `test/${room}/**/*.test.ts`,
);
const HOUSE = ["test/house/**/*.test.ts"];
const END_TO_END = ["test/e2e/**/*.e2e.test.ts"];
/** Run by mocha inside the extension host. */
const IN_HOST = ["test/exthost/**"];

export default defineConfig({
  test: {
    projects: [
      { test: { name: "house", include: HOUSE, testTimeout: 30_000 } },
      {
        test: {
          name: "unit",
          include: ["test/**/*.test.{ts,tsx}"],
          exclude: [...HOUSE, ...INTEGRATION, ...IN_HOST, "test/e2e/**"],
        },
      },
      { test: { name: "integration", include: INTEGRATION, testTimeout: 30_000 } },
      {
        // One window after the other: on a small machine two of them time each other out.
        test: {
          name: "e2e",
          include: END_TO_END,
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
