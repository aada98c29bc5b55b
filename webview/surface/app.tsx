import * as l10n from "@vscode/l10n";
import type { ComponentChildren } from "preact";
import type { SurfaceTab } from "../../src/shared/messages/surface";
import { Boundary, Fault } from "../ui/boundary";
import { IconButton } from "../ui/button";
import { Icon } from "../ui/icon";
import { TabPanel, Tabs, type TabWords } from "../ui/tabs";
import { Agents } from "./agents/agents";
import { exact } from "./factWords";
import { refusalWords } from "./refusalWords";
import { Request } from "./request/request";
import { Rules } from "./rules/rules";
import { Tools } from "./tools/tools";
import { useView, type View, ViewProvider } from "./view";

export function App({ view }: { view: View }) {
  return (
    <ViewProvider value={view}>
      <main class="surface">
        <Panel />
      </main>
      <LiveRegions view={view} />
    </ViewProvider>
  );
}

function Panel() {
  const { store, tab, reload } = useView();
  if (store.fault.value !== undefined)
    return <Fault title={l10n.t("The tool surface could not be read")} message={store.fault.value} onReload={reload} />;
  if (store.revision.value < 0) return <Loading />;
  return (
    <>
      <Tabs
        label={l10n.t("Tool Surface")}
        tabs={tabs(store)}
        chosen={tab.value}
        onChoose={(id) => {
          tab.value = id;
        }}
      />
      <Restricted />
      <RefusedLine />
      <TabPanel id={tab.value}>
        <Boundary version={store.revision.value} title={l10n.t("This tab could not be drawn")} onReload={reload}>
          {contents(tab.value)}
        </Boundary>
      </TabPanel>
    </>
  );
}

function tabs({ parts }: View["store"]): readonly TabWords<SurfaceTab>[] {
  const { snapshot, tools, profiles, rules } = parts;
  return [
    {
      id: "request",
      label: l10n.t("This request"),
      ...(snapshot.value ? { note: exact(snapshot.value.tool_count) } : {}),
    },
    { id: "tools", label: l10n.t("All tools"), note: exact(tools.value.rows.length + tools.value.omitted) },
    { id: "agents", label: l10n.t("Agents and routes"), note: exact(profiles.value.length) },
    { id: "rules", label: l10n.t("Rules"), note: exact(rules.value.rules.length + rules.value.omitted) },
  ];
}

function contents(tab: SurfaceTab): ComponentChildren {
  switch (tab) {
    case "request":
      return <Request />;
    case "tools":
      return <Tools />;
    case "agents":
      return <Agents />;
    case "rules":
      return <Rules />;
    default:
      return tab satisfies never;
  }
}

function Restricted() {
  const { store, post } = useView();
  if (store.parts.place.value.trusted) return null;
  return (
    <div class="banner" role="status">
      <Icon name="shield" />
      <span>
        {l10n.t("Restricted: this workspace is not trusted. Its settings, servers and agent profiles are not read.")}
      </span>
      <button type="button" class="text-button" onClick={() => post({ kind: "command", command: "manageTrust" })}>
        {l10n.t("Manage trust")}
      </button>
    </div>
  );
}

/** Read aloud by the live region. */
function RefusedLine() {
  const { refused } = useView();
  if (!refused.value) return null;
  return (
    <div class="banner refused-line">
      <Icon name="warning" />
      <span>{refusalWords(refused.value.why)}</span>
      <IconButton
        icon="close"
        label={l10n.t("Dismiss")}
        onPress={() => {
          refused.value = undefined;
        }}
      />
    </div>
  );
}

function Loading() {
  return (
    <div class="loading" aria-busy="true">
      <p>{l10n.t("Loading…")}</p>
    </div>
  );
}

/** There from the start: regions added with their text are not read. */
function LiveRegions({ view }: { view: View }) {
  return (
    <>
      <div class="spoken" role="status" aria-live="polite">
        {view.polite.value}
      </div>
      <div class="spoken" role="alert" aria-live="assertive">
        {view.urgent.value}
      </div>
    </>
  );
}
