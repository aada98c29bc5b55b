/** What goes into the places `{0}`, `{1}` of a text. */
export type Places = readonly (string | number)[];

/** A text for people: English, the key of its translation. */
export interface Words {
  readonly text: string;
  readonly args?: Places;
}

/** Marks a text that is made where nothing can be looked up; `npm run l10n` collects it by this name. */
export function words(text: string, ...args: Places): Words {
  return args.length === 0 ? { text } : { text, args };
}

/** In English, for logs and faults. A place that is left empty at the end leaves no blank. */
export function english({ text, args = [] }: Words): string {
  return text.replace(/\{(\d+)\}/g, (place, index) => String(args[Number(index)] ?? place)).trim();
}
