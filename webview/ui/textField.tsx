import { useEffect, useRef } from "preact/hooks";

interface TextFieldProps {
  readonly value: string;
  readonly label: string;
  readonly placeholder?: string;
  readonly maxLength: number;
  readonly onChange: (value: string) => void;
  readonly onKey?: (event: KeyboardEvent) => void;
  /** A field that a person has just asked for takes the focus when it appears; others say no. */
  readonly takesFocus?: boolean;
  readonly class?: string;
}

/** The toolkit's one-line field. */
export function TextField(props: TextFieldProps) {
  const field = useRef<HTMLElement>(null);
  useEffect(() => {
    // The toolkit puts a name of its own over any that is there when the element is connected.
    field.current?.setAttribute("aria-label", props.label);
    if (props.takesFocus ?? true) field.current?.focus();
  }, []);
  return (
    <vscode-text-field
      ref={field}
      class={`text-field ${props.class ?? ""}`}
      value={props.value}
      placeholder={props.placeholder ?? ""}
      maxlength={props.maxLength}
      onInput={(event) => props.onChange((event.target as HTMLInputElement).value)}
      {...(props.onKey ? { onKeyDown: props.onKey } : {})}
    />
  );
}
