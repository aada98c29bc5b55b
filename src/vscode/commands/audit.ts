import { commands, l10n, Uri, window, workspace } from "vscode";
import type { ReadAudits } from "../../node/auditReader";
import type { AuditRecord } from "../../shared/approval";
import { type AuditFilter, filterWords, matching, pickFilter } from "../auditFilter";
import type { Sessions } from "../sessions";
import { auditText } from "../views/auditText";
import type { Texts } from "../views/texts";

export interface AuditCommandParts {
  readonly sessions: {
    readonly current: Pick<Sessions["current"], "id" | "audit">;
    readonly status: Sessions["status"];
  };
  readonly texts: Pick<Texts, "show">;
  /** Of all sessions of this workspace. */
  readAll(): Promise<ReadAudits>;
}

/** The folder of the document's name, by which its buttons know it; see `package.json`. */
const FOLDER = "audit";

/** What was decided: to read, to filter, to take along. */
export function auditCommands({ sessions, texts, readAll }: AuditCommandParts) {
  const show = async (filter: AuditFilter) => {
    const { records, broken, leftOut } = await wanted(filter);
    const title = filter.kind === "everywhere" ? filterWords(filter) : sessions.status.title;
    const about = { broken, leftOut, ...(filter.kind === "session" ? {} : { filter: filterWords(filter) }) };
    const key = `${sessions.current.id ?? "none"} ${JSON.stringify(filter)}`;
    await texts.show(`/${FOLDER}/${l10n.t("Gatehouse audit")}.txt`, key, auditText(title, records, about));
  };
  const wanted = async (filter: AuditFilter): Promise<ReadAudits> => {
    if (filter.kind === "everywhere") return readAll();
    return { records: matching(sessions.current.audit, filter), broken: 0, leftOut: 0 };
  };
  return {
    async showAudit() {
      await show({ kind: "session" });
    },
    async filterAudit() {
      const filter = await pickFilter(sessions.current.audit, l10n.t("Filter the audit log"));
      if (filter) await show(filter);
    },
    async exportAudit() {
      const filter = await pickFilter(sessions.current.audit, l10n.t("Export the audit log"));
      if (filter) await save((await wanted(filter)).records);
    },
  };
}

/** One JSON line a decision, as the log has it. */
async function save(records: readonly AuditRecord[]): Promise<void> {
  if (records.length === 0) return void window.showInformationMessage(l10n.t("There is nothing to export."));
  const folder = workspace.workspaceFolders?.[0]?.uri;
  const target = await window.showSaveDialog({
    title: l10n.t("Export the audit log"),
    filters: { "JSON Lines": ["jsonl"] },
    ...(folder ? { defaultUri: Uri.joinPath(folder, "gatehouse-audit.jsonl") } : {}),
  });
  if (!target) return;
  const lines = records.map((record) => `${JSON.stringify(record)}\n`).join("");
  try {
    await workspace.fs.writeFile(target, new TextEncoder().encode(lines));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return void window.showErrorMessage(l10n.t("The audit log could not be exported: {0}", why));
  }
  const open = l10n.t("Open");
  const said = l10n.t("{0} decisions were exported.", records.length);
  void window.showInformationMessage(said, open).then((pressed) => {
    if (pressed === open) void commands.executeCommand("vscode.open", target);
  });
}
