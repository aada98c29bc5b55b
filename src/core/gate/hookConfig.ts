import * as z from "zod";
import { HOOK_EVENTS, type Hook, type HookList } from "../operations/hooks";
import { parseJsonc, unknownKeys } from "../results/jsonc";

const MAX_SECONDS = 30;

const Entry = z.strictObject({
  event: z.enum(HOOK_EVENTS),
  command: z.string().trim().min(1).max(4_000),
  tools: z.array(z.string().min(1).max(200)).optional(),
  strict: z.boolean().default(false),
  timeout: z.number().positive().max(MAX_SECONDS).default(MAX_SECONDS),
});

const File = z.strictObject({ hooks: z.array(Entry).max(100) });

/** The text of a `hooks.json`. One broken entry makes the file broken: nobody knows what it would have forbidden. */
export function parseHookFile(text: string, file: string): HookList {
  const { value, errors } = parseJsonc(text);
  const [error] = errors;
  return error ? broken(file, `can't be used: line ${error.line}: ${error.text}`) : listOf(File.safeParse(value), file);
}

/** The value of the setting `gatehouse.hooks`: the list alone. */
export function parseHookSetting(value: unknown, file: string): HookList {
  return listOf(File.safeParse({ hooks: value }), file);
}

function listOf(parsed: z.ZodSafeParseResult<z.output<typeof File>>, file: string): HookList {
  if (!parsed.success) {
    const [first] = parsed.error.issues;
    return broken(file, `can't be used: ${first?.path.join(".") ?? ""}: ${unknownKeys(first) ?? first?.message ?? ""}`);
  }
  return { hooks: parsed.data.hooks.map(toHook), problems: [] };
}

function toHook({ event, command, tools, strict, timeout }: z.output<typeof Entry>): Hook {
  return { event, command, ...(tools && { tools }), strict, timeoutMs: timeout * 1000 };
}

const broken = (file: string, why: string): HookList => ({ hooks: [], problems: [{ file, text: `${file} ${why}` }] });
