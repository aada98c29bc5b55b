import type { ImagePart } from "../../shared/results";
import { ToolError } from "../operations/failure";
import { plainLine } from "../results/foreign";
import { readImage } from "../results/images";
import { counted } from "../results/sizes";
import { canonicalJson } from "../tools/canonical";
import { foreignInput, type JsonSchema } from "../tools/schema";
import type { ToolOutput } from "../tools/tool";
import { depthOf } from "./schemas";

const MAX_IMAGES = 20;
/** Deeper than this it is nobody's data, and our own ways through it would run out of stack. */
const MAX_DEPTH = 200;
const MAX_NAME = 300;
/** Shorter base64 may be there by chance. */
const MIN_REPEATED = 64;

type Plain = Readonly<Record<string, unknown>>;

/**
 * What a server answered, taken as loosely as it can be: whatever is there reaches the model as text
 * or image, and what can't is named. Only an answer without any of it is an error.
 */
export function readResult(server: string, raw: unknown, promised?: JsonSchema): ToolOutput {
  const answer = isRecord(raw) ? raw : {};
  const parts = partsOf(answer["content"]);
  const structured = answer["structuredContent"] ?? answer["toolResult"];
  if (parts === undefined && structured === undefined) throw notUnderstood(server);
  const read = readParts(parts ?? []);
  const failed = answer["isError"] === true;
  const kept = failed ? [] : broken(structured, promised);
  const said = [...read.texts, ...structuredText(structured, read.texts), ...kept].map(withoutData(read.images));
  return {
    text: said.join("\n") || (read.images.length > 0 ? "(images only)" : "(an empty result)"),
    ...(failed && { status: "failed" }),
    ...(read.images.length > 0 && { images: read.images }),
  };
}

/** Servers that give an image often repeat it as text, which helps nobody and costs hundreds of times more (F77). */
function withoutData(images: readonly ImagePart[]): (text: string) => string {
  const long = images.filter(({ data }) => data.length >= MIN_REPEATED);
  return (text) => long.reduce((left, { data }) => left.replaceAll(data, "(the data of an image)"), text);
}

export function notUnderstood(server: string): ToolError {
  return new ToolError("parse", `The answer of the MCP server ${plainLine(server, MAX_NAME)} was not understood.`);
}

/** All texts of a result that has the shape of a resource or of a prompt's messages. */
export function readParts(parts: readonly unknown[]): { readonly texts: string[]; readonly images: ImagePart[] } {
  const texts: string[] = [];
  const images: ImagePart[] = [];
  for (const part of parts) {
    const read = readPart(isRecord(part) ? part : {});
    if (typeof read === "string") texts.push(read);
    else if (images.length < MAX_IMAGES) images.push(read);
  }
  const left = parts.length - texts.length - images.length;
  if (left > 0) texts.push(`(${counted(left, "more image")} left out)`);
  return { texts, images };
}

function partsOf(content: unknown): readonly unknown[] | undefined {
  if (Array.isArray(content)) return content;
  return typeof content === "string" ? [{ type: "text", text: content }] : undefined;
}

function readPart(part: Plain): string | ImagePart {
  switch (part["type"]) {
    case "text":
      return typeof part["text"] === "string" ? part["text"] : "(a text without words left out)";
    case "image":
      return imageOrNote(part["data"], part["mimeType"]);
    case "audio":
      return `(audio left out: ${word(part["mimeType"])})`;
    case "resource_link":
      return `Link: ${word(part["name"])} <${word(part["uri"])}>`;
    case "resource":
      return resource(isRecord(part["resource"]) ? part["resource"] : {});
    default:
      return `(content of the type ${word(part["type"])} left out)`;
  }
}

/** Text of a resource, or its image, or what it is. */
export function resource(raw: Plain): string | ImagePart {
  const head = `Resource ${word(raw["uri"])}`;
  if (typeof raw["text"] === "string") return `${head}:\n${raw["text"]}`;
  const isImage = typeof raw["mimeType"] === "string" && raw["mimeType"].startsWith("image/");
  return isImage ? imageOrNote(raw["blob"], raw["mimeType"]) : `(${head} left out: ${word(raw["mimeType"])})`;
}

function imageOrNote(data: unknown, mime: unknown): string | ImagePart {
  const read = readImage(data);
  return typeof read === "string" ? `(image left out, said to be ${word(mime)}: ${read})` : read;
}

const word = (value: unknown): string => (typeof value === "string" ? plainLine(value, MAX_NAME) : "unknown");

/** Nothing when the texts say the same already: it is not sent twice. */
function structuredText(value: unknown, texts: readonly string[]): string[] {
  if (value === undefined) return [];
  if (depthOf(value, MAX_DEPTH) > MAX_DEPTH) return ["(a structured result left out: it is nested too deep)"];
  const same = canonicalJson(value);
  const only = isRecord(value) ? Object.values(value) : [];
  const isRepeated = only.length === 1 && only[0] === texts.join("\n");
  return isRepeated || texts.some((text) => isSame(text, same)) ? [] : [JSON.stringify(value)];
}

function isSame(text: string, canonical: string): boolean {
  if (!/^\s*[[{]/.test(text)) return text === canonical;
  try {
    const value: unknown = JSON.parse(text);
    return depthOf(value, MAX_DEPTH) <= MAX_DEPTH && canonicalJson(value) === canonical;
  } catch {
    return false;
  }
}

/** A result that breaks its promise is still the result. */
function broken(structured: unknown, promised: JsonSchema | undefined): string[] {
  if (promised === undefined) return [];
  if (structured === undefined) return ["[Its tool promises a structured result and sent none.]"];
  const checked = depthOf(structured, MAX_DEPTH) > MAX_DEPTH ? undefined : foreignInput(promised).safeParse(structured);
  const [issue] = checked?.error?.issues ?? [];
  if (!issue) return [];
  const where = issue.path.length > 0 ? ` at ${plainLine(issue.path.join("."), MAX_NAME)}` : "";
  return [`[The structured result is not what its tool promises${where}: ${plainLine(issue.message, MAX_NAME)}.]`];
}

function isRecord(value: unknown): value is Plain {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
