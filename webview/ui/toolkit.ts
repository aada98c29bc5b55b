import { provideVSCodeDesignSystem, vsCodeButton, vsCodeTextField } from "@vscode/webview-ui-toolkit";

/**
 * Only what is used is registered, which keeps the first paint small. The toolkit's badge and progress
 * ring carry `style` attributes in their templates, which a strict CSP refuses: never add them.
 */
export function registerToolkit(): void {
  provideVSCodeDesignSystem().register(vsCodeButton(), vsCodeTextField());
}

type ToolkitElement<Extra> = Extra & {
  readonly class?: string;
  readonly disabled?: boolean;
  readonly title?: string;
  readonly tabindex?: number;
  readonly "aria-label"?: string;
  readonly children?: import("preact").ComponentChildren;
  readonly ref?: import("preact").Ref<HTMLElement>;
};

declare module "preact" {
  namespace JSX {
    interface IntrinsicElements {
      "vscode-button": ToolkitElement<{
        readonly appearance?: "primary" | "secondary" | "icon";
        readonly "data-choice"?: string | undefined;
        readonly onClick?: (event: MouseEvent) => void;
      }>;
      "vscode-text-field": ToolkitElement<{
        readonly value?: string;
        readonly placeholder?: string;
        readonly maxlength?: number;
        readonly onInput?: (event: Event) => void;
        readonly onKeyDown?: (event: KeyboardEvent) => void;
      }>;
    }
  }
}
