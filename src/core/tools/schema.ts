import * as z from "zod";
import { foreignType } from "./foreign";
import type { Tool } from "./tool";

/**
 * The tool as the model sees it. What does not guide a model is left out, since every request
 * carries it: the dialect, bounds that only say "a safe integer", and that unknown keys are refused
 * (a call that has one is told so by name).
 */
export function toolSchema(tool: Pick<Tool, "name" | "description" | "input">): {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the input. */
  readonly parameters: JsonSchema;
} {
  return { name: tool.name, description: tool.description, parameters: inputSchema(tool.input) };
}

export type JsonSchema = Readonly<Record<string, unknown>>;

// Each call and each request asks for the same few.
const made = new WeakMap<z.ZodType, JsonSchema>();

/** JSON Schema of what may be sent: fields with a default are optional. */
export function inputSchema(input: z.ZodType): JsonSchema {
  const schema = made.get(input) ?? make(input);
  made.set(input, schema);
  return schema;
}

/** An input that a JSON Schema of somebody else's describes: it is checked by that schema and shown as it is. */
export function foreignInput(schema: JsonSchema): z.ZodType {
  const input = foreignType(schema);
  made.set(input, schema);
  return input;
}

function make(input: z.ZodType): JsonSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(input, {
    io: "input",
    override: ({ jsonSchema }) => {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    },
  });
  return schema;
}
