import * as l10n from "@vscode/l10n";
import { useState } from "preact/hooks";
import { Button } from "../../ui/button";
import { handled, isComposing } from "../../ui/keys";
import { TextField } from "../../ui/textField";

interface NoteFieldProps {
  readonly onSend: (note: string) => void;
  readonly onClose: () => void;
}

/** A denial with a word to the model. Nothing typed in here can approve: Enter denies, Escape goes back. */
export function NoteField({ onSend, onClose }: NoteFieldProps) {
  const [note, setNote] = useState("");
  const onKey = (event: KeyboardEvent) => {
    if (isComposing(event) || (event.key !== "Enter" && event.key !== "Escape")) return;
    handled(event);
    if (event.key === "Escape") onClose();
    else if (!event.repeat) onSend(note.trim());
  };
  return (
    <div class="note">
      <TextField
        value={note}
        label={l10n.t("Note to the model")}
        placeholder={l10n.t("Why not, or what instead")}
        maxLength={10_000}
        onChange={setNote}
        onKey={onKey}
      />
      <div class="buttons">
        <Button keys="Enter" onPress={() => onSend(note.trim())}>
          {l10n.t("Deny with this note")}
        </Button>
        <Button keys="Esc" onPress={onClose}>
          {l10n.t("Back")}
        </Button>
      </div>
    </div>
  );
}
