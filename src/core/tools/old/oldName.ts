import * as z from "zod";
import { type Prepared, type Tool, ToolError } from "../tool";

/** An old tool: what it took, and which of our tools does its work with which input. */
interface OldName<S extends z.ZodType, K extends string>
  extends Partial<Pick<Tool, "title" | "capabilities" | "approval">> {
  readonly name: string;
  readonly description: string;
  /** By the key that `route` gives. The first says how all look and where they run. */
  readonly tools: Readonly<Record<K, Tool>>;
  /** What the old system took. Made when it is first called: most never are. */
  schema(): S;
  route(asked: z.output<S>): readonly [to: NoInfer<K>, input: Readonly<Record<string, unknown>>];
}

/** An old call as the gate and its permit see it; plain JSON. */
interface Routed<K extends string> {
  readonly to: K;
  /** Where the gate looks for the file that a call is about. */
  readonly path?: string;
  readonly input: unknown;
}

/**
 * A name that saved transcripts and clients may still call, in no request and no search. It has the old
 * schema; what it then does is one of our own tools' whole way: its preparation, effects, permit and bounds.
 */
export function oldName<S extends z.ZodType, K extends string>(old: OldName<S, K>): Tool {
  const { schema: _schema, route: _route, tools, ...said } = old;
  const all = Object.values<Tool>(tools);
  const { core: _, origin: _origin, promptHint: _hint, ports: _ports, ...first } = all[0] as Tool;
  const several = new Set(all.map((tool) => tool.name)).size > 1;
  let input: z.ZodType<Routed<K>> | undefined;
  return {
    ...first,
    ...said,
    offer: "hidden",
    standsFor: [...new Set(all.flatMap((tool) => tool.standsFor ?? [tool.name]))],
    parallel: all.every((tool) => tool.parallel),
    get input() {
      input ??= routedInput(old);
      return input;
    },
    subject: ({ to, input }: Routed<K>) => (several ? `${to} ` : "") + tools[to].subject(input),
    // The first tool's own knows nothing of a routed input.
    subjectWords: ({ to, input }: Routed<K>) => (several ? undefined : tools[to].subjectWords?.(input)),
    prepare: async ({ to, input }: Routed<K>, context) => (await tools[to].prepare?.(input, context)) ?? NO_EFFECTS,
    run: ({ to, input }: Routed<K>, context) => tools[to].run(input, context),
  };
}

const NO_EFFECTS: Prepared = { effects: { reads: [], writes: [], commands: [] } };

function routedInput<S extends z.ZodType, K extends string>(old: OldName<S, K>): z.ZodType<Routed<K>> {
  return old.schema().transform((asked, context): Routed<K> => {
    const [to, input] = old.route(asked);
    const parsed = old.tools[to].input.safeParse(input);
    if (parsed.success) return { to, ...pathOf(parsed.data), input: parsed.data };
    for (const { path, message } of parsed.error.issues) context.addIssue({ code: "custom", path: [...path], message });
    return z.NEVER;
  });
}

function pathOf(input: unknown): { readonly path?: string } {
  if (typeof input !== "object" || input === null || !("path" in input)) return {};
  return typeof input.path === "string" ? { path: input.path } : {};
}

/** A part of an old tool's work that nothing of ours does, as one of its `tools`: nobody is asked about it. */
export function refusing(like: Tool, message: string, hint: string): Tool {
  const refuse = refusal(message, hint);
  return { ...like, prepare: refuse, run: refuse };
}

const refusal = (message: string, hint: string) => async (): Promise<never> => {
  throw new ToolError("unsupported", message, hint);
};

interface Waiting extends Pick<Tool, "name" | "title" | "description" | "capabilities" | "kind"> {
  /** The tools to come. */
  readonly for: readonly string[];
  schema(): z.ZodType;
}

/**
 * An old name whose work waits for a tool that is not built: until then it is not in effect, by the reason
 * `not_built_yet`. Should that tool come without a way to it from here, a call says so.
 */
export function waiting({ for: standsFor, schema, ...old }: Waiting): Tool {
  const refuse = refusal(`${old.name} is an old name that can't be called here.`, `Use ${standsFor.join(" or ")}.`);
  let input: z.ZodType | undefined;
  return {
    ...old,
    standsFor,
    get input() {
      input ??= schema();
      return input;
    },
    offer: "hidden",
    worker: "main-process-proxy",
    renderer: "generic",
    parallel: false,
    subject: () => "",
    prepare: refuse,
    run: refuse,
  };
}
