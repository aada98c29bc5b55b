import { enableCompileCache } from "node:module";
import { setFlagsFromString } from "node:v8";
import { readArguments, USAGE, UsageError } from "./arguments";

/**
 * The second host of the engine: for scripts, benchmarks and CI. Everything beyond Node itself is
 * loaded after this line, so that its compiled code comes from Node's cache.
 */
enableCompileCache?.();

async function main(): Promise<number> {
  const args = readArguments(process.argv.slice(2));
  const { runHeadless } = await import("./host");
  // A run is short: most of what a step calls is called too seldom for V8 to find out that it is worth compiling.
  setFlagsFromString("--always-sparkplug");
  setFlagsFromString("--no-lazy-feedback-allocation");
  // To compile the shell's parser a second time, better, takes V8 two seconds, and the end of the program waits for it.
  setFlagsFromString("--no-wasm-tier-up");
  setFlagsFromString("--no-wasm-dynamic-tiering");
  return runHeadless(args);
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    const usage = error instanceof UsageError;
    process.stderr.write(
      usage ? `${error.message}\n\n${USAGE}\n` : `${error instanceof Error ? error.stack : String(error)}\n`,
    );
    process.exit(usage ? 2 : 1);
  },
);
