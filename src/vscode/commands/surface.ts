import { l10n, window } from "vscode";
import { snapshotJson } from "../../core/surface/snapshotJson";
import type { Snapshot } from "../../shared/surface";
import type { SurfacePanel } from "../views/surfacePanel";
import type { Texts } from "../views/texts";

export interface SurfaceCommandParts {
  readonly panel: Pick<SurfacePanel, "show">;
  readonly texts: Pick<Texts, "show">;
  /** Of the latest prepared request of the current session. */
  snapshot(): Snapshot | undefined;
}

/** The tool surface to look at: drawn, and as plain data. */
export function surfaceCommands({ panel, texts, snapshot }: SurfaceCommandParts) {
  return {
    showSurface() {
      panel.show();
    },
    async showSurfaceJson() {
      const latest = snapshot();
      if (!latest) return void window.showInformationMessage(l10n.t("No request was prepared in this session yet."));
      const name = `/${l10n.t("Gatehouse tool surface")}.json`;
      await texts.show(name, `${latest.turn_id.text} ${latest.step}`, snapshotJson(latest));
    },
    showRules() {
      panel.show("rules");
    },
    editAgents() {
      panel.show("agents");
    },
  };
}
