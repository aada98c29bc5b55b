import * as l10n from "@vscode/l10n";
import type { CallItem } from "../../../src/shared/messages/chatItems";
import { visible } from "../../../src/shared/visible";
import { DiffView } from "../../ui/diffView";
import { LineChange } from "../../ui/lineChange";
import { useView } from "../view";
import type { Renderer } from "./renderer";
import { TextBody } from "./text";

export const diff: Renderer = { tail, Body: DiffBody };

/** More of them are found more easily in the source control view. */
const MAX_FILES = 20;

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
      {(details.files ?? [details]).slice(0, MAX_FILES).map(({ path }) => (
        <button key={path} type="button" class="text-button" onClick={() => post({ kind: "openFile", path })}>
          {details.files ? visible(path, "") : l10n.t("Open the file")}
        </button>
      ))}
    </>
  );
}
