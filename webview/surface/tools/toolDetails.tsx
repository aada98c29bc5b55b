import * as l10n from "@vscode/l10n";
import { useState } from "preact/hooks";
import { HINT_SCOPE, type ShownTool, type Switches, type ToolWish } from "../../../src/shared/messages/surface";
import type { WorkerRoutingStrategy } from "../../../src/shared/surface";
import { Button, IconButton } from "../../ui/button";
import { Menu, type MenuOption } from "../../ui/menu";
import { reasonWords } from "../../ui/reasonWords";
import { Switch } from "../../ui/switch";
import { TextField } from "../../ui/textField";
import { type FactLine, Facts } from "../facts";
import { exact, plain } from "../factWords";
import { useView } from "../view";
import { change } from "./change";
import {
  approvalWords,
  capabilitiesWords,
  effectWords,
  lockWords,
  manifestWords,
  offerWords,
  originWords,
  routeWords,
  strategyWords,
  titleWords,
} from "./toolWords";

/** One tool: what can be set, and what that comes to. */
export function ToolDetails({ row }: { row: ShownTool }) {
  const view = useView();
  const close = () => {
    view.tool.value = undefined;
    document.querySelector<HTMLElement>(".rows")?.focus();
  };
  const set = (wish: ToolWish) => change(view, row, wish);
  return (
    <section class="details" aria-label={l10n.t("Details of {0}", plain(row.name))}>
      <header>
        <h2>
          <code>{plain(row.name)}</code> <small>{titleWords(row)}</small>
        </h2>
        <IconButton icon="close" label={l10n.t("Close the details")} onPress={close} />
      </header>
      {row.description !== "" && <p class="quiet">{plain(row.description)}</p>}
      <p class={`effect ${row.inEffect ? "" : "off"}`}>{effectSentence(row)}</p>
      <div class="settings">
        <SwitchLine row={row} which="enabled" label={l10n.t("Switched on")} onSet={set} />
        <SwitchLine row={row} which="subagentAllowed" label={l10n.t("Allowed for sub-agents")} onSet={set} />
        <div class="setting">
          <span>{l10n.t("Where it runs for sub-agents")}</span>
          <Menu
            below
            label={l10n.t("Where it runs for sub-agents")}
            value={row.routing}
            options={STRATEGIES.map(strategyOption)}
            onChoose={(workerRoutingStrategy) => set({ workerRoutingStrategy })}
          />
        </div>
        <Hint key={row.promptHint} value={row.promptHint} onSet={(promptHint) => set({ promptHint })} />
      </div>
      <Facts facts={toolFacts(row)} label={l10n.t("Facts")} />
    </section>
  );
}

interface SwitchLineProps {
  readonly row: ShownTool;
  readonly which: Switches;
  readonly label: string;
  readonly onSet: (wish: ToolWish) => void;
}

function SwitchLine({ row, which, label, onSet }: SwitchLineProps) {
  const { scope } = useView();
  const locked = lockWords(row.locks?.[scope.value]?.[which]);
  return (
    <div class="setting">
      <span>{label}</span>
      <Switch label={label} on={row[which]} locked={locked} onChange={(on) => onSet({ [which]: on })} />
      {locked && <small>{locked}</small>}
    </div>
  );
}

/** Said in the prompt beside the tool. Nothing is saved before a person says so. */
function Hint({ value, onSet }: { value: string; onSet: (hint: string) => void }) {
  const { scope } = useView();
  const [text, setText] = useState(value);
  if (scope.value !== HINT_SCOPE) {
    return (
      <div class="setting">
        <span>{l10n.t("Hint for the model")}</span>
        <span>{plain(value) || l10n.t("none")}</span>
        <small>{l10n.t("A workspace's settings have no hints. Choose user settings to change it.")}</small>
      </div>
    );
  }
  return (
    <div class="setting hint">
      <span>{l10n.t("Hint for the model")}</span>
      <TextField
        value={text}
        label={l10n.t("Hint for the model")}
        placeholder={l10n.t("none")}
        maxLength={500}
        takesFocus={false}
        onChange={setText}
      />
      {text !== value && (
        <div class="buttons">
          <Button primary onPress={() => onSet(text)}>
            {l10n.t("Save the hint")}
          </Button>
          <Button onPress={() => setText(value)}>{l10n.t("Undo")}</Button>
        </div>
      )}
    </div>
  );
}

const STRATEGIES: readonly WorkerRoutingStrategy[] = [
  "auto",
  "force-local",
  "force-main-process-proxy",
  "force-disabled",
];

const strategyOption = (value: WorkerRoutingStrategy): MenuOption<WorkerRoutingStrategy> => ({
  value,
  ...strategyWords(value),
  icon: value === "force-disabled" ? "circle-slash" : value === "force-local" ? "vm" : "server",
});

function effectSentence(row: ShownTool): string {
  if (!row.inEffect) return l10n.t("Not in effect: {0}", effectWords(row));
  return l10n.t("In effect: {0}", effectWords(row));
}

function toolFacts(row: ShownTool): readonly FactLine[] {
  const route = routeWords(row.route);
  return [
    { name: l10n.t("Origin"), value: originWords(row.origin) },
    ...(row.server === undefined ? [] : [{ name: l10n.t("MCP server"), value: plain(row.server) }]),
    { name: l10n.t("Offered"), value: offerWords(row.offer) },
    { name: l10n.t("Approval"), value: approvalWords(row.approval) },
    { name: l10n.t("Capabilities"), value: capabilitiesWords(row.capabilities) },
    { name: l10n.t("For sub-agents"), value: row.routeReason ? `${route}. ${reasonWords(row.routeReason)}` : route },
    { name: l10n.t("Static profile"), value: manifestWords(row.manifest) },
    { name: l10n.t("Size"), value: l10n.t("{0} bytes, about {1} tokens", exact(row.bytes), exact(row.tokens)) },
  ];
}
