import * as l10n from "@vscode/l10n";
import { Icon, type IconName } from "../ui/icon";
import { useView } from "./view";

/** What limits the whole session, each with the way out. */
export function Banners() {
  const { store, post } = useView();
  const status = store.status.value;
  if (!status) return null;
  return (
    <>
      {!status.trusted && (
        <Banner
          icon="shield"
          text={l10n.t("Restricted: this workspace is not trusted. Only Plan mode and reading tools.")}
          action={l10n.t("Manage trust")}
          onPress={() => post({ kind: "command", command: "manageTrust" })}
        />
      )}
      {!status.hasFolder && (
        <Banner
          icon="folder-opened"
          text={l10n.t("No folder is open, so there are no files to work on.")}
          action={l10n.t("Open a folder")}
          onPress={() => post({ kind: "command", command: "openFolder" })}
        />
      )}
      {status.readOnly && (
        <Banner
          icon="lock"
          text={l10n.t("Another window writes this session; here it can only be read.")}
          action={l10n.t("New session")}
          onPress={() => post({ kind: "command", command: "newSession" })}
        />
      )}
    </>
  );
}

interface BannerProps {
  readonly icon: IconName;
  readonly text: string;
  readonly action: string;
  readonly onPress: () => void;
}

function Banner({ icon, text, action, onPress }: BannerProps) {
  return (
    <div class="banner" role="status">
      <Icon name={icon} />
      <span>{text}</span>
      <button type="button" class="text-button" onClick={onPress}>
        {action}
      </button>
    </div>
  );
}
