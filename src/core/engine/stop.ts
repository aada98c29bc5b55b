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
