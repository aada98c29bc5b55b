import { l10n, type Memento, window } from "vscode";
import type { ServerEntry } from "../../core/mcp/config";
import { givenValues, wholeTarget } from "../../core/mcp/configTarget";
import type { Expanded } from "../../core/mcp/configVariables";
import { visible } from "../../shared/visible";

const KEY = "gatehouse.mcp.approved";
/** The oldest are asked about again. */
const MAX_KEPT = 1_000;
/** What does not fit into a dialog can't be judged in it. */
const MAX_SHOWN = 3_000;

/** Which servers of workspaces may start, by the hash of all that they are. */
export class Approvals {
  constructor(private readonly memento: Memento) {}

  has(hash: string): boolean {
    return this.#all().includes(hash);
  }

  /** Shows the whole command or URL; what the server gets beside needs a yes of its own. */
  async ask(entry: ServerEntry, expanded: Expanded, hash: string, trusted: boolean): Promise<boolean> {
    const name = visible(entry.name, "");
    const whole = detailOf(entry, expanded, trusted);
    const given = givenOf(expanded);
    if (whole.length > MAX_SHOWN || given.join("\n").length > MAX_SHOWN) {
      void window.showWarningMessage(
        l10n.t("The MCP server {0} says more than a dialog can show: shorten its entry.", name),
      );
      return false;
    }
    if (!(await yes(l10n.t("May the MCP server {0} of this workspace be started?", name), whole))) return false;
    const words = l10n.t("May the MCP server {0} have these values?", name);
    if (given.length > 0 && !(await yes(words, given.join("\n")))) return false;
    await this.memento.update(KEY, [...this.#all().filter((each) => each !== hash), hash].slice(-MAX_KEPT));
    return true;
  }

  #all(): readonly string[] {
    const kept = this.memento.get<unknown>(KEY);
    return Array.isArray(kept) ? kept.filter((each) => typeof each === "string") : [];
  }
}

async function yes(words: string, detail: string): Promise<boolean> {
  const approve = l10n.t("Approve");
  return (await window.showWarningMessage(words, { modal: true, detail }, approve)) === approve;
}

function detailOf(entry: ServerEntry, { shown }: Expanded, trusted: boolean): string {
  const folder = shown.transport === "stdio" ? (shown.cwd ?? entry.folder) : undefined;
  return [
    visible(wholeTarget(shown), ""),
    ...(folder === undefined ? [] : [l10n.t("In {0}", visible(folder, ""))]),
    l10n.t(
      "Configured in {0}. You are asked again when the entry, or a workspace file that it names, changes.",
      placeOf(entry),
    ),
    ...(trusted ? [l10n.t("Your settings take its word that a tool only reads.")] : []),
  ].join("\n\n");
}

const placeOf = ({ file, line }: ServerEntry): string => visible(line === undefined ? file : `${file}:${line}`, "");

/** As they are written: a variable of the person's own shows by its name. */
function givenOf({ listed, reads }: Expanded): string[] {
  const given = Object.entries(givenValues(listed)).map(([name, value]) => visible(`${name} = ${value}`, ""));
  const inArguments = reads.filter((name) => wholeTarget(listed).includes(`\${env:${name}}`));
  return [...given, ...inArguments.map((name) => visible(`\${env:${name}}`, ""))];
}
