// What only the system's packages can bring. On a Debian they are installed when we are root; else we say what is missing.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { Problem, run, say, step } from "./steps.mjs";

/**
 * Brings `needed` and, where possible, `wished`; without the latter everything still runs.
 * @param {readonly string[]} needed
 * @param {readonly string[]} wished
 */
export async function installDebianPackages(needed, wished) {
  if (!existsSync("/usr/bin/dpkg-query")) return;
  const missing = missingOf([...needed, ...wished]);
  if (missing.length === 0) return;
  const command = `apt-get install --no-install-recommends ${missing.join(" ")}`;
  try {
    if (process.getuid?.() !== 0) throw new Problem(`Debian packages are missing: ${missing.join(", ")}.`);
    await step(`installing Debian packages: ${missing.join(", ")}`, () => install(missing));
  } catch (error) {
    const vital = missingOf(needed);
    if (vital.length > 0)
      throw new Problem(/** @type {Error} */ (error).message, `as root: apt-get update; ${command}`);
    say(`  Going on without ${missing.join(", ")}. To have them, as root: ${command}`);
  }
}

/** @param {readonly string[]} names */
async function install(names) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  await run("apt-get", ["update", "-qq"], { env });
  await run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...names], { env });
}

/** @param {readonly string[]} names */
function missingOf(names) {
  // It fails when it never heard of one of them, and still tells of the others.
  const format = "$" + "{Package} $" + "{Status}\n";
  const { stdout } = spawnSync("dpkg-query", ["-W", "-f", format, ...names], { encoding: "utf8", stdio: "pipe" });
  const installed = stdout.split("\n").filter((line) => line.endsWith("ok installed"));
  return names.filter((name) => !installed.some((line) => line.startsWith(`${name} `)));
}
