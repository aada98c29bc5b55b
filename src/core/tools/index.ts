import { bash } from "./bash";
import { edit } from "./edit";
import { read } from "./read";
import { todoWrite } from "./todoWrite";
import type { Tool } from "./tool";
import { write } from "./write";

/** Every native tool, in the order in which the model gets them. `shell` is what the host runs commands with. */
export function nativeTools(shell: string | undefined): readonly Tool[] {
  return [read, write, edit, bash(shell), todoWrite];
}
