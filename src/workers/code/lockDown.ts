/** Gives what reads an error's stack, which programs don't see. SES names it only at run time. */
export function lockDown(): (error: Error) => string {
  lockdown({
    // Stacks hold paths of the host.
    errorTaming: "safe",
    // Anything milder breaks `counts["constructor"] = 1`.
    overrideTaming: "severe",
    // The safe one silently gives other texts for dates and numbers.
    localeTaming: "unsafe",
    // Programs get a console of their own.
    consoleTaming: "unsafe",
    errorTrapping: "none",
    unhandledRejectionTrapping: "none",
    stackFiltering: "verbose",
    reporting: "none",
  });
  return (globalThis as unknown as { getStackString: (error: Error) => string }).getStackString;
}
