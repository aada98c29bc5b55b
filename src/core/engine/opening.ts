import { words } from "../../shared/words";
import { judgeRead } from "../gate/paths";
import { wellFormed } from "../results/sizes";
import type { UserMessage } from "../sessions/replay";
import { skillsBlock } from "../skills/block";
import { filesAtHand } from "./atHand";
import { contextBlock } from "./context";
import type { Engine } from "./engine";
import { type Instructions, NO_INSTRUCTIONS, readIgnoreFiles, readInstructions } from "./instructions";
import { keepStatutes } from "./keepStatutes";

const MAX_TITLE = 80;

/** What a person attached to a message by a mention; plain text, bounded by the host. */
export interface Attachment {
  /** "selection of src/a.ts, lines 3-9". */
  readonly label: string;
  readonly text: string;
}

/** Puts the message that begins a turn into the record; before a session's first one, the session itself. */
export async function openTurn(
  engine: Engine,
  turn: string,
  text: string,
  attachments: readonly Attachment[],
): Promise<void> {
  const { record, ports } = engine;
  engine.ignoreFiles = await readIgnoreFiles(ports.files, ports.log, engine.ignoreFiles);
  await keepStatutes(engine);
  const instructions = await newInstructions(engine);
  const skills = await newSkills(engine);
  if (!record.state.started) {
    startSession(engine, text, instructions);
    warnOfUnknown(engine);
  }
  record.store({ type: "turn_started", turn });
  const before = [instructions.block, skills, newHints(engine)].filter((block) => block !== "");
  record.store(userMessage(engine, turn, { text, attachments, steering: false, before }));
  if (instructions.cut) {
    record.store({
      type: "notice",
      id: ports.ids.next("notice"),
      level: "warning",
      code: "instructions_cut",
      ...words("The instruction files of this workspace are larger than 32 KiB together: the first of them were cut."),
      toModel: false,
    });
  }
  await suggest(engine, text);
}

/** A further pass of the goal: a turn that begins with a reminder in the place of a message. */
export function openPass({ record, goals }: Engine, turn: string): void {
  record.store({ type: "turn_started", turn });
  goals.continue();
}

interface Written {
  readonly text: string;
  readonly attachments: readonly Attachment[];
  readonly steering: boolean;
  /** What the model is told once, in front of the rest. */
  readonly before?: readonly string[];
}

/** What the user wrote, and after it what the model must know beside it. */
export function userMessage(engine: Engine, turn: string, written: Written): UserMessage {
  const { options, ports, settings } = engine;
  const { text, attachments, steering, before = [] } = written;
  const facts = { mode: engine.tellMode(), trusted: settings.trusted, editor: options.editor?.() };
  return {
    type: "user_message",
    id: ports.ids.next("message"),
    turn,
    text: wellFormed(text),
    context: [...before, ...attachments.map(attached), contextBlock(facts, ports)].join("\n"),
    steering,
  };
}

/** What is in it can't end it. */
function attached({ label, text }: Attachment): string {
  const name = label.replace(/["\r\n<>]/g, "?");
  return `<attachment name="${name}">\n${wellFormed(text).replace(/<(?=\s*\/\s*attachment)/gi, "<\\")}\n</attachment>`;
}

/** The index of skills stands in the first message, and again in the first one after it has changed. */
async function newSkills(engine: Engine): Promise<string> {
  const { skills } = engine.ports;
  if (!skills || engine.surface.reasonAgainst("load_skill") !== undefined) return "";
  const block = skillsBlock(await skills.list());
  if (block === engine.toldSkills) return "";
  engine.toldSkills = block;
  return block === "" ? "<skills>\nThere are no skills any more.\n</skills>" : block;
}

/** How the user wants single tools to be used: said once, and again when it has changed. */
function newHints(engine: Engine): string {
  const hints = Object.entries(engine.surface.resolved.toolPromptHints);
  const block = hints.map(([name, hint]) => `${name}: ${hint}`).join("\n");
  if (block === engine.toldHints) return "";
  engine.toldHints = block;
  return `<tool-hints>\n${block === "" ? "The hints on tools do not hold any more." : block}\n</tool-hints>`;
}

/** Puts tools that fit the message into the requests. One that fails, or finds nothing, changes nothing. */
async function suggest(engine: Engine, text: string): Promise<void> {
  if (!engine.settings.suggestTools) return;
  try {
    engine.surface.activate(await engine.finder().suggest(text));
  } catch (error) {
    engine.ports.log.warn("Tools could not be suggested.", error);
  }
}

/** They go into the first message sent while the workspace is trusted, and never again. */
async function newInstructions(engine: Engine): Promise<Instructions> {
  const { options, record, ports, settings } = engine;
  if (!settings.trusted || engine.instructed) return NO_INSTRUCTIONS;
  engine.instructed = true;
  const given = record.state.messages.some(({ role, text }) => role === "user" && text.includes("\n<instructions>\n"));
  if (given) return NO_INSTRUCTIONS;
  const facts = engine.facts();
  const atHand = filesAtHand(options.editor?.());
  return readInstructions(ports.files, ports.log, atHand, (path) => judgeRead(path, facts) === undefined);
}

function startSession({ record, system, surface, codeMode }: Engine, text: string, instructions: Instructions): void {
  const { mode, posture } = record.state;
  const title = titleOf(text);
  record.store({
    type: "session_started",
    id: record.id,
    title,
    mode,
    posture,
    system,
    codeMode,
    tools: surface.offered,
    instructions: instructions.paths,
  });
}

/** Names of the session's allow list that nothing has. Said once. */
function warnOfUnknown({ record, ports, surface }: Engine): void {
  if (surface.unknownNames.length === 0) return;
  const names = surface.unknownNames.slice(0, 20).join(", ").slice(0, 500);
  const said = words("This session is limited to named tools, and these do not exist: {0}", names);
  const id = ports.ids.next("notice");
  record.store({ type: "notice", id, level: "warning", code: "unknown_names", ...said, toModel: false });
}

function titleOf(text: string): string {
  const line =
    wellFormed(text)
      .trim()
      .split(/[\r\n\u2028\u2029]/, 1)[0]
      ?.trim() ?? "";
  return line.length <= MAX_TITLE ? line : `${wellFormed(line.slice(0, MAX_TITLE)).replace(/\uFFFD$/, "")}…`;
}
