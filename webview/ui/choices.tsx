import { provideVSCodeDesignSystem, vsCodeCheckbox, vsCodeRadio, vsCodeRadioGroup } from "@vscode/webview-ui-toolkit";
import type { ComponentChildren } from "preact";

/** Apart from `registerToolkit`, so that a view without forms does not load them. */
export function registerChoices(): void {
  provideVSCodeDesignSystem().register(vsCodeCheckbox(), vsCodeRadio(), vsCodeRadioGroup());
}

type ChoiceElement<Extra> = Extra & {
  readonly class?: string;
  readonly key?: string;
  readonly "aria-labelledby"?: string;
  readonly "aria-describedby"?: string | undefined;
  readonly children?: ComponentChildren;
  readonly onChange?: (event: Event) => void;
};

declare module "preact" {
  namespace JSX {
    interface IntrinsicElements {
      "vscode-checkbox": ChoiceElement<{ readonly checked: boolean }>;
      "vscode-radio": ChoiceElement<{ readonly value: string }>;
      "vscode-radio-group": ChoiceElement<{ readonly value?: string; readonly orientation: "vertical" }>;
    }
  }
}

interface CheckboxProps {
  readonly checked: boolean;
  readonly describedBy?: string | undefined;
  readonly onChange: (checked: boolean) => void;
  readonly children: ComponentChildren;
}

/** The toolkit's box with its words. It names itself by the words that it is made with. */
export function Checkbox({ checked, describedBy, onChange, children }: CheckboxProps) {
  return (
    <vscode-checkbox
      class="choice"
      checked={checked}
      aria-describedby={describedBy}
      onChange={(event) => onChange((event.target as HTMLInputElement).checked)}
    >
      {children}
    </vscode-checkbox>
  );
}

interface RadioGroupProps {
  /** Of the element with the question. */
  readonly labelledBy: string;
  readonly describedBy?: string | undefined;
  /** Undefined: none is chosen yet. */
  readonly value: string | undefined;
  readonly options: readonly { readonly value: string; readonly words: ComponentChildren }[];
  readonly onChange: (value: string) => void;
}

/** One tab stop; arrow keys choose. */
export function RadioGroup({ labelledBy, describedBy, value, options, onChange }: RadioGroupProps) {
  // The group tells of a change also when it is given a value. Given an empty one, no Tab would reach it.
  const changed = (event: Event) => {
    const chosen = (event.currentTarget as HTMLInputElement).value;
    if (chosen && chosen !== value) onChange(chosen);
  };
  return (
    <vscode-radio-group
      orientation="vertical"
      {...(value === undefined ? {} : { value })}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      onChange={changed}
    >
      {options.map((option) => (
        <vscode-radio key={option.value} class="choice" value={option.value}>
          {option.words}
        </vscode-radio>
      ))}
    </vscode-radio-group>
  );
}
