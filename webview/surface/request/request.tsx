import * as l10n from "@vscode/l10n";
import { Boundary } from "../../ui/boundary";
import { Button } from "../../ui/button";
import { Icon } from "../../ui/icon";
import { Facts } from "../facts";
import { exact } from "../factWords";
import { useView } from "../view";
import { RequestTool } from "./requestTool";
import { topFacts } from "./topFacts";

/** The first kind of truth: what the latest prepared request really carried. */
export function Request() {
  const { store, post, reload } = useView();
  const snapshot = store.parts.snapshot.value;
  if (!snapshot) return <NoRequest />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be scrolled by keys too.
    <section class="page" tabIndex={0} aria-label={l10n.t("The latest prepared request")}>
      <header class="page-head">
        <p>
          {l10n.t("What the latest prepared request carried, read from the very value that the model's client got.")}
        </p>
        <Button onPress={() => post({ kind: "command", command: "showSurfaceJson" })}>{l10n.t("Show as JSON")}</Button>
      </header>
      <Facts facts={topFacts(snapshot)} label={l10n.t("The request")} />
      <h2>{countWords(snapshot.tool_count)}</h2>
      {snapshot.tools.length === 0 && <NoTools isThere={snapshot.tools_field_present} />}
      <ol class="request-tools">
        {snapshot.tools.map((tool) => (
          <Boundary key={tool.ordinal} version={tool} title={l10n.t("This tool could not be drawn")} onReload={reload}>
            <RequestTool tool={tool} />
          </Boundary>
        ))}
      </ol>
      {snapshot.omitted_tool_count > 0 && (
        <p class="cut">
          {l10n.t(
            "{0} more tools were in the request; here only the first {1} are shown.",
            exact(snapshot.omitted_tool_count),
            exact(snapshot.rendered_tool_count),
          )}
        </p>
      )}
    </section>
  );
}

function countWords(count: number): string {
  if (count === 0) return l10n.t("No tools");
  return count === 1 ? l10n.t("1 tool") : l10n.t("{0} tools", exact(count));
}

/** Absent is not empty. */
function NoTools({ isThere }: { isThere: boolean }) {
  return (
    <p class="quiet">
      {isThere
        ? l10n.t("The request's list of tools was there, and empty.")
        : l10n.t("The request had no list of tools at all.")}
    </p>
  );
}

function NoRequest() {
  return (
    <div class="nothing">
      <Icon name="send" />
      <h2>{l10n.t("There is no request yet")}</h2>
      <p>
        {l10n.t(
          "As soon as this session prepares its first request, its tools stand here exactly as they were handed over.",
        )}
      </p>
    </div>
  );
}
