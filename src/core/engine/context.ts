import type { Mode } from "../../shared/modes";
import { type Words, words } from "../../shared/words";
import type { Ports } from "../operations/ports";

/** What the user has in front of them; paths as shown. */
export interface EditorContext {
  readonly active?: string;
  /** "12-20" in the active file. */
  readonly selectedLines?: string;
  readonly open: readonly string[];
}

export interface ContextFacts {
  readonly mode: Mode;
  readonly trusted: boolean;
  readonly editor: EditorContext | undefined;
}

const MAX_BYTES_EACH = 300;
export const MAX_OPEN_FILES = 20;

/** One line on what a mode means, for the model. */
const MODE_WORDS: Readonly<Record<Mode, string>> = {
  plan: "plan (read and propose only; writing, running and spending are refused)",
  work: "work",
  operate: "operate (prefer delegating several steps at once)",
};

/** The same at a change. The user sees it too, so each is a whole text that can be translated. */
export const MODE_CHANGED: Readonly<Record<Mode, Words>> = {
  plan: words(
    "The user changed the mode. It is now plan (read and propose only; writing, running and spending are refused).",
  ),
  work: words("The user changed the mode. It is now work."),
  operate: words("The user changed the mode. It is now operate (prefer delegating several steps at once)."),
};

/** All that varies, as a block after the user's text. It never stands in the system prompt. */
export function contextBlock(facts: ContextFacts, ports: Ports): string {
  const { editor } = facts;
  const lines = [
    `time: ${new Date(ports.clock.now()).toISOString().slice(0, 16)}Z`,
    `mode: ${MODE_WORDS[facts.mode]}`,
    workspaceLine(ports),
    facts.trusted ? "" : "trust: the user does not trust this workspace yet; only reading tools work",
    ports.processes.shell ? `shell: ${ports.processes.shell}` : "shell: none; commands can't run here",
    editor?.active ? `active file: ${line(editor.active)}${selection(editor)}` : "",
    editor && editor.open.length > 0 ? `open files: ${openFiles(editor.open)}` : "",
  ];
  return `<context>\n${lines.filter((text) => text !== "").join("\n")}\n</context>`;
}

function workspaceLine({ files }: Ports): string {
  const roots = files.roots();
  if (roots.length === 0) return "workspace: none; no folder is open";
  if (roots.length === 1) return `workspace: ${line(roots[0]?.path ?? "")}`;
  return `workspace roots: ${roots.map((root) => `${line(root.name)} = ${line(root.path)}`).join(", ")}`;
}

function selection(editor: EditorContext): string {
  return editor.selectedLines ? ` (lines ${editor.selectedLines} selected)` : "";
}

function openFiles(open: readonly string[]): string {
  const shown = open.slice(0, MAX_OPEN_FILES).map(line).join(", ");
  const hidden = open.length - MAX_OPEN_FILES;
  return hidden > 0 ? `${shown} and ${hidden} more` : shown;
}

/** A name on one line that can't end the block. */
function line(text: string): string {
  return text.replace(/[\r\n<>]/g, "?").slice(0, MAX_BYTES_EACH);
}
