import { describe, expect, test } from "vitest";
import { networkFailure, reportedFailure } from "../../../src/core/models/failure";
import type { ModelErrorKind } from "../../../src/core/models/model";
import { collect, modelAt, scripted } from "./harness";

const PLACE = { origin: "https://api.test", model: "m", key: "sk-secret-1", now: 0 };

function reported(status: number | undefined, body: unknown) {
  return reportedFailure({ status, body }, PLACE);
}

const error = (message: string, more: object = {}) => ({ error: { message, ...more } });

test.each<[number | undefined, unknown, ModelErrorKind]>([
  [400, error("This model's maximum context length is 8192 tokens."), "context_length"],
  [400, error("prompt is too long: 210000 tokens > 200000 maximum"), "context_length"],
  [400, error("", { code: "context_length_exceeded" }), "context_length"],
  [
    500,
    error("the request exceeds the available context size", { type: "exceed_context_size_error" }),
    "context_length",
  ],
  [413, "Request Entity Too Large", "context_length"],
  [429, error("Limit 30000 tokens per min, maximum context", {}), "rate_limit"],
  [429, error("You exceeded your quota", { code: "insufficient_quota" }), "quota"],
  [402, error("Insufficient Balance"), "quota"],
  [403, error("Your credit balance is too low"), "quota"],
  [401, error("Incorrect API key provided"), "auth"],
  [403, error("Forbidden"), "auth"],
  [404, error("The model does not exist"), "not_found"],
  [302, "", "not_found"],
  [400, error("Unknown field"), "bad_request"],
  [422, { detail: [{ msg: "field required" }] }, "bad_request"],
  [408, "", "timeout"],
  [504, "<html>Gateway Time-out</html>", "timeout"],
  [503, "", "overloaded"],
  [529, { type: "error", error: { type: "overloaded_error", message: "Overloaded" } }, "overloaded"],
  [undefined, { code: 429, message: "Slow down" }, "rate_limit"],
  [undefined, { code: "502", message: "Upstream" }, "overloaded"],
  [undefined, { type: "overloaded_error", message: "Overloaded" }, "overloaded"],
  [undefined, "authentication failed", "auth"],
  [undefined, { message: "something" }, "unknown"],
  [undefined, { code: "network_error" }, "broken_stream"],
])("status %s with %j is %s", (status, body, kind) => {
  expect(reported(status, body).kind).toBe(kind);
});

describe("the sentence", () => {
  test("says what to do, names the origin and ends with the endpoint's own words on one line", () => {
    const { message } = reported(404, error("No such\n  model."));
    expect(message).toBe(
      "There is no model m at https://api.test, or its base URL is wrong; it usually ends in /v1. (HTTP 404: No such model.)",
    );
  });

  test("tells a wrong key from a missing one", () => {
    const without = reportedFailure({ status: 401, body: "" }, { ...PLACE, key: undefined });
    expect([reported(401, "").message, without.message]).toEqual([
      "https://api.test refused the key. Set a key that may use m. (HTTP 401)",
      "https://api.test wants a key. Set one for this endpoint. (HTTP 401)",
    ]);
  });

  test("never holds the key, though the endpoint echoes it", () => {
    const failure = reported(401, error("Incorrect API key provided: sk-secret-1"));
    expect(JSON.stringify([failure.message, failure.detail])).not.toContain("sk-secret-1");
  });

  test("leaves web pages out and cuts long texts", () => {
    expect(reported(502, "<html>Bad Gateway</html>").message).not.toContain("<");
    expect(reported(400, error("x".repeat(5000))).message.length).toBeLessThan(500);
  });
});

describe("without an answer", () => {
  const failed = (code: string) =>
    networkFailure(new TypeError("fetch failed", { cause: Object.assign(new Error(), { code }) }), PLACE);

  test.each([
    ["ECONNREFUSED", /Nothing listens at https:\/\/api\.test/, 3],
    ["ENOTFOUND", /name of https:\/\/api\.test is not known/, 3],
    ["SELF_SIGNED_CERT_IN_CHAIN", /certificate of https:\/\/api\.test is not trusted/, 1],
    ["ECONNRESET", /can't be reached \(ECONNRESET\)/, Number.POSITIVE_INFINITY],
  ])("%s has a sentence of its own", (code, sentence, tries) => {
    expect(failed(code).message).toMatch(sentence);
    expect(failed(code).tries).toBe(tries);
  });

  test("a closed port is named by its origin, without user, path or key", async () => {
    const { model } = modelAt("http://user:pass@127.0.0.1:9/secret/v1", { maxTries: 1 });
    const { error: failure } = await collect(model);
    expect(failure?.kind).toBe("network");
    expect(failure?.message).not.toMatch(/user|pass|secret|sk-/);
  });
});

test("a redirect is not followed, so that a key stays where it was entered for", async () => {
  const { server: other } = await scripted([{ text: "Hi" }]);
  const { model } = await scripted([{ status: 307, headers: { location: `${other.url}/chat/completions` } }]);
  expect((await collect(model)).error).toMatchObject({ kind: "not_found", status: 307 });
  expect(other.requests).toEqual([]);
});
