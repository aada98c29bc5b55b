import { expect, test } from "vitest";
import { CHECKS, checksOf } from "../../scripts/surface/checks";
import { defaultReceipt, type Receipt, receiptText } from "../../scripts/surface/receipt";
import { runChecks } from "../../scripts/surface/run";

const passing = { a: () => "seen", b: () => "seen too" };

test("says what each named check saw", () => {
  const { lines, ok } = runChecks(["a", "b"], passing);
  expect(lines).toEqual(["PASS a: seen", "PASS b: seen too", "2 of 2 checks passed"]);
  expect(ok).toBe(true);
});

test("a check that fails fails the whole", () => {
  const failing = () => {
    throw new Error("9001 bytes, more than 9000");
  };
  const { lines, ok } = runChecks(["a", "b"], { ...passing, b: failing });
  expect(lines).toContain("FAIL b: 9001 bytes, more than 9000");
  expect(ok).toBe(false);
});

test("a named check that did not run fails the whole", () => {
  const { lines, ok } = runChecks(["a", "gone"], passing);
  expect(lines).toContain("FAIL gone: it did not run");
  expect(ok).toBe(false);
});

test("no check at all is no pass", () => expect(runChecks([], passing).ok).toBe(false));

const verdicts = (receipt: Receipt) => runChecks(CHECKS, checksOf(receipt)).lines.filter((line) => /^FAIL/.test(line));

test("the default request keeps its contract", () => expect(verdicts(defaultReceipt())).toEqual([]));

test("each breach is seen by the check that is named after it", () => {
  const receipt = defaultReceipt();
  const breaches: readonly (readonly [Partial<Receipt>, RegExp])[] = [
    [{ names: receipt.names.toReversed() }, /^FAIL sent_names_in_order: .* instead of read, /m],
    [{ names: receipt.names.slice(1) }, /^FAIL sent_names_in_order: .* instead of read, /m],
    [{ sha256: "0" }, /^FAIL digest_equals_snapshot/m],
    [{ bytes: receipt.bytes + 1 }, /^FAIL bytes_equal_snapshot/m],
    [{ systemBytes: 6_001 }, /^FAIL system_bytes: 6001 bytes, more than 6000/m],
  ];
  for (const [breach, line] of breaches) expect(verdicts({ ...receipt, ...breach }).join("\n")).toMatch(line);
});

test("room is reserved for the tools that are not built, and for none that is", () => {
  const receipt = { ...defaultReceipt(), bytes: 6_301 };
  const planned = ["agent", "workflow"];
  expect(verdicts({ ...receipt, notBuilt: planned })).toContain("FAIL tools_bytes: 9001 bytes, more than 9000");
  expect(verdicts({ ...receipt, notBuilt: [] }).join()).not.toContain("tools_bytes");
});

test("the receipt tells names, digest, bytes and what the catalog has", () => {
  const receipt = defaultReceipt();
  const text = receiptText(receipt);
  expect(text).toContain(`digest (SHA-256): ${receipt.snapshot.active_tool_catalog_sha256}`);
  expect(text).toMatch(/^names: read, write, edit, bash, /);
  expect(text).toMatch(/catalog: \d+ eager, \d+ deferred, \d+ hidden/);
});
