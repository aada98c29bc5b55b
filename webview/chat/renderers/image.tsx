import * as l10n from "@vscode/l10n";
import { useState } from "preact/hooks";
import type { CallItem } from "../../../src/shared/messages/chatItems";
import type { Details } from "../../../src/shared/results";
import { bytes, subjectLine } from "../../ui/words";
import { Picture } from "../pictures/picture";
import { useView } from "../view";
import type { Renderer } from "./renderer";
import { Input, TextBody } from "./text";

export const image: Renderer = { tail, Body: ImageBody };

/** Each can be megabytes: so many are asked for at once. */
const AT_ONCE = 4;

function tail({ images = [] }: CallItem) {
  if (images.length === 0) return undefined;
  return images.length === 1 ? l10n.t("1 image") : l10n.t("{0} images", images.length);
}

function ImageBody({ item }: { item: CallItem }) {
  const images = item.images ?? [];
  const [shown, setShown] = useState(AT_ONCE);
  const file = item.details?.kind === "image" ? item.details : undefined;
  return (
    <>
      <Input item={item} />
      {images.slice(0, shown).map((each, index) => (
        <Picture key={index} callId={item.id} index={index} image={each} name={nameOf(item, index)} />
      ))}
      {images.length > shown && (
        <button type="button" class="text-button" onClick={() => setShown(shown + AT_ONCE)}>
          {l10n.t("Show more images ({0} left)", images.length - shown)}
        </button>
      )}
      {/* What the model was told of a file is its type and size: the picture says them. */}
      {file ? <ImageFile file={file} /> : <TextBody item={item} />}
    </>
  );
}

function nameOf(item: CallItem, index: number): string {
  const what = `${l10n.t(item.title)} ${subjectLine(item)}`.trim();
  const total = item.images?.length ?? 0;
  return total === 1 ? l10n.t("Image, {0}", what) : l10n.t("Image {0} of {1}, {2}", index + 1, total, what);
}

function ImageFile({ file }: { file: Extract<Details, { kind: "image" }> }) {
  const { post } = useView();
  return (
    <>
      {file.left && <p class="picture-words">{leftWords(file.left, file.bytes)}</p>}
      <button type="button" class="text-button" onClick={() => post({ kind: "openFile", path: file.path })}>
        {l10n.t("Open the file")}
      </button>
    </>
  );
}

function leftWords(left: "too_large" | "not_taken", size: number): string {
  return left === "too_large"
    ? l10n.t("This image is too large to show: {0}.", bytes(size))
    : l10n.t("This model takes no images: it was told the type and the size ({0}).", bytes(size));
}
