import { useId, useRef, useState } from "preact/hooks";
import { Icon, type IconName } from "./icon";
import { handled } from "./keys";

export interface MenuOption<T extends string> {
  readonly value: T;
  readonly label: string;
  readonly about: string;
  readonly icon: IconName;
  readonly warns?: boolean;
}

interface MenuProps<T extends string> {
  /** What is chosen here: "Mode". */
  readonly label: string;
  readonly value: T;
  readonly options: readonly MenuOption<T>[];
  readonly onChoose: (value: T) => void;
  readonly disabled?: boolean;
  /** Opens downwards; else upwards, as for a bar at the bottom. */
  readonly below?: boolean;
}

/**
 * A compact choice with a sentence for each option. Ours and not the toolkit's dropdown,
 * which has no room for the sentence and is as wide as an input. The focus stays on the button.
 */
export function Menu<T extends string>(props: MenuProps<T>) {
  const { label, value, options, onChoose, disabled = false, below = false } = props;
  const id = useId();
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const button = useRef<HTMLButtonElement>(null);
  const current = options.find((option) => option.value === value);

  const show = () => {
    setActive(
      Math.max(
        0,
        options.findIndex((option) => option.value === value),
      ),
    );
    setOpen(true);
  };
  const choose = (option: MenuOption<T> | undefined) => {
    setOpen(false);
    button.current?.focus();
    if (option && option.value !== value) onChoose(option.value);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const act = open ? openKeys(event.key) : closedKeys(event.key);
    if (!act) return;
    handled(event);
    act();
  };
  const closedKeys = (key: string) => (key === "ArrowDown" || key === "ArrowUp" ? show : undefined);
  const openKeys = (key: string): (() => void) | undefined => {
    const last = options.length - 1;
    const keys: Readonly<Record<string, () => void>> = {
      ArrowDown: () => setActive(Math.min(last, active + 1)),
      ArrowUp: () => setActive(Math.max(0, active - 1)),
      Home: () => setActive(0),
      End: () => setActive(last),
      Enter: () => choose(options[active]),
      " ": () => choose(options[active]),
      Escape: () => setOpen(false),
    };
    return Object.hasOwn(keys, key) ? keys[key] : undefined;
  };

  return (
    <div class={`menu ${below ? "below" : ""}`}>
      <button
        ref={button}
        type="button"
        class={`menu-button ${current?.warns ? "warns" : ""}`}
        role="combobox"
        aria-haspopup="listbox"
        aria-expanded={open}
        aria-controls={`${id}-list`}
        aria-label={`${label}: ${current?.label ?? ""}`}
        title={`${label}: ${current?.about ?? ""}`}
        disabled={disabled}
        onClick={() => (open ? setOpen(false) : show())}
        onKeyDown={onKeyDown}
        onBlur={() => setOpen(false)}
        {...(open ? { "aria-activedescendant": `${id}-${active}` } : {})}
      >
        {current?.warns && <Icon name={current.icon} />}
        {current?.label}
        <Icon name="chevron-down" class="small" />
      </button>
      {open && (
        <div class="menu-list" id={`${id}-list`} role="listbox" aria-label={label}>
          {options.map((option, index) => (
            <MenuRow
              key={option.value}
              id={`${id}-${index}`}
              option={option}
              active={index === active}
              chosen={option.value === value}
              onChoose={() => choose(option)}
            />
          ))}
        </div>
      )}
    </div>
  );
}

interface MenuRowProps {
  readonly id: string;
  readonly option: MenuOption<string>;
  readonly active: boolean;
  readonly chosen: boolean;
  readonly onChoose: () => void;
}

function MenuRow({ id, option, active, chosen, onChoose }: MenuRowProps) {
  // On `mousedown`, as the button's blur closes the list before a click would come.
  const onMouseDown = (event: MouseEvent) => {
    handled(event);
    onChoose();
  };
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays on the button, `aria-activedescendant` tells.
    <div
      id={id}
      class={`menu-row ${active ? "active" : ""} ${option.warns ? "warns" : ""}`}
      role="option"
      aria-selected={chosen}
      onMouseDown={onMouseDown}
    >
      <Icon name={option.icon} />
      <span class="menu-label">{option.label}</span>
      <span class="menu-about">{option.about}</span>
      {chosen && <Icon name="check" class="menu-check" />}
    </div>
  );
}
