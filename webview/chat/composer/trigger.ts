/** What is being written at the cursor, if it is a command or a mention. */
export interface Trigger {
  readonly trigger: "/" | "@";
  readonly query: string;
  /** Where it begins in the text. */
  readonly start: number;
}

/** A command stands at the very start of a message; a mention after a blank. `@"` may hold blanks. */
export function triggerAt(text: string, cursor: number): Trigger | undefined {
  const before = text.slice(0, cursor);
  if (/^\/[^\n]{0,199}$/.test(before)) return { trigger: "/", query: before.slice(1), start: 0 };
  const [whole = "", quoted, plain] = /(?:^|\s)@(?:"([^"\n]{0,199})|([^\s"]{0,199}))$/.exec(before) ?? [];
  if (whole === "") return undefined;
  return { trigger: "@", query: quoted ?? plain ?? "", start: before.length - whole.trimStart().length };
}
