import * as l10n from "@vscode/l10n";
import type { Snapshot } from "../../../src/shared/surface";
import { bytes } from "../../ui/words";
import type { FactLine } from "../facts";
import { boundedWords, cutWords, exact, factWords, plain, unknownWords } from "../factWords";

/** The facts of the whole request, in the order of its schema. */
export function topFacts(snapshot: Snapshot): readonly FactLine[] {
  return [
    {
      name: l10n.t("Turn"),
      value: [boundedWords(snapshot.turn_id), cutWords(snapshot.turn_id.cut)].filter(Boolean).join(" · "),
      mono: true,
    },
    { name: l10n.t("Step"), value: exact(snapshot.step) },
    provider(snapshot),
    { name: l10n.t("Captured from"), value: l10n.t("the prepared request") },
    {
      name: l10n.t("Delivered"),
      value: l10n.t("unknown: what a provider received can't be seen from here"),
      unknown: true,
    },
    { name: l10n.t("List of tools"), value: snapshot.tools_field_present ? l10n.t("there") : l10n.t("absent") },
    { name: l10n.t("Tools"), value: toolCounts(snapshot) },
    size(snapshot),
    digest(l10n.t("SHA-256 of the list"), snapshot.payload_sha256, sizeWhy(snapshot)),
    digest(l10n.t("Digest of the tools"), snapshot.active_tool_catalog_sha256, digestWhy(snapshot)),
    ...registry(snapshot),
    {
      name: l10n.t("Not available"),
      value: snapshot.unavailable_for_this_request.map(partWords).join(", ") || l10n.t("nothing"),
    },
    { name: l10n.t("Schema version"), value: exact(snapshot.schema_version) },
  ];
}

function provider({ provider }: Snapshot): FactLine {
  const name = l10n.t("Provider");
  switch (provider.status) {
    case "unknown":
      return { name, value: l10n.t("unknown"), unknown: true };
    case "available":
      return { name, value: `${plain(provider.name)} · ${plain(provider.model)}` };
    case "unavailable":
      return { name, value: l10n.t("not available: {0}", plain(provider.why).replaceAll("_", " ")), unknown: true };
    default:
      return provider satisfies never;
  }
}

function toolCounts({ tool_count, rendered_tool_count, omitted_tool_count }: Snapshot): string {
  if (omitted_tool_count === 0) return exact(tool_count);
  return l10n.t(
    "{0}: {1} shown here, {2} left out",
    exact(tool_count),
    exact(rendered_tool_count),
    exact(omitted_tool_count),
  );
}

function size(snapshot: Snapshot): FactLine {
  const { payload_json_bytes: measured } = snapshot;
  const name = l10n.t("Size of the list");
  if (measured === null) return { name, value: unknownWords(sizeWhy(snapshot)), unknown: true };
  return { name, value: l10n.t("{0} bytes of JSON ({1})", exact(measured), bytes(measured)) };
}

function sizeWhy({ payload_measurement_status: status }: Snapshot): string {
  switch (status) {
    case "exact":
      return "";
    case "over_limit":
      return l10n.t("over 1 MB, so it was not measured");
    case "field_absent":
      return l10n.t("the list is absent");
    case "failed":
      return l10n.t("it can't be written as JSON");
    default:
      return status satisfies never;
  }
}

const digestWhy = ({ tools_field_present: isThere }: Snapshot): string =>
  isThere ? l10n.t("it can't be written as JSON") : l10n.t("the list is absent");

const digest = (name: string, value: string | null, why: string): FactLine =>
  value === null ? { name, value: unknownWords(why), unknown: true } : { name, value, mono: true };

function registry({ registry_tool_count: count, registry_only_tools: only }: Snapshot): readonly FactLine[] {
  return [
    { name: l10n.t("Tools in the catalog"), value: factWords(count, exact), unknown: count.status === "unknown" },
    {
      name: l10n.t("Only in the catalog"),
      value: factWords(only, ({ count: all, rendered, omitted }) => {
        if (all === 0) return l10n.t("none");
        const names = rendered.map(plain).join(", ");
        return omitted > 0
          ? l10n.t("{0}: {1}, and {2} more", exact(all), names, exact(omitted))
          : `${exact(all)}: ${names}`;
      }),
      unknown: only.status === "unknown",
    },
  ];
}

function partWords(code: string): string {
  switch (code) {
    case "provider_wire_payload":
      return l10n.t("the provider's own bytes");
    case "provider":
      return l10n.t("provider");
    case "model":
      return l10n.t("model");
    case "provenance":
      return l10n.t("origin");
    case "capabilities":
      return l10n.t("capabilities");
    case "approval":
      return l10n.t("approval");
    case "active_tool_catalog_sha256":
      return l10n.t("digest of the tools");
    default:
      return plain(code).replaceAll("_", " ");
  }
}
