import * as l10n from "@vscode/l10n";
import { Component, type ComponentChildren } from "preact";
import { Button } from "../ui/button";

interface BoundaryProps {
  readonly children: ComponentChildren;
  /** Changes with each snapshot: then drawing is tried again. */
  readonly version: number;
  /** Asks the host for a snapshot. */
  readonly onReload: () => void;
}

/** A fault this soon after another is not mended by asking again. */
const SOON_MS = 10_000;

/**
 * A fault in drawing must not leave a blank view while the work goes on: the view asks for a snapshot
 * and draws itself anew from it. If that does not help, a person decides when to try again.
 */
export class Boundary extends Component<BoundaryProps, { readonly fault: string | undefined }> {
  override state: { readonly fault: string | undefined } = { fault: undefined };
  private failedAt = Number.NEGATIVE_INFINITY;

  override componentDidCatch(error: unknown): void {
    console.error(error);
    const isFirst = performance.now() - this.failedAt > SOON_MS;
    this.failedAt = performance.now();
    this.setState({ fault: error instanceof Error ? error.message : String(error) });
    if (isFirst) this.props.onReload();
  }

  override componentDidUpdate(before: BoundaryProps): void {
    if (this.state.fault !== undefined && before.version !== this.props.version) this.setState({ fault: undefined });
  }

  override render() {
    if (this.state.fault === undefined) return this.props.children;
    return <Fault message={this.state.fault} onReload={this.props.onReload} />;
  }
}

function Fault({ message, onReload }: { message: string; onReload: () => void }) {
  return (
    <div class="chat fault" role="alert">
      <h2>{l10n.t("The chat could not be drawn")}</h2>
      <p>{l10n.t("The session goes on; nothing of it is lost.")}</p>
      <pre>{message}</pre>
      <Button primary onPress={onReload}>
        {l10n.t("Reload the view")}
      </Button>
    </div>
  );
}

/** One item that can't be drawn costs its own line only. */
export class ItemBoundary extends Component<{ children: ComponentChildren }, { readonly failed: boolean }> {
  override state = { failed: false };

  override componentDidCatch(error: unknown): void {
    console.error(error);
    this.setState({ failed: true });
  }

  override render() {
    return this.state.failed ? <p class="quiet">{l10n.t("This entry could not be drawn.")}</p> : this.props.children;
  }
}
