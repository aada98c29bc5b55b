import { expect, test } from "vitest";
import { askedWait } from "../../../src/core/models/waits";

const NOW = Date.UTC(2030, 0, 1);

function check(headers: Record<string, string>, words: string, expected: number | undefined) {
  expect(askedWait(new Headers(headers), words, NOW)).toBe(expected);
}

test.each([
  [{ "retry-after-ms": "250", "retry-after": "9" }, "", 250],
  [{ "retry-after": "1.5" }, "", 1500],
  [{ "retry-after": "Tue, 01 Jan 2030 00:01:00 GMT" }, "", 60_000],
  [{ "retry-after": "Mon, 31 Dec 2029 00:00:00 GMT" }, "", undefined],
  [{ "retry-after": "soon" }, "", undefined],
  [{ "x-ratelimit-remaining-requests": "0", "x-ratelimit-reset-requests": "6m0s" }, "", 360_000],
  [{ "x-ratelimit-remaining-requests": "12", "x-ratelimit-reset-requests": "6m0s" }, "", undefined],
  [{}, "Rate limit reached. Please try again in 6.5s.", 6500],
  [{}, "Please try again in 20ms.", 20],
  [{}, "Please try again in 1m2s.", 62_000],
  [{}, '{"@type":"RetryInfo","retryDelay":"23s"}', 23_000],
  [{}, "Slow down.", undefined],
])("%o and %j ask for %s ms", (headers, words, expected) => check(headers, words, expected));
