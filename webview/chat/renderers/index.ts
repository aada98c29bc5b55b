import { diff } from "./diff";
import { file } from "./file";
import { questionnaire } from "./questionnaire";
import type { Renderer } from "./renderer";
import { terminal } from "./terminal";
import { generic, text } from "./text";
import { todo } from "./todo";

const RENDERERS: Readonly<Record<string, Renderer>> = { text, file, diff, terminal, todo, questionnaire, generic };

/** A renderer that this view does not know gets the generic one. */
export const rendererOf = (name: string): Renderer => (Object.hasOwn(RENDERERS, name) && RENDERERS[name]) || generic;
