import { words } from "../../shared/words";
import { judgeRead } from "../gate/paths";
import { wellFormed } from "../results/sizes";
import type { UserMessage } from "../sessions/replay";
import { filesAtHand } from "./atHand";
import { contextBlock } from "./context";
import type { Engine } from "./engine";
import { type Instructions, NO_INSTRUCTIONS, readIgnoreFiles, readInstructions } from "./instructions";

const MAX_TITLE = 80;

/** Puts the message that begins a turn into the record; before a session's first one, the session itself. */
export async function openTurn(engine: Engine, turn: string, text: string): Promise<void> {
  const { record, ports } = engine;
  engine.ignoreFiles = await readIgnoreFiles(ports.files, ports.log, engine.ignoreFiles);
  const instructions = await newInstructions(engine);
  if (!record.state.started) startSession(engine, text, instructions);
  record.store({ type: "turn_started", turn });
  record.store(userMessage(engine, turn, text, false, instructions.block));
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
}

/** What the user wrote, and after it what the model must know beside it. */
export function userMessage(
  engine: Engine,
  turn: string,
  text: string,
  steering: boolean,
  instructions = "",
): UserMessage {
  const { options, ports, settings } = engine;
  const context = contextBlock(
    { mode: engine.tellMode(), trusted: settings.trusted, editor: options.editor?.() },
    ports,
  );
  return {
    type: "user_message",
    id: ports.ids.next("message"),
    turn,
    text: wellFormed(text),
    context: instructions === "" ? context : `${instructions}\n${context}`,
    steering,
  };
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

function startSession({ record, head }: Engine, text: string, instructions: Instructions): void {
  const { mode, posture } = record.state;
  const title = titleOf(text);
  record.store({
    type: "session_started",
    id: record.id,
    title,
    mode,
    posture,
    ...head,
    instructions: instructions.paths,
  });
}

function titleOf(text: string): string {
  const line =
    wellFormed(text)
      .trim()
      .split(/[\r\n\u2028\u2029]/, 1)[0]
      ?.trim() ?? "";
  return line.length <= MAX_TITLE ? line : `${wellFormed(line.slice(0, MAX_TITLE)).replace(/\uFFFD$/, "")}…`;
}
