import { ENDS_MACHINE, isDriveRoot, isFloor } from "../floor";
import { literalStart, UNKNOWN, type Word } from "../word";
import { ENDS_DISKS, fullName } from "./table";

/** What no mode, posture or rule allows in PowerShell. The program is the last part of its path. */
export function isPwshFloor(name: string, words: readonly Word[]): boolean {
  const rest = words.slice(1);
  if (ENDS_DISKS.has(name)) return true;
  if (name === "format") return rest.some(({ value }) => /^[A-Za-z]:/.test(value));
  if (fullName(name) === "remove-item") {
    const recursive = rest.some((word) => /^-r(?:e(?:c(?:u(?:r(?:se?)?)?)?)?)?(?::|$)/i.test(literalStart(word)));
    const everything = rest.some(({ value }) => /^\/s$/i.test(value)) && rest.some((word) => isDriveRoot(shown(word)));
    return everything || (recursive && rest.some((word) => isCriticalInWindows(shown(word))));
  }
  return ENDS_MACHINE.has(name) && isFloor(words);
}

const shown = ({ value, source }: Word): string => (value.includes(UNKNOWN) ? source.replace(/["'`]/g, "") : value);

const FOLDERS =
  /^(?:~|\$home|\$\{home\}|\$(?:\{?env:)(?:userprofile|systemroot|windir|programfiles|systemdrive)\}?|[a-z]:(?:\/(?:windows(?:\/system32)?|users(?:\/[^/*]+)?|program files(?: \(x86\))?|programdata))?|)$/i;

function isCriticalInWindows(path: string): boolean {
  if (path === "") return false;
  const plain = path
    .replace(/^-[A-Za-z]+:/, "")
    .replaceAll("\\", "/")
    .replace(/\/+/g, "/");
  return FOLDERS.test(plain.replace(/\/(?:\.?\*(?:\.\*)?|\.)?$/, "")) || isDriveRoot(plain);
}
