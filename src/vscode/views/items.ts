import type { ChatOp } from "../../shared/messages/chat";
import type { CallItem, ChatItem, Program } from "../../shared/messages/chatItems";
import { countsOf } from "../../shared/programRows";
import { interrupted } from "./callItem";

/** A snapshot of a long session stays small: past this many characters older results come with their head alone. */
const SNAPSHOT_TEXT = 4_000_000;
const OLD_TEXT = 1_000;
const OLD_ROWS = 20;
/** About what one is in a message. */
const ROW_SIZE = 250;

/** The message list: a new item goes to the end, a known one is replaced at its place. */
export class Items {
  readonly #all: (ChatItem | undefined)[] = [];
  readonly #places = new Map<string, number>();

  find(id: string): ChatItem | undefined {
    const place = this.#places.get(id);
    return place === undefined ? undefined : this.#all[place];
  }

  put(item: ChatItem): ChatOp {
    const place = this.#places.get(item.id);
    if (place === undefined) this.#places.set(item.id, this.#all.push(item) - 1);
    else this.#all[place] = item;
    return { op: "item", item };
  }

  /** The place stays, empty: those behind it keep theirs. */
  drop(id: string): ChatOp[] {
    const place = this.#places.get(id);
    if (place === undefined) return [];
    this.#all[place] = undefined;
    this.#places.delete(id);
    return [{ op: "drop", id }];
  }

  /** Those that look busy. */
  open(): ChatItem[] {
    return this.#list().filter(isOpen);
  }

  snapshot(): ChatItem[] {
    let left = SNAPSHOT_TEXT;
    const newestFirst = this.#list().toReversed();
    const bounded = newestFirst.map((item) => {
      if (item.kind !== "call") return item;
      left -= sizeOf(item);
      return left >= 0 ? item : head(item);
    });
    return bounded.reverse();
  }

  #list(): ChatItem[] {
    return this.#all.filter((item) => item !== undefined);
  }
}

function sizeOf({ text = "", input = "", program }: CallItem): number {
  const { code = "", rows = [], end } = program ?? {};
  return text.length + input.length + code.length + rows.length * ROW_SIZE + (end?.log.length ?? 0);
}

function head(item: CallItem): CallItem {
  const program = item.program && { program: headOf(item.program) };
  return { ...item, ...cut("text", item.text), ...cut("input", item.input), ...program };
}

function headOf(program: Program): Program {
  const { code, rows, end } = program;
  const kept = { counts: countsOf(program), rows: rows.slice(0, OLD_ROWS), code: code.slice(0, OLD_TEXT) };
  return { ...kept, ...(end && { end: { ...end, log: end.log.slice(0, OLD_TEXT) } }) };
}

const cut = <K extends string>(name: K, text: string | undefined) =>
  text === undefined ? {} : { [name]: text.slice(0, OLD_TEXT) };

function isOpen(item: ChatItem): boolean {
  if (item.kind === "call") return item.state === "waiting" || item.state === "running";
  return (item.kind === "assistant" && item.streaming) || (item.kind === "user" && item.queued);
}

/** The same item when nothing will come for it any more. */
export function ended(item: ChatItem): ChatItem {
  if (item.kind === "call") return { ...item, ...interrupted(item) };
  if (item.kind === "assistant") return { ...item, streaming: false };
  if (item.kind === "user") return { ...item, queued: false };
  return item;
}
