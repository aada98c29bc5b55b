import * as z from "zod";
import type { Memory } from "../operations/memory";
import { diffOfTexts } from "../results/unified";
import { defineTool, type RunContext, ToolError } from "./tool";

const MAX_SUBJECT = 120;

const input = z.strictObject({
  text: z.string().min(1),
  scope: z.enum(["workspace", "user"]).optional().describe("Default workspace; user: for all workspaces."),
});

/** Keeps a note for later sessions, outside of the workspace: so it is shown whole before it is kept. */
export const memorySave = defineTool({
  name: "memory_save",
  title: "Keep a note",
  description:
    "Keep a short note for later sessions: a decision, a convention, what the user prefers. No secrets, nothing that the code says itself.",
  input,
  capabilities: ["write"],
  offer: "deferred",
  kind: "memory",
  worker: "main-process-proxy",
  ports: ["memory"],
  renderer: "text",
  parallel: false,

  subject: ({ text }) => {
    const line = text.replace(/\s+/g, " ").trim();
    return line.length > MAX_SUBJECT ? `${line.slice(0, MAX_SUBJECT)}…` : line;
  },

  async prepare({ text, scope = "workspace" }) {
    if (text.trim() === "") throw new ToolError("invalid_argument", "The note is empty.");
    const diff = diffOfTexts({ path: `memory/${scope}`, created: true }, "", text);
    return { effects: { reads: [], writes: [], commands: [] }, preview: { ...diff, before: "", after: text } };
  },

  async run({ text, scope = "workspace" }, context) {
    const startedAt = context.clock.now();
    const note = await memoryOf(context).save(context.permit, scope, text);
    const how = note.savedAt < startedAt ? "Known already" : "Kept";
    return { text: `${how}: note ${note.id}, for ${scope === "user" ? "all workspaces" : "this workspace"}.` };
  },
});

/** A host that keeps no notes does not offer the tools that need them. */
export function memoryOf({ memory }: RunContext): Memory {
  if (!memory) throw new ToolError("unsupported", "This host keeps no notes.");
  return memory;
}
