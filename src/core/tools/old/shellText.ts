/** What old shell tools took beside the command. It becomes part of the command, so that all of it is shown and judged. */
interface Around {
  readonly folder?: string | undefined;
  /** By names that can stand in a command as they are. */
  readonly env?: Readonly<Record<string, string>> | undefined;
}

/** The command as it would be typed in `shell`, begun in that folder with these variables. */
export function placed(command: string, { folder, env = {} }: Around, shell: string | undefined): string {
  const windows = shell === "PowerShell";
  const set = (name: string) => (windows ? `$env:${name} = ` : `export ${name}=`);
  const sets = Object.entries(env).map(([name, value]) => set(name) + quoted(value, windows));
  // A command that would run somewhere else than it was meant to does not run.
  const cd = windows ? "Set-Location -ErrorAction Stop -LiteralPath" : "cd --";
  const go = folder === undefined ? [] : [`${cd} ${quoted(folder, windows)}${windows ? "" : " || exit"}`];
  return [...go, ...sets, command].join("\n");
}

function quoted(text: string, windows: boolean): string {
  return `'${text.replaceAll("'", windows ? "''" : "'\\''")}'`;
}

/** Python given on the standard input, as it stands. */
export function python(code: string): string {
  let end = "PYTHON";
  while (code.split(/\r?\n/).includes(end)) end += "_";
  return `python3 - <<'${end}'\n${code}\n${end}`;
}
