import { useEffect, useRef } from "preact/hooks";

interface TextFieldProps {
  readonly value: string;
  readonly label: string;
  readonly placeholder: string;
  readonly maxLength: number;
  readonly onChange: (value: string) => void;
  readonly onKey: (event: KeyboardEvent) => void;
}

/** The toolkit's one-line field; takes the focus when it appears, as a person has just asked for it. */
export function TextField(props: TextFieldProps) {
  const field = useRef<HTMLElement>(null);
  useEffect(() => {
    // The toolkit puts a name of its own over any that is there when the element is connected.
    field.current?.setAttribute("aria-label", props.label);
    field.current?.focus();
  }, []);
  return (
    <vscode-text-field
      ref={field}
      class="text-field"
      value={props.value}
      placeholder={props.placeholder}
      maxlength={props.maxLength}
      onInput={(event) => props.onChange((event.target as HTMLInputElement).value)}
      onKeyDown={props.onKey}
    />
  );
}
