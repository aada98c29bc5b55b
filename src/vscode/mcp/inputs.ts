import { l10n, window } from "vscode";
import type { ServerEntry } from "../../core/mcp/config";
import type { InputEntry } from "../../core/mcp/configEntry";
import type { SecretStore } from "../../node/mcp/oauth";
import { visible } from "../../shared/visible";

/**
 * What a person entered for `${input:id}`, all of it kept as secrets. An answer belongs to the list that
 * asks, so that another workspace can't have it by using the same id.
 */
export class Inputs {
  constructor(private readonly store: SecretStore) {}

  find(entry: ServerEntry, id: string): Promise<string | undefined> {
    return this.store.get(keyOf(entry, id));
  }

  /** False: the person gave up. */
  async ask(entry: ServerEntry, input: InputEntry): Promise<boolean> {
    const title = l10n.t("A value for the MCP server {0}", visible(entry.name, ""));
    const prompt = visible(input.description || input.id, "").slice(0, 300);
    const answer = input.options?.length
      ? await window.showQuickPick(input.options, { title, placeHolder: prompt, ignoreFocusOut: true })
      : await window.showInputBox({
          title,
          prompt,
          password: input.secret,
          ignoreFocusOut: true,
          ...(input.initial === undefined ? {} : { value: input.initial }),
        });
    if (answer === undefined) return false;
    await this.store.set(keyOf(entry, input.id), answer);
    return true;
  }

  async forget(entry: ServerEntry, ids: readonly string[]): Promise<void> {
    for (const id of ids) await this.store.delete(keyOf(entry, id));
  }
}

function keyOf({ file, source, folder }: ServerEntry, id: string): string {
  return `gatehouse.mcp.input.${source}.${folder ?? ""}#${file}#${id}`;
}
