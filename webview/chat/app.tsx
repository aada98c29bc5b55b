import * as l10n from "@vscode/l10n";
import { ApprovalDock } from "./approvals/dock";
import { Banners } from "./banners";
import { Boundary } from "./boundary";
import { Composer } from "./composer/composer";
import { EmptyState } from "./emptyState";
import { FormDock } from "./forms/dock";
import { GoalStrip } from "./goalStrip";
import { List } from "./list";
import { StatusLine } from "./statusLine";
import { TodoStrip } from "./todoStrip";
import { useView, type View, ViewProvider } from "./view";

export function App({ view }: { view: View }) {
  return (
    <ViewProvider value={view}>
      <Boundary version={view.store.loads.value} onReload={() => view.post({ kind: "ready" })}>
        <Chat />
      </Boundary>
      <LiveRegions view={view} />
    </ViewProvider>
  );
}

function Chat() {
  const { store } = useView();
  if (!store.status.value) return <Loading />;
  return (
    <main class="chat">
      <Banners />
      {store.order.value.length === 0 ? <EmptyState /> : <List />}
      <ApprovalDock />
      <FormDock />
      <GoalStrip />
      <TodoStrip />
      <StatusLine />
      <Composer />
    </main>
  );
}

function Loading() {
  return (
    <main class="chat loading" aria-busy="true">
      <p>{l10n.t("Loading…")}</p>
    </main>
  );
}

/** Outside of the boundary, so that they are there from the start: regions added with their text are not read. */
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
