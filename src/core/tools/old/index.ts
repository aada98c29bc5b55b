import type { Tool } from "../tool";
import { codewhaleCommands, codewhaleFiles } from "./codewhale";
import { netaclaw } from "./netaclaw";
import { patch } from "./patch";
import { sage } from "./sage";

/** Names that saved transcripts of CodeWhale, NetaClaw and Sage call: in the catalog, and in no request. */
export function oldTools(shell: string | undefined): readonly Tool[] {
  return [...codewhaleFiles, ...codewhaleCommands(shell), patch, ...netaclaw, ...sage(shell)];
}
