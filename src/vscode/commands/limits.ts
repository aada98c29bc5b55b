import { l10n, type QuickPickItem, window } from "vscode";
import type { Log } from "../../core/operations/ports";
import type { Skills } from "../../core/operations/skills";
import type { SessionLimit } from "../../node/sessionLimit";
import { plainLabel } from "../plainLabel";
import type { SessionLimits } from "../sessionLimits";
import { sayReadOnly } from "../sessionNotices";
import type { Sessions } from "../sessions";

export interface LimitCommandParts {
  readonly sessions: Pick<Sessions, "current" | "status" | "surface">;
  readonly limits: Pick<SessionLimits, "of" | "set">;
  /** All of them: those too that the session may not see. */
  readonly skills: Skills;
  readonly log: Log;
}

type Kind = keyof SessionLimit;

/** A session may be limited to named tools and skills, before its first message or later. It only narrows. */
export function limitCommands({ sessions, limits, skills, log }: LimitCommandParts) {
  return {
    async limitSession() {
      if (sessions.status.readOnly) return sayReadOnly();
      const { id } = sessions.current;
      const kind = await pickKind(limits.of(id));
      if (kind === undefined) return;
      const there = kind === "tools" ? toolChoices(sessions.surface) : await skillChoices(skills);
      const limit = kind === "none" ? {} : await pickNames(kind, limits.of(id), there);
      // While somebody chose, another session may have come to be shown.
      if (limit === undefined || sessions.current.id !== id) return;
      await limits.set(id, limit).catch((error: unknown) => {
        log.error("The limit of a session could not be written.", error);
        say(l10n.t("The limit holds until this window is closed: it could not be written."));
      });
    },
  };
}

async function pickKind(limit: SessionLimit): Promise<Kind | "none" | undefined> {
  const items: (QuickPickItem & { readonly what: Kind | "none" })[] = [
    { what: "tools", label: l10n.t("Tools"), description: limitWords(limit.tools) },
    { what: "skills", label: l10n.t("Skills"), description: limitWords(limit.skills) },
  ];
  if (limit.tools || limit.skills) items.push({ what: "none", label: l10n.t("No limit") });
  const placeHolder = l10n.t("What may this session have?");
  return (await window.showQuickPick(items, { placeHolder }))?.what;
}

function limitWords(names: readonly string[] | undefined): string {
  if (names === undefined) return l10n.t("no limit");
  return names.length === 0 ? l10n.t("none") : l10n.t("{0} selected", names.length);
}

interface Choice {
  readonly name: string;
  readonly title: string;
}

function toolChoices({ catalog }: Sessions["surface"]): readonly Choice[] {
  const shown = catalog.entries.filter(({ offer, tool }) => offer !== "hidden" && tool !== undefined);
  return shown.map(({ name, title, origin }) => ({ name, title: origin === "builtin" ? l10n.t(title) : title }));
}

async function skillChoices(skills: Skills): Promise<readonly Choice[]> {
  return (await skills.list()).map(({ name, description }) => ({ name, title: description }));
}

/** Nothing when a person gives up, or leaves all as it was: what is there today is not all there will be. */
async function pickNames(kind: Kind, limit: SessionLimit, there: readonly Choice[]): Promise<SessionLimit | undefined> {
  const was = limit[kind] ?? there.map(({ name }) => name);
  const chosen = await window.showQuickPick(nameItems(there, was), {
    canPickMany: true,
    matchOnDescription: true,
    title: kind === "tools" ? l10n.t("The only tools of this session") : l10n.t("The only skills of this session"),
    placeHolder: l10n.t("With nothing selected it has none."),
  });
  if (chosen === undefined) return undefined;
  const names = chosen.map(({ name }) => name);
  const isSame = names.length === was.length && names.every((name) => was.includes(name));
  return isSame ? undefined : { ...limit, [kind]: names };
}

/** What is selected and not there stays selected, as the tools of a server that is not connected. */
function nameItems(there: readonly Choice[], was: readonly string[]): (QuickPickItem & { readonly name: string })[] {
  const gone = was.filter((name) => !there.some((choice) => choice.name === name));
  const absent = gone.map((name) => ({ name, title: l10n.t("not there at the moment") }));
  return [...there, ...absent].map(({ name, title }) => ({
    name,
    label: plainLabel(name),
    description: plainLabel(title),
    picked: was.includes(name),
  }));
}

function say(text: string): void {
  void window.showWarningMessage(text);
}
