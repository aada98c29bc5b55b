import * as z from "zod";
import { MAX_IMAGE_BYTES } from "../../shared/results";
import type { ReadResult } from "../operations/files";
import { DEFAULT_MAX_TOKENS } from "../results/limiter";
import { figure } from "../results/sizes";
import { estimateTokens, weigh } from "../results/tokens";
import { defineTool, type PrepareContext, ToolError, type ToolOutput } from "./tool";

const MAX_LINES = 2_000;
const MAX_BYTES = 48 * 1024;
/** Dense text reaches the limit of all results before 48 KiB: better to end here than to lose the middle there. */
const MAX_TOKENS = DEFAULT_MAX_TOKENS - 200;

const input = z.strictObject({
  path: z.string(),
  offset: z.int().min(1).optional().describe("First line, from 1."),
  limit: z.int().min(1).optional().describe("Number of lines."),
});
type Input = z.output<typeof input>;
type TextWindow = Extract<ReadResult, { kind: "text" }>;

/**
 * Reads a window of a text file exactly as it is, or an image. It does not list folders; the port
 * refuses those and other binary files.
 */
export const read = defineTool<typeof input, { readonly path: string }>({
  name: "read",
  title: "Read",
  description:
    "Read a text file or image. Gives exact text: 2,000 lines unless limited, 48 KiB at most; a last line in brackets says how to go on when more is left.",
  input,
  capabilities: ["read"],
  offer: "eager",
  kind: "builtin",
  worker: "local",
  core: true,
  renderer: "file",
  parallel: true,

  subject: (asked) => asked.path + rangeOf(asked),

  async prepare({ path }, context) {
    const place = placeOf(path, context);
    return { effects: { reads: [place], writes: [], commands: [] }, plan: { path: place } };
  },

  async run(asked, context) {
    const { offset = 1, limit = MAX_LINES } = asked;
    const window = { offset, limit, maxBytes: MAX_BYTES };
    const result = await context.files.readWindow(context.permit, context.plan.path, window, context.signal);
    switch (result.kind) {
      case "binary":
        throw new ToolError("unsupported", `${asked.path} is not text: ${result.type}, ${figure(result.bytes)} bytes.`);
      case "image":
        return image(asked.path, result, context.takesImages);
      case "text":
        return text(asked.path, offset, withinTokens(result));
    }
  },
});

function rangeOf({ offset, limit }: Input): string {
  if (offset === undefined && limit === undefined) return "";
  const first = offset ?? 1;
  return limit === undefined ? `:${first}-` : `:${first}-${first + limit - 1}`;
}

/** A spill is read by its handle, and only by the agent whose result named it. */
function placeOf(path: string, { spills, agent }: PrepareContext): string {
  if (!path.startsWith("spill:")) return path;
  const place = spills.find(path, agent);
  if (place === undefined) throw new ToolError("not_found", `There is no ${path} among your results.`);
  return place;
}

function withinTokens(window: TextWindow): TextWindow {
  if (estimateTokens(window.text) <= MAX_TOKENS) return window;
  let [end, lines, room] = [0, 0, MAX_TOKENS];
  for (;;) {
    const next = window.text.indexOf("\n", end) + 1 || window.text.length;
    room -= weigh(window.text.slice(end, next));
    if (room < 0) break;
    [end, lines] = [next, lines + 1];
  }
  // One line alone: the limiter shows its head and tail.
  return lines === 0 ? window : { ...window, text: window.text.slice(0, end), lines };
}

function text(path: string, offset: number, window: TextWindow): ToolOutput {
  const notes = [...rest(path, offset, window), ...unsaved(window)];
  const last = offset + Math.max(window.lines, window.longLine ? 1 : 0) - 1;
  const details = { kind: "file", path, ...(last >= offset && { lines: `${offset}-${last}` }) } as const;
  const body = window.longLine?.head ?? window.text;
  const gap = notes.length === 0 || body === "" || body.endsWith("\n") ? "" : "\n";
  return { text: body + gap + notes.map((note) => `[${note}]`).join("\n"), details };
}

/** What is left to read, and how. */
function rest(path: string, offset: number, { lines, totalLines, totalBytes, longLine }: TextWindow): string[] {
  const total = `${figure(totalLines)} lines, ${figure(totalBytes)} bytes`;
  if (totalBytes === 0 && offset === 1) return ["The file is empty."];
  if (offset > totalLines) {
    throw new ToolError("invalid_argument", `offset ${offset} is past the end: ${path} has ${total}.`);
  }
  if (longLine) return [longNote(path, offset, longLine.bytes, total)];
  const next = offset + lines;
  return next > totalLines ? [] : [`Lines ${offset}-${next - 1} of ${total}. Go on with offset ${next}.`];
}

function longNote(path: string, line: number, bytes: number, total: string): string {
  const file = path.startsWith("spill:") ? "" : ` For the rest: sed -n ${line}p FILE | cut -b ${MAX_BYTES + 1}-.`;
  return `Line ${line} alone has ${figure(bytes)} bytes; this is its head.${file} The file has ${total}; the next line is offset ${line + 1}.`;
}

function unsaved({ source }: TextWindow): string[] {
  return source === "editor" ? ["The user has unsaved changes in this file: this is the text in their editor."] : [];
}

function image(path: string, { mime, data }: Extract<ReadResult, { kind: "image" }>, wanted: boolean): ToolOutput {
  const size = `${path}: ${mime}, ${figure(data.length)} bytes`;
  const details = { kind: "image", path, mime, bytes: data.length } as const;
  if (!wanted) return { text: `${size}. This model takes no images.`, details: { ...details, left: "not_taken" } };
  if (data.length > MAX_IMAGE_BYTES)
    return { text: `${size}. Too large to show.`, details: { ...details, left: "too_large" } };
  return { text: `${size}.`, images: [{ mime, data: base64(data) }], details };
}

function base64(data: Uint8Array): string {
  // A multiple of three, so that each piece but the last has no padding.
  const step = 3 * 8192;
  const pieces: string[] = [];
  for (let at = 0; at < data.length; at += step)
    pieces.push(btoa(String.fromCharCode(...data.subarray(at, at + step))));
  return pieces.join("");
}
