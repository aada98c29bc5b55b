import type { ElicitRequestFormParams, ElicitRequestParams, ElicitResult } from "@modelcontextprotocol/sdk/types.js";
import type { FormEnd, FormField } from "../../shared/forms";
import { plainLine, plainText } from "../results/foreign";
import type { CallHelp } from "./pool";

const MAX_LINE = 200;
const MAX_MESSAGE = 2_000;
const MAX_FIELDS = 20;
const MAX_OPTIONS = 100;

/** What no server may ask for in a form: whoever wants to be trusted with it has a page of its own. */
const SECRET =
  /pass(?:word|phrase|code|wd|e\b)|secret|token|credential|api.?key|private.?key|(?:seed|recovery).?(?:phrase|word|code)|mnemonic|card.?number|one.?time.?(?:code|pass)|passwort|contrasena|密码|口令|密钥/i;
/** Only as the name of a field: a longer text may say that it is not what is asked for. */
const SHORT = /(?<![a-z])(?:pin|[th]?otp|2fa|mfa|cvv?|cvc|ssn)(?![a-z])/i;

/** As people read it: without what is hidden in it, in plain letters, `userPin` as two words. */
const readAs = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/[\p{C}\p{M}\p{Default_Ignorable_Code_Point}]/gu, "")
    .replace(/(?<=[a-z])(?=[A-Z])/g, " ");

/** Answers a server's elicitation by asking the person of the call that runs. The form names the server. */
export async function elicitByForm(
  server: string,
  asked: ElicitRequestParams,
  { people, agent, callId }: CallHelp,
  signal: AbortSignal,
): Promise<ElicitResult> {
  const fields = asked.mode === "url" ? [] : fieldsOf(asked);
  if (fields === undefined) return { action: "decline" };
  const form = {
    agent,
    callId,
    from: { kind: "server", server } as const,
    title: plainLine(server, MAX_LINE),
    message: plainText(asked.message, MAX_MESSAGE),
    fields,
    ...(asked.mode === "url" && { url: asked.url }),
  };
  return answerOf(await people.ask(form, signal));
}

function answerOf(end: FormEnd): ElicitResult {
  if (end.action !== "accept") return { action: end.action };
  const content = Object.entries(end.values).map(([key, value]) => [
    key,
    typeof value === "object" ? [...value] : value,
  ]);
  return { action: "accept", content: Object.fromEntries(content) };
}

/** Nothing when it asks for a secret, or for more than a form can hold. */
function fieldsOf({ requestedSchema }: ElicitRequestFormParams): FormField[] | undefined {
  const properties = Object.entries(requestedSchema.properties);
  const required = new Set(requestedSchema.required ?? []);
  const isSecret = ([key, { title = "", description = "" }]: (typeof properties)[number]): boolean =>
    SECRET.test(readAs(`${key} ${title} ${description}`)) || SHORT.test(readAs(`${key} ${title}`));
  if (properties.length > MAX_FIELDS || properties.some(isSecret)) return undefined;
  return properties.map(([id, schema]) => fieldOf(id, schema, required.has(id)));
}

type Property = ElicitRequestFormParams["requestedSchema"]["properties"][string];

function fieldOf(id: string, schema: Property, required: boolean): FormField {
  const { title, description } = schema;
  const options = optionsOf(schema);
  return {
    id,
    label: plainLine(title ?? id, MAX_LINE),
    ...(description !== undefined && { help: plainText(description, MAX_LINE) }),
    required,
    kind: kindOf(schema, options !== undefined),
    ...(options && { options }),
    ...(schema.default !== undefined && { initial: schema.default }),
  };
}

function kindOf({ type }: Property, hasOptions: boolean): FormField["kind"] {
  if (type === "array") return "multiple";
  if (hasOptions) return "single";
  return type === "string" ? "text" : type;
}

type Options = NonNullable<FormField["options"]>;

function optionsOf(schema: Property): Options | undefined {
  const source = (schema.type === "array" ? schema.items : schema) as Record<string, unknown>;
  const titled = source["oneOf"] ?? source["anyOf"];
  const names = Array.isArray(source["enumNames"]) ? source["enumNames"] : [];
  if (Array.isArray(titled)) return titled.slice(0, MAX_OPTIONS).map((each) => option(each?.const, each?.title));
  if (!Array.isArray(source["enum"])) return undefined;
  return source["enum"].slice(0, MAX_OPTIONS).map((value, at) => option(value, names[at]));
}

function option(value: unknown, label: unknown): Options[number] {
  return { value: String(value), label: plainLine(String(label ?? value), MAX_LINE) };
}
