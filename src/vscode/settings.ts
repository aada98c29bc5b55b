import * as z from "zod/mini";
import { SETTINGS } from "../shared/contributions";
import { Mode, Posture } from "../shared/modes";

/** One OpenAI-compatible endpoint as the user wrote it. Its key is not here. */
export const Endpoint = z.object({
  name: z.string().check(z.regex(/^[^/\s]{1,64}$/)),
  baseUrl: z.string().check(z.refine((text) => isHttp(text), "must be an http or https URL")),
  models: z.optional(z.array(z.string())),
  headers: z.optional(z.record(z.string(), z.string())),
  body: z.optional(z.record(z.string(), z.unknown())),
});
export type Endpoint = z.infer<typeof Endpoint>;

export interface Settings {
  readonly endpoints: readonly Endpoint[];
  /** "tour", "<endpoint>/<model>", or empty when nothing was chosen. */
  readonly model: string;
  readonly mode: Mode;
  readonly posture: Posture;
  readonly workspaceEdits: "ask" | "allow";
  readonly maxResultTokens: number;
  readonly maxSteps: number;
  readonly maxSeconds: number;
  readonly progressEnabled: boolean;
  readonly progressFlushMs: number;
  readonly progressFlushBytes: number;
  readonly passEnvironment: readonly string[];
  readonly alwaysLoad: readonly string[];
  readonly suggestTools: boolean;
  readonly codeMode: boolean;
  readonly maxProgramCalls: number;
  /** Parsed one by one by `core/mcp/config.ts`. */
  readonly mcpServers: Readonly<Record<string, unknown>>;
  readonly trustedServers: readonly string[];
  readonly disabledServers: readonly string[];
  readonly skillRoots: readonly string[];
  readonly goalMaxPasses: number;
  /** Empty: pages can be fetched, not searched for. */
  readonly webSearch: string;
  /** As it is written: a broken one is told by its own words. */
  readonly hooks: unknown;
  readonly sandbox: "off" | "auto" | "required";
  /** That sandboxed commands may speak to. */
  readonly sandboxHosts: readonly string[];
}

/** A value that could not be used: its key below `gatehouse.` and why. */
export interface SettingProblem {
  readonly key: string;
  readonly why: string;
}

/** Parses every setting on arrival. A broken value is replaced by the stricter reading and reported. */
export function readSettings(get: (key: string) => unknown): { settings: Settings; problems: SettingProblem[] } {
  const problems: SettingProblem[] = [];
  const one = <T>(key: string, schema: z.ZodMiniType<T>, absent: T, strictest: T): T => {
    const value = get(key);
    if (value === undefined || value === null) return absent;
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    problems.push({ key, why: z.prettifyError(parsed.error) });
    return strictest;
  };
  const many = <T>(key: string, schema: z.ZodMiniType<T>): T[] => {
    const values = one<unknown[]>(key, z.array(z.unknown()), [], []);
    return values.flatMap((value) => entry(value, key, schema, problems));
  };

  const settings: Settings = {
    endpoints: distinct(many(SETTINGS.endpoints, Endpoint), problems),
    model: one(SETTINGS.model, z.string(), "", ""),
    mode: one(SETTINGS.mode, Mode, "work", "plan"),
    posture: one(SETTINGS.posture, Posture, "ask", "ask"),
    workspaceEdits: one(SETTINGS.workspaceEdits, z.enum(["ask", "allow"]), "ask", "ask"),
    maxResultTokens: one(SETTINGS.maxResultTokens, between(1_000, 100_000), 12_000, 12_000),
    maxSteps: one(SETTINGS.maxSteps, between(1, 1_000), 200, 200),
    maxSeconds: one(SETTINGS.maxSeconds, between(10, 86_400), 3_600, 3_600),
    progressEnabled: one(SETTINGS.progressEnabled, z.boolean(), true, true),
    progressFlushMs: one(SETTINGS.progressFlushMs, between(0, 5_000), 50, 50),
    progressFlushBytes: one(SETTINGS.progressFlushBytes, between(256, 1_048_576), 16_384, 16_384),
    passEnvironment: many(SETTINGS.passEnvironment, z.string().check(z.regex(/^[A-Za-z_][A-Za-z0-9_]*$/))),
    alwaysLoad: many(SETTINGS.alwaysLoad, z.string()),
    suggestTools: one(SETTINGS.suggestTools, z.boolean(), false, false),
    codeMode: one(SETTINGS.codeMode, z.boolean(), true, false),
    maxProgramCalls: one(SETTINGS.maxProgramCalls, between(1, 100_000), 2_000, 1),
    mcpServers: one(SETTINGS.mcpServers, z.record(z.string(), z.unknown()), {}, {}),
    trustedServers: many(SETTINGS.trustedServers, z.string()),
    disabledServers: many(SETTINGS.disabledServers, z.string()),
    skillRoots: many(SETTINGS.skillRoots, z.string()),
    goalMaxPasses: one(SETTINGS.goalMaxPasses, between(1, 200), 25, 1),
    webSearch: one(SETTINGS.webSearch, z.string().check(z.refine((text) => text === "" || isHttp(text))), "", ""),
    hooks: get(SETTINGS.hooks) ?? [],
    sandbox: one(SETTINGS.sandbox, z.enum(["off", "auto", "required"]), "auto", "required"),
    sandboxHosts: many(SETTINGS.sandboxHosts, z.string().check(z.regex(HOST))),
  };
  return { settings, problems };
}

/** "example.org" or "*.example.org": a whole domain, never all of them. */
const HOST = /^(\*\.)?([A-Za-z0-9-]+\.)+[A-Za-z0-9-]+$/;

const between = (least: number, most: number) => z.int().check(z.minimum(least), z.maximum(most));

/** One entry of a list: the good ones stay, a broken one is left out and reported. */
function entry<T>(value: unknown, key: string, schema: z.ZodMiniType<T>, problems: SettingProblem[]): T[] {
  const parsed = schema.safeParse(value);
  if (parsed.success) return [parsed.data];
  problems.push({ key, why: z.prettifyError(parsed.error) });
  return [];
}

/** Two endpoints of one name would make a model's id ambiguous: the first stands. */
function distinct(endpoints: Endpoint[], problems: SettingProblem[]): Endpoint[] {
  const seen = new Set<string>();
  return endpoints.filter(({ name }) => {
    if (!seen.has(name)) return Boolean(seen.add(name));
    problems.push({ key: SETTINGS.endpoints, why: `The name ${name} stands twice; the first is used.` });
    return false;
  });
}

function isHttp(text: string): boolean {
  const protocol = URL.canParse(text) ? new URL(text).protocol : "";
  return protocol === "https:" || protocol === "http:";
}
