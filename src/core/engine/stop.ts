import { english, type Words } from "../../shared/words";
import type { NoticeCode, TurnEnd } from "../progress/events";

/** Why a turn is over; also the reason of the signal that ends it early. */
export class TurnStop extends Error {
  constructor(
    readonly end: TurnEnd,
    /** One sentence for people; none for a good end. */
    readonly sentence?: Words,
    readonly notice?: NoticeCode,
  ) {
    super(sentence ? english(sentence) : end);
    this.name = "TurnStop";
  }
}

/** Aborts the calls of a program that has ended. */
export class ProgramOver extends Error {}

/** For the model: "The user stopped the turn". */
export function whoStopped(reason: unknown): string {
  if (reason instanceof ProgramOver) return "The program ended";
  const end = reason instanceof TurnStop ? reason.end : undefined;
  if (end === "time_limit") return "The turn's time was up";
  return end === "interrupted" ? "The session was closed" : "The user stopped the turn";
}
