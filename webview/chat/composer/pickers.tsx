import * as l10n from "@vscode/l10n";
import { MODES, POSTURES } from "../../../src/shared/modes";
import { visible } from "../../../src/shared/visible";
import { Icon } from "../../ui/icon";
import { Menu } from "../../ui/menu";
import { modeWords, postureWords } from "../../ui/modeWords";
import { percent } from "../../ui/words";
import { useView } from "../view";

/** Mode, posture, model, and how full the model's window is. */
export function Pickers() {
  const { store, post } = useView();
  const status = store.status.value;
  if (!status) return null;
  return (
    <>
      <Menu
        label={l10n.t("Mode")}
        value={status.mode}
        options={MODES.map((mode) => ({ value: mode, ...modeWords(mode) }))}
        disabled={status.readOnly || !status.trusted}
        onChoose={(mode) => post({ kind: "setMode", mode })}
      />
      <Menu
        label={l10n.t("Posture")}
        value={status.posture}
        options={POSTURES.map((posture) => ({
          value: posture,
          ...postureWords(posture),
          warns: posture === "full-access",
        }))}
        disabled={status.readOnly}
        onChoose={(posture) => post({ kind: "setPosture", posture })}
      />
      <ModelButton />
      {status.contextShare !== undefined && <ContextMeter share={status.contextShare} />}
    </>
  );
}

function ModelButton() {
  const { store, post } = useView();
  const model = store.status.value?.model;
  const label = !model ? l10n.t("Choose a model") : model.scripted ? l10n.t("Scripted tour") : visible(model.label, "");
  return (
    <button
      type="button"
      class={`menu-button model ${model?.scripted ? "scripted" : ""}`}
      title={model ? l10n.t("Model: {0}", visible(model.id, "")) : label}
      onClick={() => post({ kind: "command", command: "selectModel" })}
    >
      <span>{label}</span>
      <Icon name="chevron-down" class="small" />
    </button>
  );
}

/** A meter turns to the warning colour when the window is nearly full. */
function ContextMeter({ share }: { share: number }) {
  const words = l10n.t("{0} of the context window in use", percent(share));
  return (
    <span class="context" title={words}>
      <meter min={0} max={1} high={0.8} value={Math.min(1, share)} aria-label={words} />
      <small aria-hidden="true">{percent(share)}</small>
    </span>
  );
}
