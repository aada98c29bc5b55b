/** Everything on a machine hangs on these folders. */
const TOP = new Set(
  `bin boot dev etc home lib lib32 lib64 opt proc root run sbin srv sys usr var Users System Library Applications
   Volumes private`.split(/\s+/),
);
const BELOW_PRIVATE = new Set(["etc", "var", "tmp", "home"]);

/** Whether removing this path, or all in it, would take the system or a home folder away. Quotes are already gone. */
export function isCritical(path: string): boolean {
  // All entries of a folder are as good as the folder.
  const parts = resolved(path.replace(/\/(?:\.?\*)$/, "/"));
  if (!parts) return false;
  const [top, second] = parts;
  if (top === undefined) return true;
  if (parts.length === 1) return TOP.has(top);
  if (parts.length > 2 || second === undefined) return false;
  return top === "home" || top === "Users" || (top === "private" && BELOW_PRIVATE.has(second));
}

/** The parts of an absolute path after `.` and `..`; a home folder counts as one below `/home`. */
function resolved(path: string): readonly string[] | undefined {
  const home = /^(?:~[\w.-]*|\$HOME|\$\{HOME\})(?=\/|$)/.exec(path)?.[0];
  if (home === undefined && !path.startsWith("/")) return undefined;
  const parts: string[] = home === undefined ? [] : ["home", "~"];
  for (const part of path.slice(home?.length ?? 0).split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return parts;
}

const BLOCK_DEVICE =
  /^\/dev\/(?:(?:sd|hd|vd|xvd)[a-z]+\d*|nvme\d+n\d+(?:p\d+)?|mmcblk\d+(?:p\d+)?|r?disk\d+(?:s\d+)*|md\d+|dm-\d+|mapper\/.+)$/;

export function isBlockDevice(path: string): boolean {
  return BLOCK_DEVICE.test(path.replace(/\/(?:\.?\/)+/g, "/"));
}
