import * as l10n from "@vscode/l10n";
import type { ShownProfile } from "../../../src/shared/messages/surface";
import { Button } from "../../ui/button";
import { Icon } from "../../ui/icon";
import { exact, plain } from "../factWords";
import { useView, type View } from "../view";
import { closedWords } from "./closedWords";
import { ProfileDetails } from "./profileDetails";
import { ProfileEditor } from "./profileEditor";

/** The third kind of truth: what agents would get, and what those that ran have got. */
export function Agents() {
  const { edit } = useView();
  return edit.value ? <ProfileEditor key={edit.value.file ?? ""} edit={edit.value} /> : <Overview />;
}

function Overview() {
  const view = useView();
  const profiles = view.store.parts.profiles.value;
  const chosen = profiles.find(({ file }) => file === view.profile.value) ?? profiles[0];
  return (
    <div class="agents">
      <section class="profiles" aria-label={l10n.t("Agent profiles")}>
        <header class="page-head">
          <h2>{l10n.t("Agent profiles")}</h2>
          <NewProfile />
        </header>
        {profiles.length === 0 && <NoProfiles />}
        <ul>
          {profiles.map((profile) => (
            <Line key={profile.file} profile={profile} isChosen={profile === chosen} />
          ))}
        </ul>
        <h2>{l10n.t("Runs and their routes")}</h2>
        <p class="quiet">{l10n.t("No agent has run yet.")}</p>
      </section>
      {chosen && <ProfileDetails key={chosen.file} profile={chosen} />}
    </div>
  );
}

function Line({ profile, isChosen }: { profile: ShownProfile; isChosen: boolean }) {
  const view = useView();
  const choose = () => {
    view.profile.value = profile.file;
  };
  const { name, description, problems } = profile;
  return (
    <li>
      <button type="button" class="profile-line" aria-pressed={isChosen} onClick={choose}>
        <Icon name={problems.length > 0 ? "warning" : "robot"} class={problems.length > 0 ? "warns" : ""} />
        <b>{plain(name)}</b>
        <span class="about">{plain(description)}</span>
        <small>{problems.length > 0 ? problemCount(problems.length) : toolCount(profile)}</small>
      </button>
    </li>
  );
}

const problemCount = (count: number): string =>
  count === 1 ? l10n.t("1 problem") : l10n.t("{0} problems", exact(count));

function toolCount({ effective, omitted }: ShownProfile): string {
  const count = effective.length + omitted;
  return count === 1 ? l10n.t("1 tool") : l10n.t("{0} tools", exact(count));
}

function NewProfile() {
  const view = useView();
  const why = closedWords(view);
  if (why !== undefined) return <small>{why}</small>;
  return <Button onPress={() => startNew(view)}>{l10n.t("New profile…")}</Button>;
}

function startNew(view: View): void {
  const draft = { name: "", description: "", tools: null, model: "", mode: "", prompt: "" } as const;
  view.edit.value = { base: "", source: "workspace", draft };
}

function NoProfiles() {
  const { store } = useView();
  const isClosed = !store.parts.place.value.trusted;
  return (
    <p class="quiet">
      {isClosed
        ? l10n.t("Profiles of this workspace are not read before it is trusted.")
        : l10n.t(
            "There are no profiles. They are Markdown files in .gatehouse/agents, .github/agents or .claude/agents.",
          )}
    </p>
  );
}
