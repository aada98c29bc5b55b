import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { OfferedTool } from "../../../src/core/progress/events";
import { toolsDigest } from "../../../src/core/surface/digest";
import { sha256 } from "../../fakes/memoryPorts";

const sumOf = (text: string) => createHash("sha256").update(text, "utf8").digest("hex");
const tool = (name: string, parameters: OfferedTool["parameters"] = {}): OfferedTool => ({
  name,
  description: `Does ${name}.`,
  parameters,
});

test("a request without a tools field has none", () => expect(toolsDigest(undefined, sha256)).toBeNull());

test("an empty array has the digest of nothing", () => expect(toolsDigest([], sha256)).toBe(sumOf("")));

test("is over name, description and canonical schema, a line each, in request order", () => {
  const tools = [tool("b", { type: "object", properties: { z: { type: "string" }, a: [1, true, null] } }), tool("a")];
  const text =
    'b\u0001Does b.\u0001{"properties":{"a":[1,true,null],"z":{"type":"string"}},"type":"object"}\n' +
    "a\u0001Does a.\u0001{}\n";
  expect(toolsDigest(tools, sha256)).toBe(sumOf(text));
  expect(toolsDigest(tools.toReversed(), sha256)).not.toBe(sumOf(text));
});

test("sorts keys by code unit, not by code point and not as numbers", () => {
  const keys = ["10", "9", "B", "a", "\u{1F600}", "\uFFFD"];
  const schema = Object.fromEntries(keys.toReversed().map((key) => [key, 1]));
  const json = `{${keys.map((key) => `${JSON.stringify(key)}:1`).join(",")}}`;
  expect(toolsDigest([tool("t", schema)], sha256)).toBe(sumOf(`t\u0001Does t.\u0001${json}\n`));
});

test("the same schema with its keys in another order has the same digest", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (schema) => {
      const turned = Object.fromEntries(Object.entries(schema).toReversed());
      expect(toolsDigest([tool("t", turned)], sha256)).toBe(toolsDigest([tool("t", schema)], sha256));
    }),
  );
});

test("one array is digested once", () => {
  const tools = [tool("a")];
  let count = 0;
  const counting = (text: string) => {
    count += 1;
    return sha256(text);
  };
  expect(toolsDigest(tools, counting)).toBe(toolsDigest(tools, counting));
  expect(count).toBe(1);
});
