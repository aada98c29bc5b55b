import * as l10n from "@vscode/l10n";
import type { ShownProfile } from "../../../src/shared/messages/surface";
import { Mode } from "../../../src/shared/modes";
import { Button } from "../../ui/button";
import { Icon } from "../../ui/icon";
import { modeWords } from "../../ui/modeWords";
import { reasonWords } from "../../ui/reasonWords";
import { type FactLine, Facts } from "../facts";
import { exact, plain } from "../factWords";
import { routeStateWords } from "../tools/toolWords";
import { useView } from "../view";
import { closedWords } from "./closedWords";

/** One profile as it is saved: what it says, what is wrong with it, and what an agent of it would get. */
export function ProfileDetails({ profile }: { profile: ShownProfile }) {
  const view = useView();
  const { file, name, description } = profile;
  return (
    <section class="details" aria-label={l10n.t("Details of {0}", plain(name))}>
      <header>
        <h2>{plain(name)}</h2>
        <div class="buttons">
          {closedWords(view) === undefined && (
            <Button onPress={() => view.post({ kind: "editProfile", file })}>{l10n.t("Edit")}</Button>
          )}
          <Button onPress={() => view.post({ kind: "openFile", path: file })}>{l10n.t("Open the file")}</Button>
        </div>
      </header>
      {view.savedFile.value === file && (
        <p class="saved">
          <Icon name="check" /> {l10n.t("Saved. This is what an agent of it gets now.")}
        </p>
      )}
      {description !== "" && <p class="quiet">{plain(description)}</p>}
      <Problems profile={profile} />
      <Facts facts={profileFacts(profile)} />
      <Effective profile={profile} />
    </section>
  );
}

function Problems({ profile: { file, problems } }: { profile: ShownProfile }) {
  const { post } = useView();
  if (problems.length === 0) return null;
  return (
    <ul class="problems" aria-label={l10n.t("Problems")}>
      {problems.map(({ line, text }) => (
        <li key={`${line} ${text}`}>
          <Icon name="warning" />
          <span>{plain(text)}</span>
          <button type="button" class="text-button" onClick={() => post({ kind: "openFile", path: file, line })}>
            {l10n.t("line {0}", line)}
          </button>
        </li>
      ))}
    </ul>
  );
}

function profileFacts({ file, tools, model, mode }: ShownProfile): readonly FactLine[] {
  const known = Mode.safeParse(mode);
  return [
    { name: l10n.t("File"), value: plain(file), mono: true },
    { name: l10n.t("Tools"), value: toolsWords(tools) },
    { name: l10n.t("Model"), value: model === undefined ? l10n.t("as the session") : plain(model) },
    {
      name: l10n.t("Mode"),
      value: known.success ? modeWords(known.data).label : mode === undefined ? l10n.t("as the session") : plain(mode),
    },
  ];
}

function toolsWords(tools: readonly string[] | undefined): string {
  if (!tools) return l10n.t("none named: the read-only set");
  return tools.length === 0 ? l10n.t("none at all") : tools.map(plain).join(", ");
}

function Effective({ profile: { effective, notSelected, omitted } }: { profile: ShownProfile }) {
  return (
    <>
      <h3>{l10n.t("What an agent of it would get")}</h3>
      {effective.length === 0 && <p class="quiet">{l10n.t("No tool.")}</p>}
      <ul class="effective">
        {effective.map(({ name, state, reason }) => (
          <li key={name} class={state === "disabled-in-worker" ? "off" : ""}>
            <code>{plain(name)}</code>
            <span>
              {routeStateWords(state)}
              {reason && ` · ${reasonWords(reason)}`}
            </span>
          </li>
        ))}
      </ul>
      <p class="quiet">
        {omitted > 0 && l10n.t("{0} more are not listed here.", exact(omitted))}{" "}
        {notSelected > 0 && l10n.t("Not selected: {0} tools.", exact(notSelected))}
      </p>
    </>
  );
}
