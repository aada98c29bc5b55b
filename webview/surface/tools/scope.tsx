import * as l10n from "@vscode/l10n";
import type { RuleScope } from "../../../src/shared/messages/surface";
import { Menu, type MenuOption } from "../../ui/menu";
import { useView } from "../view";

/** Where changes of switches go. */
export function Scope() {
  const view = useView();
  const { scopes } = view.store.parts.place.value;
  if (scopes.length < 2) return <small>{l10n.t("Changes go to your user settings")}</small>;
  const all: readonly MenuOption<RuleScope>[] = [
    {
      value: "user",
      label: l10n.t("User settings"),
      about: l10n.t("For all your workspaces"),
      icon: "settings-gear",
    },
    {
      value: "workspace",
      label: l10n.t("Workspace settings"),
      about: l10n.t("For this workspace; it can only narrow"),
      icon: "folder-opened",
    },
  ];
  return (
    <span class="scope">
      <small>{l10n.t("Changes go to")}</small>
      <Menu
        below
        label={l10n.t("Changes go to")}
        value={view.scope.value}
        options={all.filter(({ value }) => scopes.includes(value))}
        onChoose={(scope) => {
          view.scope.value = scope;
        }}
      />
    </span>
  );
}
