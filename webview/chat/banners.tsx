import * as l10n from "@vscode/l10n";
import type { Fault } from "../../src/shared/faults";
import { Icon, type IconName } from "../ui/icon";
import { faultWords } from "./faultWords";
import { useView } from "./view";

/** What limits the whole session, each with the way out. */
export function Banners() {
  const { store, post } = useView();
  const status = store.status.value;
  if (!status) return null;
  return (
    <>
      {status.faults?.map((fault) => (
        <FaultBanner key={fault.of} fault={fault} />
      ))}
      {!status.trusted && (
        <Banner
          icon="shield"
          text={l10n.t("Restricted: this workspace is not trusted. Only Plan mode and reading tools.")}
          actions={[[l10n.t("Manage trust"), () => post({ kind: "command", command: "manageTrust" })]]}
        />
      )}
      {!status.hasFolder && (
        <Banner
          icon="folder-opened"
          text={l10n.t("No folder is open, so there are no files to work on.")}
          actions={[[l10n.t("Open a folder"), () => post({ kind: "command", command: "openFolder" })]]}
        />
      )}
      {status.readOnly && (
        <Banner
          icon="lock"
          text={l10n.t("Another window writes this session; here it can only be read.")}
          actions={[[l10n.t("New session"), () => post({ kind: "command", command: "newSession" })]]}
        />
      )}
    </>
  );
}

/** Stays until it is mended: the page of rules shows all of them, but hooks are not on it. */
function FaultBanner({ fault }: { readonly fault: Fault }) {
  const { post } = useView();
  const open = fault.of === "rules" ? l10n.t("Open settings") : l10n.t("Open");
  const actions: Action[] = [[open, () => post({ kind: "mend", of: fault.of })]];
  if (fault.of !== "hooks") actions.push([l10n.t("Show rules"), () => post({ kind: "command", command: "showRules" })]);
  return <Banner icon="warning" kind="fault" text={faultWords(fault)} actions={actions} />;
}

type Action = readonly [words: string, onPress: () => void];

interface BannerProps {
  readonly icon: IconName;
  readonly kind?: "fault";
  readonly text: string;
  readonly actions: readonly Action[];
}

function Banner({ icon, kind, text, actions }: BannerProps) {
  return (
    <div class={`banner ${kind ?? ""}`} role="status">
      <Icon name={icon} />
      <span>{text}</span>
      <span class="banner-actions">
        {actions.map(([words, onPress]) => (
          <button key={words} type="button" class="text-button" onClick={onPress}>
            {words}
          </button>
        ))}
      </span>
    </div>
  );
}
