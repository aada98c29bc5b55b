/** Names that open a device in whatever folder they are written, with any extension. */
const DEVICE_NAME =
  /^(con|prn|aux|nul|conin\$|conout\$|com[0-9\u00b9\u00b2\u00b3]|lpt[0-9\u00b9\u00b2\u00b3])\s*(\.|$)/i;
const SHORT_NAME = /^[^.]{1,6}~\d{1,6}(\.[^.]{0,3})?$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are exactly what Windows refuses in a name.
const REFUSED_CHARACTERS = /[\u0000-\u001f<>"|?*]/;

/**
 * Why a path's spelling is refused on Windows; nothing when it is plain.
 *
 * These spellings reach a file under another name than the one that is judged, or reach the network
 * before anything is judged: ask before the path is opened or looked at.
 */
export function refusedWindowsForm(path: string): string | undefined {
  if (/^[\\/]{2}[.?][\\/]|^[\\/]\?\?[\\/]/.test(path)) return "device path";
  if (/^[\\/]{2}/.test(path)) return "network path";
  const drive = /^[a-z]:/i.test(path);
  if (drive && !/^[a-z]:[\\/]/i.test(path)) return "path relative to a drive";
  const names = (drive ? path.slice(2) : path).split(/[\\/]+/);
  for (const name of names) {
    const why = refusedName(name);
    if (why) return why;
  }
  return undefined;
}

function refusedName(name: string): string | undefined {
  if (name === "." || name === "..") return undefined;
  if (name.includes(":")) return "alternate stream";
  if (REFUSED_CHARACTERS.test(name)) return "character that no name can hold";
  if (/[. ]$/.test(name)) return "name that ends with a dot or a blank";
  if (DEVICE_NAME.test(name)) return "device name";
  if (SHORT_NAME.test(name)) return "short (8.3) name";
  return undefined;
}
