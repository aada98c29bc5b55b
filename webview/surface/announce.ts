import * as l10n from "@vscode/l10n";
import type { ShownTool, SurfaceAnswer, SurfaceView } from "../../src/shared/messages/surface";
import { plain } from "./factWords";
import { refusalWords } from "./refusalWords";
import { EMPTY_DRAFT } from "./rules/draft";
import { spokenWords } from "./rules/explain";
import { serverStatusWords } from "./tools/serverWords";
import { effectWords } from "./tools/toolWords";
import type { View } from "./view";

/** What a person just did or waits for, said aloud once it is so. Called before an update is applied. */
export function announce(view: View, parts: Partial<SurfaceView>): void {
  const { tools, servers } = view.store.parts;
  const changed = parts.tools && changedTool(tools.peek().rows, parts.tools.rows, view.tool.peek());
  if (changed) view.polite.value = l10n.t("{0}: {1}", changed.name, effectWords(changed));
  for (const server of parts.servers ?? []) {
    const before = servers.peek().find(({ name }) => name === server.name);
    if (before && before.status !== server.status)
      view.polite.value = l10n.t("{0}: {1}", plain(server.name), serverStatusWords(server.status).label);
  }
}

function changedTool(
  before: readonly ShownTool[],
  after: readonly ShownTool[],
  name: string | undefined,
): ShownTool | undefined {
  const [old, now] = [before, after].map((rows) => rows.find((row) => row.name === name));
  return old && now && (old.enabled !== now.enabled || old.subagentAllowed !== now.subagentAllowed) ? now : undefined;
}

/** What the host says to a wish of this page. */
export function answered(view: View, answer: SurfaceAnswer): void {
  switch (answer.type) {
    case "refused":
      view.refused.value = answer;
      view.urgent.value = refusalWords(answer.why);
      if (answer.intent === "explain" && view.asked.value) view.asked.value = { ...view.asked.value, failed: true };
      return;
    case "profile":
      view.edit.value = { file: answer.file, base: answer.base, source: answer.source, draft: answer.profile };
      return;
    case "saved":
      view.edit.value = undefined;
      view.profile.value = answer.file;
      view.savedFile.value = answer.file;
      view.polite.value = l10n.t("Saved");
      return;
    case "ruleChanged":
      if (answer.change === "added") view.draft.value = EMPTY_DRAFT;
      view.polite.value = answer.change === "added" ? l10n.t("The rule was added") : l10n.t("The rule was removed");
      return;
    case "explained":
      explained(view, answer);
      return;
    default:
      answer satisfies never;
  }
}

/** A late answer to an older question is void. */
function explained(view: View, { id, explanation }: Extract<SurfaceAnswer, { type: "explained" }>): void {
  const asked = view.asked.value;
  if (asked?.id !== id) return;
  view.asked.value = { ...asked, explanation };
  view.polite.value = spokenWords(explanation);
}
