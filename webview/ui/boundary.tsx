import * as l10n from "@vscode/l10n";
import { Component, type ComponentChildren } from "preact";
import { Button } from "./button";

interface BoundaryProps {
  readonly children: ComponentChildren;
  /** Changes whenever there is something new to draw: then drawing is tried again. */
  readonly version: unknown;
  readonly title: string;
  readonly onReload: () => void;
}

/** A fault in drawing one part leaves the rest of the page as it is, and says so. */
export class Boundary extends Component<BoundaryProps, { readonly fault: string | undefined }> {
  override state: { readonly fault: string | undefined } = { fault: undefined };

  override componentDidCatch(error: unknown): void {
    console.error(error);
    this.setState({ fault: error instanceof Error ? error.message : String(error) });
  }

  override componentDidUpdate(before: BoundaryProps): void {
    if (this.state.fault !== undefined && before.version !== this.props.version) this.setState({ fault: undefined });
  }

  override render() {
    const { children, title, onReload } = this.props;
    return this.state.fault === undefined ? (
      children
    ) : (
      <Fault title={title} message={this.state.fault} onReload={onReload} />
    );
  }
}

/** Something that failed as a whole: what, why, and the one thing to do. */
export function Fault({ title, message, onReload }: { title: string; message: string; onReload: () => void }) {
  return (
    <div class="fault" role="alert">
      <h2>{title}</h2>
      <pre>{message}</pre>
      <Button primary onPress={onReload}>
        {l10n.t("Reload the view")}
      </Button>
    </div>
  );
}
