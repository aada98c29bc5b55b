import * as z from "zod";

/** How a server is reached, its variables not expanded or expanded. */
export type Target =
  | {
      readonly transport: "stdio";
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
      readonly cwd?: string;
    }
  | { readonly transport: "http" | "sse"; readonly url: string; readonly headers: Readonly<Record<string, string>> };

/** What `${input:id}` asks a person for. One that no file describes is a password. */
export interface InputEntry {
  readonly id: string;
  readonly description: string;
  readonly secret: boolean;
  readonly initial?: string;
  readonly options?: readonly string[];
}

/** What an entry says beside its name. */
export type EntryBody = {
  readonly disabled: boolean;
  readonly connectMs: number;
  readonly listMs: number;
  readonly callMs: number;
} & Target;

const Texts = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));
const seconds = (most: number) => z.number().min(1).max(most).optional();

/** Other products' keys may stand beside ours. */
const Entry = z.looseObject({
  type: z.string().optional(),
  transport: z.string().optional(),
  command: z.string().min(1).optional(),
  args: z.array(z.string()).optional(),
  env: Texts.optional(),
  cwd: z.string().min(1).optional(),
  url: z.string().min(1).optional(),
  headers: Texts.optional(),
  disabled: z.boolean().optional(),
  connectTimeout: seconds(600),
  listTimeout: seconds(600),
  callTimeout: seconds(3_600),
});

const TRANSPORTS = new Map<string, Target["transport"]>([
  ["stdio", "stdio"],
  ["sse", "sse"],
  ["http", "http"],
  ["streamablehttp", "http"],
]);

/** What an entry says, or a sentence on why it can't be used. */
export function readEntry(raw: unknown, name: string): EntryBody | string {
  if (name === "") return "A server has no name.";
  const parsed = Entry.safeParse(raw);
  if (!parsed.success) return `The server ${name} can't be used: ${whyNot(parsed.error)}`;
  const entry = parsed.data;
  const target = targetOf(entry);
  if (typeof target === "string") return `The server ${name} can't be used: ${target}`;
  return {
    disabled: entry.disabled ?? false,
    connectMs: (entry.connectTimeout ?? 15) * 1_000,
    listMs: (entry.listTimeout ?? 60) * 1_000,
    callMs: (entry.callTimeout ?? 120) * 1_000,
    ...target,
  };
}

function targetOf(entry: z.infer<typeof Entry>): Target | string {
  const { command, url, cwd } = entry;
  const named = entry.type ?? entry.transport;
  const transport = named === undefined ? undefined : TRANSPORTS.get(named.toLowerCase().replace(/[-_]/g, ""));
  if (named !== undefined && !transport) return `there is no transport "${named.slice(0, 40)}".`;
  if (command !== undefined && url !== undefined && !transport) return "it has a command and a URL.";
  if (transport === "stdio" || (!transport && command !== undefined)) {
    if (command === undefined) return "it has no command.";
    const rest = { args: entry.args ?? [], env: texts(entry.env), ...(cwd === undefined ? {} : { cwd }) };
    return { transport: "stdio", command, ...rest };
  }
  if (url === undefined) return "it has neither a command nor a URL.";
  if (!/^(https?:\/\/|\$\{)/i.test(url)) return "its URL is not an http or https one.";
  return { transport: transport ?? "http", url, headers: texts(entry.headers) };
}

/** `null` unsets a variable elsewhere; here nothing that is not named is passed on anyway. */
function texts(given: z.infer<typeof Texts> | undefined): Record<string, string> {
  const kept = Object.entries(given ?? {}).filter(([, value]) => value !== null);
  return Object.fromEntries(kept.map(([key, value]) => [key, String(value)]));
}

const Input = z.looseObject({
  id: z.string().min(1),
  type: z.string().optional(),
  description: z.string().optional(),
  password: z.boolean().optional(),
  default: z.string().optional(),
  options: z.array(z.union([z.string(), z.object({ value: z.string() }).transform(({ value }) => value)])).optional(),
});

/** One of the `inputs`, or a sentence on why it can't be used. */
export function readInput(raw: unknown): InputEntry | string {
  const parsed = Input.safeParse(raw);
  if (!parsed.success) return `An input can't be used: ${whyNot(parsed.error)}`;
  const { id, type, description = "", password: secret = false, default: initial, options } = parsed.data;
  if (type === "command") return `The input ${id} can't be used: it would run a command.`;
  return { id, description, secret, ...(initial === undefined ? {} : { initial }), ...(options ? { options } : {}) };
}

function whyNot(error: z.ZodError): string {
  const [first] = error.issues;
  return first ? `${first.path.join(".") || "it"}: ${first.message}.`.slice(0, 300) : "it is not understood.";
}
