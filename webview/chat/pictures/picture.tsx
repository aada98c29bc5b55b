import * as l10n from "@vscode/l10n";
import { useEffect, useState } from "preact/hooks";
import type { CallImage, ImageAnswer } from "../../../src/shared/messages/chatItems";
import { type ImageType, MAX_IMAGE_BYTES } from "../../../src/shared/results";
import { Icon } from "../../ui/icon";
import { bytes } from "../../ui/words";
import { useView } from "../view";
import { type Dimensions, dimensionsOf } from "./dimensions";

/** Decoded, that is 256 MB. */
const MAX_PIXELS = 64_000_000;

interface PictureProps {
  readonly callId: string;
  readonly index: number;
  readonly image: CallImage;
  /** What it is of, and which of how many. */
  readonly name: string;
}

/** One image of a result. Its data is asked for when it is to be drawn, and let go when it is not drawn any more. */
export function Picture({ callId, index, image, name }: PictureProps) {
  const [drawn, fail] = useDrawn(callId, index, image);
  if (drawn === "loading") {
    return (
      <p class="picture-words" role="status">
        <Icon name="loading" spin /> {l10n.t("Loading the image…")}
      </p>
    );
  }
  if (typeof drawn === "string") return <p class="picture-words">{whyWords(drawn, image)}</p>;
  const facts = factsOf(image, drawn);
  return (
    <figure class="picture">
      <img src={drawn.url} alt={`${name}: ${facts}`} width={drawn.width} height={drawn.height} onError={fail} />
      <figcaption aria-hidden="true">{facts}</figcaption>
    </figure>
  );
}

type Why = "gone" | "damaged" | "too_large" | "other_kind";
type Drawn = "loading" | Why | ({ readonly url: string } & Dimensions);

function useDrawn(callId: string, index: number, { mime, bytes: size }: CallImage): [Drawn, () => void] {
  const { images } = useView();
  const [drawn, setDrawn] = useState<Drawn>("loading");
  const never: Why | undefined = mime === undefined ? "other_kind" : size > MAX_IMAGE_BYTES ? "too_large" : undefined;
  useEffect(() => {
    if (never) return;
    let url: string | undefined;
    const forget = images.want(callId, index, (answer) => {
      const next = draw(answer);
      if (typeof next === "object") url = next.url;
      setDrawn(next);
    });
    return () => {
      forget();
      if (url) URL.revokeObjectURL(url);
    };
  }, [callId, index, never]);
  return [never ?? drawn, () => setDrawn("damaged")];
}

function draw(answer: ImageAnswer): Drawn {
  if ("missing" in answer) return answer.missing;
  const data = bytesOf(answer.data);
  const size = data && dimensionsOf(data, answer.mime);
  if (!data || !size) return "damaged";
  if (size.width * size.height > MAX_PIXELS) return "too_large";
  return { url: URL.createObjectURL(new Blob([data], { type: answer.mime })), ...size };
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

const TYPES: Readonly<Record<ImageType, string>> = {
  "image/png": "PNG",
  "image/jpeg": "JPEG",
  "image/gif": "GIF",
  "image/webp": "WebP",
};

function factsOf(image: CallImage, { width, height }: Dimensions): string {
  return [image.mime && TYPES[image.mime], bytes(image.bytes), `${width} × ${height}`].filter(Boolean).join(", ");
}

function whyWords(why: Why, image: CallImage): string {
  switch (why) {
    case "gone":
      return l10n.t("This image is no longer kept here.");
    case "damaged":
      return l10n.t("This image is damaged, so it can't be shown.");
    case "too_large":
      return l10n.t("This image is too large to show: {0}.", bytes(image.bytes));
    case "other_kind":
      return l10n.t("This is no PNG, JPEG, GIF or WebP image, so it is not shown: {0}.", bytes(image.bytes));
    default:
      return why satisfies never;
  }
}
