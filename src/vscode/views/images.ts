import { imageType, readImage } from "../../core/results/images";
import type { CallImage, ImageAnswer } from "../../shared/messages/chatItems";
import type { ImagePart, ResultEnvelope } from "../../shared/results";

/** More than any tool gives. */
const MAX_IMAGES = 100;

/** Characters of base64 that are kept of one conversation. The log has them all. */
const KEPT = 64 << 20;

/** What a card says of a result's images: small, whatever they are. A log may hold anything. */
export function imagesOf({ images }: Pick<ResultEnvelope, "images">): readonly CallImage[] {
  if (!Array.isArray(images)) return [];
  return images.slice(0, MAX_IMAGES).map((part: Partial<ImagePart> | null) => describe(part?.data));
}

function describe(data: unknown): CallImage {
  if (typeof data !== "string") return { bytes: 0 };
  const mime = imageType(data);
  const padding = data.endsWith("==") ? 2 : data.endsWith("=") ? 1 : 0;
  return { ...(mime && { mime }), bytes: Math.max(0, Math.floor((data.length * 3) / 4) - padding) };
}

/**
 * The images of a conversation's results, for the cards that ask for them. The newest are kept; they are
 * the same strings that the engine keeps for the model.
 */
export class Images {
  readonly #kept = new Map<string, string>();
  #size = 0;

  constructor(private readonly room = KEPT) {}

  add(callId: string, { images }: Pick<ResultEnvelope, "images">): void {
    if (!Array.isArray(images)) return;
    for (const [index, part] of images.slice(0, MAX_IMAGES).entries()) this.#keep(keyOf(callId, index), part?.data);
    for (const [key, data] of this.#kept) {
      if (this.#size <= this.room) return;
      this.#kept.delete(key);
      this.#size -= data.length;
    }
  }

  /** Looked at whole only now: what a server or a log calls an image may be none. */
  find(callId: string, index: number): ImageAnswer {
    const data = this.#kept.get(keyOf(callId, index));
    if (data === undefined) return { missing: "gone" };
    const read = readImage(data);
    return typeof read === "string" ? { missing: "damaged" } : read;
  }

  #keep(key: string, data: unknown): void {
    if (typeof data !== "string" || this.#kept.has(key)) return;
    this.#kept.set(key, data);
    this.#size += data.length;
  }
}

const keyOf = (callId: string, index: number): string => `${index} ${callId}`;
