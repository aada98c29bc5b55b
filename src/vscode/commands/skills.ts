import { l10n, type QuickPickItem, Uri, window } from "vscode";
import type { Skill, Skills } from "../../core/operations/skills";
import { plainLabel } from "../plainLabel";

/** The skills that a session may load, to read. */
export function skillCommands(skills: Skills, trusted: () => boolean) {
  return {
    async showSkills() {
      const found = await skills.list();
      if (found.length === 0) return void window.showInformationMessage(noneWords(trusted()));
      const placeHolder = l10n.t("Open a skill");
      const chosen = await window.showQuickPick(found.map(item), { placeHolder, matchOnDescription: true });
      if (chosen) await window.showTextDocument(Uri.file(chosen.file));
    },
  };
}

function noneWords(trusted: boolean): string {
  return trusted
    ? l10n.t("There are no skills. A folder in .gatehouse/skills with a SKILL.md is one.")
    : l10n.t("There are no skills. Those of the workspace count once it is trusted.");
}

function item({ name, description, folder, source, warning }: Skill): QuickPickItem & { readonly file: string } {
  return {
    label: plainLabel(name),
    description: sourceWords(source),
    detail: [plainLabel(description), ...(warning ? [`⚠ ${plainLabel(warning)}`] : [])].join("  "),
    file: `${folder}/SKILL.md`,
  };
}

function sourceWords(source: Skill["source"]): string {
  switch (source) {
    case "workspace":
      return l10n.t("of the workspace");
    case "home":
      return l10n.t("of the home folder");
    case "setting":
      return l10n.t("of a folder in the settings");
  }
}
