import * as l10n from "@vscode/l10n";
import { useState } from "preact/hooks";
import type { Fact, SnapshotTool } from "../../../src/shared/surface";
import { visible } from "../../../src/shared/visible";
import { Icon } from "../../ui/icon";
import { type FactLine, Facts } from "../facts";
import { boundedWords, cutWords, factWords, plain, yesNo } from "../factWords";
import { approvalWords, capabilitiesWords, offerWords, originWords } from "../tools/toolWords";
import { Schema } from "./schema";

/** One tool of the request: its words, what the request says of it, and apart from that what the surface knows. */
export function RequestTool({ tool }: { tool: SnapshotTool }) {
  const [open, setOpen] = useState(false);
  const cuts = [tool.name, tool.description].flatMap(({ cut }) => cutWords(cut) ?? []);
  return (
    <li class="request-tool">
      <button type="button" class="fold" aria-expanded={open} onClick={() => setOpen(!open)}>
        <Icon name={open ? "chevron-down" : "chevron-right"} />
        <small class="ordinal">{tool.ordinal}</small>
        <code>{boundedWords(tool.name)}</code>
        <span class="fold-about">{boundedWords(tool.description)}</span>
        <small>{tail(tool)}</small>
      </button>
      {cuts.length > 0 && <p class="cut">{cuts.join(" · ")}</p>}
      {open && <Body tool={tool} />}
    </li>
  );
}

function Body({ tool }: { tool: SnapshotTool }) {
  return (
    <div class="fold-body">
      {tool.description.text !== "" && <p class="description">{visible(tool.description.text)}</p>}
      <div class="two">
        <section>
          <h3>{l10n.t("In the request")}</h3>
          <Facts facts={requestFacts(tool)} />
        </section>
        <section>
          <h3>{l10n.t("In the surface")}</h3>
          <Facts facts={surfaceFacts(tool)} />
        </section>
      </div>
      <Schema schema={tool.input_schema_json} />
    </div>
  );
}

/** The two things that people look for first. */
function tail({ surface: { mcp_server: server, provenance } }: SnapshotTool): string {
  if (server.status === "known" && server.value !== null) return plain(server.value);
  return factWords(provenance, originWords);
}

function line<T>(name: string, fact: Fact<T>, words: (value: T) => string): FactLine {
  return { name, value: factWords(fact, words), unknown: fact.status === "unknown" };
}

const list = (values: readonly string[]): string => values.map(plain).join(", ") || l10n.t("none");

function requestFacts({ request }: SnapshotTool): readonly FactLine[] {
  return [
    line(l10n.t("Allowed callers"), request.allowed_callers, (callers) =>
      [list(callers), cutWords(request.allowed_callers_cut)].filter(Boolean).join(" · "),
    ),
    line(l10n.t("Loading deferred"), request.defer_loading, yesNo),
    line(l10n.t("Strict"), request.strict, yesNo),
    line(l10n.t("Cache control"), request.cache_control, plain),
  ];
}

function surfaceFacts({ surface }: SnapshotTool): readonly FactLine[] {
  return [
    line(l10n.t("Origin"), surface.provenance, originWords),
    line(l10n.t("MCP server"), surface.mcp_server, (server) => (server === null ? l10n.t("none") : plain(server))),
    line(l10n.t("Capabilities"), surface.capabilities, capabilitiesWords),
    line(l10n.t("Approval"), surface.approval, approvalWords),
    line(l10n.t("Offered"), surface.visibility, offerWords),
  ];
}
