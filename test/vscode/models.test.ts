import { beforeEach, expect, test, vi } from "vitest";
import type { Policy } from "../../src/core/gate/statutes";
import type { Configuration } from "../../src/vscode/configuration";
import type { Keys } from "../../src/vscode/secrets";
import { fakeClock } from "../fakes/clock";

const shown: string[] = [];
vi.mock("vscode", () => ({
  EventEmitter: class {
    readonly event = () => undefined;
    fire() {}
    dispose() {}
  },
  l10n: { t: (words: string, ...places: string[]) => words.replace(/\{(\d)\}/g, (_, at) => places[Number(at)] ?? "") },
  window: { showWarningMessage: async (words: string) => void shown.push(words) },
}));
const { Models } = await import("../../src/vscode/models");

beforeEach(() => void shown.splice(0));

const ENDPOINTS = [
  { name: "ours", baseUrl: "https://models.example/v1", models: ["small", "big"] },
  { name: "theirs", baseUrl: "https://elsewhere.example/v1" },
];

function models(model: string, policy: Policy | undefined) {
  const configuration = { current: { model, endpoints: ENDPOINTS } } as unknown as Configuration;
  const keys = { find: async () => undefined } as unknown as Keys;
  return new Models(configuration, keys, fakeClock(), "Tour", () => policy);
}

const POLICY: Policy = { endpoints: { allow: ["https://models.example"] }, models: { deny: ["big"] } };

test("offers no endpoint and chooses no model that the policy of the machine does not permit, and says so", async () => {
  expect(models("ours/small", POLICY).endpoints.map(({ name }) => name)).toEqual(["ours"]);
  expect(models("ours/small", POLICY).chosen?.label).toBe("small");
  for (const barred of ["ours/big", "theirs/small"]) {
    const made = models(barred, POLICY);
    expect(made.chosen).toBeUndefined();
    await made.load();
    expect(made.current).toBeUndefined();
    expect(shown.pop()).toContain(`does not permit the model ${barred}`);
  }
});

test("permits every model without a policy, and none with a broken one, whose fault it names", async () => {
  expect(models("theirs/x", undefined).chosen?.label).toBe("x");
  const made = models("ours/small", { broken: "/etc/gatehouse/policy.json: no" });
  await made.load();
  expect(made.chosen).toBeUndefined();
  expect(shown[0]).toContain("/etc/gatehouse/policy.json: no");
});
