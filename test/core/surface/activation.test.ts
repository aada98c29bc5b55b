import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type Activation,
  activate,
  EMPTY_ACTIVATION,
  MAX_ACTIVATED,
  MAX_ACTIVATED_BYTES,
  revalidate,
  touch,
} from "../../../src/core/surface/activation";

const small = () => 100;
const KB = 1024;

function having(names: readonly string[]): Activation {
  return activate(EMPTY_ACTIVATION, names, small).activation;
}

test("hits come behind what is there, best first", () => {
  const { activation, activated, evicted } = activate(having(["a"]), ["c", "b", "c"], small);
  expect(activation.order).toEqual(["a", "c", "b"]);
  expect([activated, evicted]).toEqual([["c", "b"], []]);
});

test("what is found again keeps its place, and is no news", () => {
  const { activation, activated } = activate(having(["a", "b"]), ["c", "a"], small);
  expect(activation.order).toEqual(["a", "b", "c"]);
  expect(activated).toEqual(["c"]);
});

test("the least recently used gives way, and of one search the worst goes before the best", () => {
  const full = having(["a", "b", "c", "d", "e", "f", "g", "h"]);
  expect(activate(full, ["new"], small).evicted).toEqual(["h"]);
  expect(activate(touch(full, "h"), ["new"], small).evicted).toEqual(["g"]);
});

test("running a tool moves nothing in the requests, and adds nothing", () => {
  const activation = having(["a", "b"]);
  expect(touch(activation, "b").order).toEqual(["a", "b"]);
  expect(touch(activation, "stranger")).toBe(activation);
});

test("one that was evicted comes back at the end", () => {
  const full = having(["a", "b", "c", "d", "e", "f", "g", "h"]);
  const without = activate(full, ["i"], small);
  expect(without.evicted).toEqual(["h"]);
  const back = activate(touch(without.activation, "h"), ["h"], small);
  expect(back.activation.order.at(-1)).toBe("h");
});

test("when schemas are large the best hits stay, and one that alone is too large is passed over", () => {
  const bytes: Record<string, number> = { best: 9 * KB, large: 9 * KB, huge: 17 * KB, last: 4 * KB };
  const { activated } = activate(EMPTY_ACTIVATION, ["huge", "best", "large", "last"], (name) => bytes[name] ?? 0);
  expect(activated).toEqual(["best", "last"]);
});

test("what is no longer allowed goes, the others stay as they were", () => {
  const activation = touch(having(["a", "b", "c"]), "a");
  expect(revalidate(activation, (name) => name !== "b")).toEqual({ order: ["a", "c"], recent: ["c", "a"] });
  expect(revalidate(activation, () => true)).toBe(activation);
});

type Step =
  | { readonly do: "activate"; readonly names: readonly string[] }
  | { readonly do: "touch"; readonly name: string }
  | { readonly do: "revalidate"; readonly allowed: readonly string[] };

describe("whatever happens to it", () => {
  const NAMES = Array.from({ length: 14 }, (_, at) => `t${at}`);
  const name = fc.constantFrom(...NAMES);
  const names = fc.uniqueArray(name, { maxLength: 8 });
  const step: fc.Arbitrary<Step> = fc.oneof(
    fc.record({ do: fc.constant("activate" as const), names }),
    fc.record({ do: fc.constant("touch" as const), name }),
    fc.record({ do: fc.constant("revalidate" as const), allowed: fc.subarray(NAMES) }),
  );
  const sizes = fc.array(fc.integer({ min: 1, max: 20 * KB }), { minLength: NAMES.length, maxLength: NAMES.length });

  /** Calls back with the value before and after each step. */
  function walk(steps: readonly Step[], bytes: readonly number[], look: (look: Look) => void): void {
    const bytesOf = (each: string): number => bytes[NAMES.indexOf(each)] ?? Number.POSITIVE_INFINITY;
    let before = EMPTY_ACTIVATION;
    for (const each of steps) {
      const after = next(before, each, bytesOf);
      look({ before, after, step: each, bytesOf });
      before = after;
    }
  }
  interface Look {
    readonly before: Activation;
    readonly after: Activation;
    readonly step: Step;
    bytesOf(name: string): number;
  }
  function next(before: Activation, each: Step, bytesOf: (name: string) => number): Activation {
    if (each.do === "activate") return activate(before, each.names, bytesOf).activation;
    if (each.do === "touch") return touch(before, each.name);
    return revalidate(before, (one) => each.allowed.includes(one));
  }
  const holds = (look: (look: Look) => void) =>
    fc.assert(fc.property(fc.array(step, { maxLength: 20 }), sizes, (steps, bytes) => walk(steps, bytes, look)));
  const sum = (all: readonly string[], bytesOf: Look["bytesOf"]) => all.reduce((total, one) => total + bytesOf(one), 0);

  test("it stays within its bounds, and both its lists have the same names", () =>
    holds(({ after, bytesOf }) => {
      expect(after.order.length).toBeLessThanOrEqual(MAX_ACTIVATED);
      expect(sum(after.order, bytesOf)).toBeLessThanOrEqual(MAX_ACTIVATED_BYTES);
      expect(after.order.toSorted()).toEqual(after.recent.toSorted());
    }));

  test("no name comes in but by a search", () =>
    holds(({ before, after, step }) => {
      const mayCome = step.do === "activate" ? step.names : [];
      for (const each of after.order) expect([...before.order, ...mayCome]).toContain(each);
    }));

  test("a hit that is left out does not fit beside the better ones", () =>
    holds(({ after, step, bytesOf }) => {
      if (step.do !== "activate") return;
      step.names.forEach((each, at) => {
        if (after.order.includes(each)) return;
        const better = step.names.slice(0, at).filter((one) => after.order.includes(one));
        const fits = better.length < MAX_ACTIVATED && sum([...better, each], bytesOf) <= MAX_ACTIVATED_BYTES;
        expect(fits).toBe(false);
      });
    }));

  test("as long as nothing leaves, a request begins as the one before", () =>
    holds(({ before, after }) => {
      const left = before.order.some((each) => !after.order.includes(each));
      if (!left) expect(after.order.slice(0, before.order.length)).toEqual(before.order);
      else
        expect(after.order.filter((each) => before.order.includes(each))).toEqual(
          before.order.filter((each) => after.order.includes(each)),
        );
    }));
});
