import * as l10n from "@vscode/l10n";
import { useMemo, useState } from "preact/hooks";
import type { ShownTool } from "../../../src/shared/messages/surface";
import { Rows } from "../../ui/rows";
import { Switch } from "../../ui/switch";
import { TextField } from "../../ui/textField";
import { exact, plain } from "../factWords";
import { matching } from "../tools/filter";
import { effectWords, titleWords } from "../tools/toolWords";
import { useView } from "../view";

interface ToolPickerProps {
  /** Null: the read-only set. */
  readonly tools: readonly string[] | null;
  readonly onChange: (tools: string[] | null) => void;
}

/** Which tools a profile names: none of its own (the read-only set), or exactly those that are switched on here. */
export function ToolPicker({ tools, onChange }: ToolPickerProps) {
  return (
    <fieldset class="field tool-picker">
      <legend class="field-label">{l10n.t("Tools")}</legend>
      <div>
        <Choice
          label={l10n.t("The read-only set")}
          about={l10n.t("Names no tools: it gets what only reads.")}
          chosen={tools === null}
          onChoose={() => onChange(null)}
        />
        <Choice
          label={l10n.t("Only these tools")}
          about={tools === null ? "" : countWords(tools.length)}
          chosen={tools !== null}
          onChoose={() => onChange([...(tools ?? [])])}
        />
        {tools !== null && <Switches tools={tools} onChange={onChange} />}
      </div>
    </fieldset>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly about: string;
  readonly chosen: boolean;
  readonly onChoose: () => void;
}

function Choice({ label, about, chosen, onChoose }: ChoiceProps) {
  return (
    <label class="choice">
      <input type="radio" name="tools" checked={chosen} onChange={onChoose} />
      {label} <small>{about}</small>
    </label>
  );
}

function countWords(count: number): string {
  if (count === 0) return l10n.t("None is switched on: it gets no tool at all.");
  return count === 1 ? l10n.t("1 is switched on.") : l10n.t("{0} are switched on.", exact(count));
}

interface SwitchesProps {
  readonly tools: readonly string[];
  readonly onChange: (tools: string[]) => void;
}

function Switches({ tools, onChange }: SwitchesProps) {
  const { rows } = useView().store.parts.tools.value;
  const [filter, setFilter] = useState("");
  const [active, setActive] = useState(-1);
  const shown = useMemo(() => matching(rows, filter), [rows, filter]);
  const on = new Set(tools);
  const unknown = tools.filter((name) => !rows.some((row) => row.name === name));
  const toggle = (name: string) => onChange(on.has(name) ? tools.filter((each) => each !== name) : [...tools, name]);
  const onKey = ({ key }: KeyboardEvent) => {
    const row = shown[active];
    if (row && key === " ") toggle(row.name);
    return key === " ";
  };
  return (
    <>
      <TextField
        value={filter}
        label={l10n.t("Filter the tools")}
        placeholder={l10n.t("Filter the tools")}
        maxLength={200}
        takesFocus={false}
        onChange={setFilter}
      />
      <div class="picker-rows">
        <Rows
          label={l10n.t("Tools of this profile")}
          count={shown.length}
          active={Math.min(active, shown.length - 1)}
          onActive={setActive}
          onKey={onKey}
          rowName={(index) => rowWords(shown[index], on)}
        >
          {(index) => <PickerRow row={shown[index]} on={on} onToggle={toggle} />}
        </Rows>
      </div>
      <Unknown names={unknown} onDrop={toggle} />
    </>
  );
}

interface PickerRowProps {
  readonly row: ShownTool | undefined;
  readonly on: ReadonlySet<string>;
  readonly onToggle: (name: string) => void;
}

/** A tool that is off for all can be named all the same; the row says that it will not come. */
function PickerRow({ row, on, onToggle }: PickerRowProps) {
  if (!row) return null;
  return (
    <div class={`tool-line ${row.inEffect ? "" : "off"}`}>
      <Switch label={plain(row.name)} on={on.has(row.name)} tabIndex={-1} onChange={() => onToggle(row.name)} />
      <code>{plain(row.name)}</code>
      <span class="about">{plain(row.description) || titleWords(row)}</span>
      <span class="effect">{globalWords(row)}</span>
    </div>
  );
}

/** Only what stands in the way whatever the profile says. */
function globalWords(row: ShownTool): string {
  if (!row.inEffect) return effectWords(row);
  return row.subagentAllowed ? "" : l10n.t("Not allowed for sub-agents.");
}

function rowWords(row: ShownTool | undefined, on: ReadonlySet<string>): string {
  if (!row) return "";
  const state = on.has(row.name) ? l10n.t("on") : l10n.t("off");
  return [plain(row.name), state, globalWords(row)].filter((part) => part !== "").join(", ");
}

/** Names that are no tool's here, spelled so: they stay as the file has them until a person drops them. */
function Unknown({ names, onDrop }: { names: readonly string[]; onDrop: (name: string) => void }) {
  if (names.length === 0) return null;
  return (
    <p class="unknown-names">
      <small>{l10n.t("Other names in the file:")}</small>{" "}
      {names.map((name) => (
        <button
          key={name}
          type="button"
          class="text-button"
          title={l10n.t("Drop {0}", plain(name))}
          aria-label={l10n.t("Drop {0}", plain(name))}
          onClick={() => onDrop(name)}
        >
          <code>{plain(name)}</code> ×
        </button>
      ))}
    </p>
  );
}
