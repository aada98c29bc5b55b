import type { CallItem } from "../../../src/shared/messages/chatItems";
import { diff } from "./diff";
import { file } from "./file";
import { image } from "./image";
import { program } from "./program";
import { questionnaire } from "./questionnaire";
import type { Renderer } from "./renderer";
import { terminal } from "./terminal";
import { generic, text } from "./text";
import { todo } from "./todo";

const RENDERERS: Readonly<Record<string, Renderer>> = {
  text,
  file,
  image,
  diff,
  terminal,
  todo,
  questionnaire,
  program,
  generic,
};

/** Images are drawn whatever tool they are of. A renderer that this view does not know gets the generic one. */
export function rendererOf({ renderer, details, images }: CallItem): Renderer {
  if (details?.kind === "image" || (images && images.length > 0)) return image;
  return (Object.hasOwn(RENDERERS, renderer) && RENDERERS[renderer]) || generic;
}
