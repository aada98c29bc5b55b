import { bash } from "./bash";
import { createGoal } from "./createGoal";
import { diagnostics } from "./diagnostics";
import { edit } from "./edit";
import { executeTools } from "./executeTools";
import { findFiles } from "./findFiles";
import { getGoal } from "./getGoal";
import { git } from "./git";
import { grep } from "./grep";
import { listDir } from "./listDir";
import { loadSkill } from "./loadSkill";
import { memoryRecall } from "./memoryRecall";
import { memorySave } from "./memorySave";
import { oldTools } from "./old";
import { read } from "./read";
import { references } from "./references";
import { rename } from "./rename";
import { requestUserInput } from "./requestUserInput";
import { symbols } from "./symbols";
import { todoWrite } from "./todoWrite";
import type { Tool } from "./tool";
import { toolSearch } from "./toolSearch";
import { updateGoal } from "./updateGoal";
import { web } from "./web";
import { write } from "./write";

/**
 * Every native tool, in the order in which the model gets them. `shell` is what the host runs commands with;
 * without `codeMode` programs are among the tools that are searched for.
 */
export function nativeTools(shell: string | undefined, codeMode = true): readonly Tool[] {
  return [
    read,
    write,
    edit,
    bash(shell),
    todoWrite,
    createGoal,
    getGoal,
    updateGoal,
    loadSkill,
    toolSearch,
    executeTools(codeMode),
    grep,
    findFiles,
    listDir,
    git,
    web,
    diagnostics,
    symbols,
    references,
    rename,
    memorySave,
    memoryRecall,
    requestUserInput,
    ...oldTools(shell),
  ];
}
