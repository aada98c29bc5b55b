import * as l10n from "@vscode/l10n";
import type { CallItem } from "../../../src/shared/messages/chat";
import { DiffView } from "../../ui/diffView";
import { LineChange } from "../../ui/lineChange";
import { useView } from "../view";
import type { Renderer } from "./renderer";
import { TextBody } from "./text";

export const diff: Renderer = { tail, Body: DiffBody };

function tail(item: CallItem) {
  if (item.details?.kind !== "diff") return undefined;
  const { added, removed } = item.details;
  return <LineChange added={added} removed={removed} />;
}

function DiffBody({ item }: { item: CallItem }) {
  const { post } = useView();
  const details = item.details;
  if (details?.kind !== "diff") return <TextBody item={item} />;
  return (
    <>
      <DiffView unified={details.unified} />
      <button type="button" class="text-button" onClick={() => post({ kind: "openFile", path: details.path })}>
        {l10n.t("Open the file")}
      </button>
    </>
  );
}
