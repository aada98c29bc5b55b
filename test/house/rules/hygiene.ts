import type { SourceFile, Violation } from "./source";

// Put together, so that this file does not accuse itself.
const REGISTRIES = new RegExp(["registry\\.npm", "npmjs\\.(org|com)", `npm${"mirror"}`, "registry\\.yarn"].join("|"));
const HOMES = new RegExp(["/home/", "/Users/", "C:\\\\+Users\\\\+"].map((start) => `${start}[a-z]`).join("|"), "i");

/** What must stand in no file of the project: it would tie it to one machine or to one registry. */
export function clean(files: readonly SourceFile[], root: string): Violation[] {
  return files.flatMap(({ path, text }) => {
    const found = REGISTRIES.test(text) ? [`${path}: names the host of a registry`] : [];
    // Tests make up paths, and might hit upon ours; nothing else has a reason to name one.
    if (path.startsWith("test/")) return found;
    if (text.includes(`${root}/`)) found.push(`${path}: names the place of this checkout`);
    if (HOMES.test(text)) found.push(`${path}: names somebody's home folder`);
    return found;
  });
}
