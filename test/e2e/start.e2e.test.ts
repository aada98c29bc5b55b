import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { root } from "../../scripts/project.mjs";

test("npm start brings VS Code up on the sample workspace and prints where it is", async () => {
  const { stdout } = await promisify(execFile)("npm", ["start", "--", "--once"], { cwd: root });
  expect(stdout).toMatch(/http:\/\/127\.0\.0\.1:\d+\/\?folder=/);
});
