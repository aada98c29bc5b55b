/** Gives what it saw; throws what is wrong. */
export type Check = () => string;

/** A line for each name, and whether all of them ran and passed: of a check that is not there nothing is known. */
export function runChecks(
  names: readonly string[],
  checks: Readonly<Record<string, Check | undefined>>,
): { readonly lines: readonly string[]; readonly ok: boolean } {
  const results = names.map((name) => ({ name, ...runOne(checks[name]) }));
  const passed = results.filter(({ passes }) => passes).length;
  const lines = results.map(({ name, passes, said }) => `${passes ? "PASS" : "FAIL"} ${name}: ${said}`);
  return {
    lines: [...lines, `${passed} of ${names.length} checks passed`],
    ok: passed === names.length && passed > 0,
  };
}

function runOne(check: Check | undefined): { readonly passes: boolean; readonly said: string } {
  if (!check) return { passes: false, said: "it did not run" };
  try {
    return { passes: true, said: check() };
  } catch (error) {
    return { passes: false, said: error instanceof Error ? error.message : String(error) };
  }
}
