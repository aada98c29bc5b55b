import { isRecursive } from "./alwaysAsk";
import { looseProgram } from "./command";
import { isBlockDevice, isCritical } from "./criticalPaths";
import { isOption } from "./views";
import { literalStart, type Word } from "./word";
import { FIND_RUNS } from "./wrapperTable";

export const ENDS_MACHINE: ReadonlySet<string> = new Set(
  "shutdown reboot halt poweroff init telinit systemctl".split(" "),
);

/** Programs that some floor is about; all others need no second look. */
const LOOKED_AT: ReadonlySet<string> = new Set([
  ...ENDS_MACHINE,
  ...`rm find chmod chown chgrp mkfs mke2fs mkswap wipefs blkdiscard diskutil kill rd rmdir del erase dd tee shred cp
      mv`.split(/\s+/),
]);

/** What no mode, posture or rule allows: one view of a command. */
export function isFloor(words: readonly Word[]): boolean {
  const [program] = words;
  if (!program?.resolved) return false;
  const name = looseProgram(program.value);
  if (!LOOKED_AT.has(name) && !name.startsWith("mkfs.")) return false;
  const rest = words.slice(1);
  return ENDS_MACHINE.has(name) ? endsMachine(name, rest) : takesAway(name, rest) || overwritesDevice(name, rest);
}

/** A word as the critical list sees it: quotes gone, `$HOME` as it is. */
const shown = ({ resolved, value, source }: Word): string => (resolved ? value : source.replace(/["'\\]/g, ""));

const anyCritical = (words: readonly Word[]): boolean => words.some((word) => isCritical(shown(word)));

function takesAway(name: string, rest: readonly Word[]): boolean {
  switch (name) {
    case "rm":
      return rest.some((word) => /^-[A-Za-z]*[rR]|^--rec/.test(literalStart(word))) && anyCritical(rest);
    case "find":
      return findTakesAway(rest);
    case "chmod":
    case "chown":
    case "chgrp":
      return isRecursive(rest) && anyCritical(rest);
    case "mkfs":
    case "mke2fs":
    case "mkswap":
    case "wipefs":
    case "blkdiscard":
      return true;
    case "diskutil":
      return rest.some(({ value }) => /^(?:erase|partition|zero|secureErase)/i.test(value));
    case "kill":
      return rest.at(-1)?.value === "-1";
    case "rd":
    case "rmdir":
    case "del":
    case "erase":
      return rest.some(({ value }) => /^\/s$/i.test(value)) && rest.some((word) => isDriveRoot(shown(word)));
    default:
      return name.startsWith("mkfs.");
  }
}

export const isDriveRoot = (path: string): boolean => DRIVE_ROOT.test(path);

const DRIVE_ROOT = /^[A-Za-z]:[\\/]*(?:\*(?:\.\*)?)?$/;

function findTakesAway(rest: readonly Word[]): boolean {
  const first = rest.findIndex(
    (word) => (isOption(word) && !/^-[HLPOD]/.test(word.value)) || /^[!(]$/.test(word.value),
  );
  if (!anyCritical(first < 0 ? rest : rest.slice(0, first))) return false;
  return rest.some(({ value }, at) => {
    if (value === "-delete") return true;
    return FIND_RUNS.has(value) && rest.slice(at + 1).some((word) => looseProgram(word.value) === "rm");
  });
}

function overwritesDevice(name: string, rest: readonly Word[]): boolean {
  switch (name) {
    case "dd":
      return rest.some((word) => /^of=/.test(word.value) && isBlockDevice(word.value.slice(3)));
    case "tee":
    case "shred":
      return rest.some((word) => isBlockDevice(word.value));
    case "cp":
    case "mv":
      return isBlockDevice(rest.filter((word) => !isOption(word)).at(-1)?.value ?? "");
    default:
      return false;
  }
}

function endsMachine(name: string, rest: readonly Word[]): boolean {
  const words = rest.map(({ value }) => value);
  switch (name) {
    case "init":
    case "telinit":
      return words.some((word) => word === "0" || word === "6");
    case "systemctl":
      return /^(?:poweroff|reboot|halt|kexec)$/i.test(words.find((word) => !word.startsWith("-")) ?? "");
    default:
      return !words.some((word) => word === "-c" || /^\/a$/i.test(word) || word === "--help");
  }
}
