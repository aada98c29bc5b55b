import type { ComponentChildren } from "preact";
import { Icon, type IconName } from "./icon";

interface ButtonProps {
  readonly children: ComponentChildren;
  readonly onPress: (event: MouseEvent) => void;
  readonly primary?: boolean;
  readonly disabled?: boolean;
  /** Shown small after the words; the key itself is handled elsewhere. */
  readonly keys?: string;
  /** The one tab stop of a group is 0, the others are -1. */
  readonly tabIndex?: number;
  readonly choice?: string;
  /** All of what it does, where its words are short; begins with them. */
  readonly about?: string;
}

/** The toolkit's button, in words. */
export function Button(props: ButtonProps) {
  return (
    <vscode-button
      class="button"
      appearance={props.primary ? "primary" : "secondary"}
      disabled={props.disabled ?? false}
      onClick={props.onPress}
      data-choice={props.choice}
      {...(props.tabIndex === undefined ? {} : { tabindex: props.tabIndex })}
      {...(props.about === undefined ? {} : { title: props.about, "aria-label": props.about })}
    >
      {props.children}
      {props.keys && (
        <span class="keys" aria-hidden="true">
          {props.keys}
        </span>
      )}
    </vscode-button>
  );
}

interface IconButtonProps {
  readonly icon: IconName;
  readonly label: string;
  readonly onPress: () => void;
  readonly disabled?: boolean;
  readonly class?: string;
}

/** A native button: dozens of them stand in the list, and a custom element each would cost too much. */
export function IconButton({ icon, label, onPress, disabled = false, class: extra = "" }: IconButtonProps) {
  return (
    <button
      type="button"
      class={`icon-button ${extra}`}
      title={label}
      aria-label={label}
      disabled={disabled}
      onClick={onPress}
    >
      <Icon name={icon} />
    </button>
  );
}
