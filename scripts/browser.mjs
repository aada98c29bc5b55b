// Finds a Chromium to drive: Debian's, an installed Chrome or Edge, or the one that playwright keeps.
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { Problem } from "./steps.mjs";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "microsoft-edge", "chrome"];
const PLACES = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** The browser's path, or nothing. `CHROMIUM` names one. */
export async function findBrowser() {
  const named = process.env["CHROMIUM"];
  if (named) return named;
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const onPath = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...onPath, ...PLACES].find((path) => existsSync(path)) ?? (await playwrights());
}

export async function needBrowser() {
  const found = await findBrowser();
  if (found) return found;
  throw new Problem(
    "There is no Chromium, Chrome or Edge to run the end-to-end tests in.",
    "install one of them, or run `npx playwright-core install chromium`, or set CHROMIUM to a browser's path.",
  );
}

/** The one that `playwright-core install` keeps. */
async function playwrights() {
  try {
    const { chromium } = await import("playwright-core");
    const path = chromium.executablePath();
    return existsSync(path) ? path : undefined;
  } catch {
    return undefined; // The npm packages are not there yet.
  }
}
