import { provideVSCodeDesignSystem, vsCodeTextArea } from "@vscode/webview-ui-toolkit";
import { useEffect, useRef } from "preact/hooks";

/** Apart from `registerToolkit`, so that a view without long texts does not load it. */
export function registerTextArea(): void {
  provideVSCodeDesignSystem().register(vsCodeTextArea());
}

declare module "preact" {
  namespace JSX {
    interface IntrinsicElements {
      "vscode-text-area": {
        readonly ref?: import("preact").Ref<HTMLElement>;
        readonly class?: string;
        readonly value?: string;
        readonly rows?: number;
        readonly maxlength?: number;
        readonly resize?: "vertical";
        readonly onInput?: (event: Event) => void;
      };
    }
  }
}

interface TextAreaProps {
  readonly value: string;
  readonly label: string;
  readonly rows: number;
  readonly maxLength: number;
  readonly onChange: (value: string) => void;
}

/** The toolkit's field of several lines. */
export function TextArea({ value, label, rows, maxLength, onChange }: TextAreaProps) {
  const field = useRef<HTMLElement>(null);
  // The toolkit puts a name of its own over any that is there when the element is connected.
  useEffect(() => field.current?.setAttribute("aria-label", label), []);
  return (
    <vscode-text-area
      ref={field}
      class="text-area"
      value={value}
      rows={rows}
      maxlength={maxLength}
      resize="vertical"
      onInput={(event) => onChange((event.target as HTMLTextAreaElement).value)}
    />
  );
}
