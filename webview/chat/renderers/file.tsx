import * as l10n from "@vscode/l10n";
import type { CallItem } from "../../../src/shared/messages/chatItems";
import { useView } from "../view";
import type { Renderer } from "./renderer";
import { TextBody } from "./text";

export const file: Renderer = { Body: FileBody };

function FileBody({ item }: { item: CallItem }) {
  const { post } = useView();
  const details = item.details?.kind === "file" ? item.details : undefined;
  const line = Number.parseInt(details?.lines ?? "", 10);
  return (
    <>
      <TextBody item={item} />
      {details && (
        <button
          type="button"
          class="text-button"
          onClick={() => post({ kind: "openFile", path: details.path, ...(line > 0 ? { line } : {}) })}
        >
          {l10n.t("Open the file")}
        </button>
      )}
    </>
  );
}
