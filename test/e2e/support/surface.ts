import type { FrameLocator, Locator } from "playwright-core";
import type { Workbench } from "./workbench";

/** The tool surface panel as a person uses it. */
export class Surface {
  private constructor(
    readonly workbench: Workbench,
    readonly frame: FrameLocator,
  ) {}

  /** By its command, on whatever tab it had. */
  static async open(workbench: Workbench): Promise<Surface> {
    await workbench.run("Gatehouse: Show Tool Surface");
    return Surface.shown(workbench);
  }

  /** One that something else opens. */
  static async shown(workbench: Workbench): Promise<Surface> {
    const surface = new Surface(workbench, workbench.panel());
    await surface.frame.getByRole("tablist").waitFor();
    return surface;
  }

  async tab(name: string): Promise<void> {
    const tab = this.frame.getByRole("tab", { name: new RegExp(`^${name}`) });
    await tab.click();
    await this.frame.locator('[role="tab"][aria-selected="true"]', { hasText: name }).waitFor();
  }

  /** What stands behind a name in "This request" or in details. */
  fact(name: string): Locator {
    return this.frame.locator(".facts > div", { has: this.frame.locator(`dt:text-is("${name}")`) }).locator("dd");
  }

  async filter(text: string): Promise<void> {
    // The toolkit's field keeps its input in a shadow root.
    await this.frame.locator(".filter input").fill(text);
  }

  /** The row of a tool in "All tools": only those in sight are drawn. */
  row(tool: string): Locator {
    return this.frame.locator(".tool-line", { has: this.frame.locator(`code:text-is("${tool}")`) });
  }

  /** Its line in the list of servers. */
  server(name: string): Locator {
    return this.frame.locator(".server-line", { has: this.frame.locator(`b:text-is("${name}")`) });
  }

  async close(): Promise<void> {
    await this.workbench.run("View: Close All Editors");
  }
}
