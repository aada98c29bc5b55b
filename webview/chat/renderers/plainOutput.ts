// biome-ignore lint/suspicious/noControlCharactersInRegex: terminal sequences begin with one.
const SEQUENCES = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[ -/]*[0-~])/g;

/** A terminal's output as a terminal would leave it, roughly: no colours, and a redrawn line is its last state. */
export function plainOutput(output: string): string {
  return output
    .replace(SEQUENCES, "")
    .replace(/\r+\n/g, "\n")
    .replace(/^.*\r(?=.)/gm, "")
    .replaceAll("\r", "");
}
