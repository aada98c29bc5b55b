import type { FrameLocator, Locator } from "playwright-core";
import { until } from "./until";
import type { Workbench } from "./workbench";

/** The chat as a person uses it. */
export class Chat {
  private constructor(
    readonly workbench: Workbench,
    readonly frame: FrameLocator,
    private readonly field = "Message",
  ) {}

  static async open(workbench: Workbench): Promise<Chat> {
    const chat = new Chat(workbench, await workbench.openChat());
    await chat.composer.waitFor();
    return chat;
  }

  /** By its key, where its command has another name. `field`: what its composer is called there. */
  static async openByKey(workbench: Workbench, field: string): Promise<Chat> {
    const chat = new Chat(workbench, workbench.chat(), field);
    await until("the chat by its key", async () => {
      await workbench.page.keyboard.press("Control+Alt+G");
      return chat.composer.isVisible();
    });
    return chat;
  }

  get composer(): Locator {
    return this.frame.getByRole("textbox", { name: this.field });
  }

  /** Not what tells in a goal's line that somebody stopped a turn. */
  private get stopButton(): Locator {
    return this.frame.getByRole("button", { name: "Stop", exact: true });
  }

  /** The card that is docked above the composer. */
  get card(): Locator {
    return this.frame.locator(".dock .approval");
  }

  /** The form that is docked above the composer. */
  get form(): Locator {
    return this.frame.locator(".form-dock .form");
  }

  get goal(): Locator {
    return this.frame.locator(".goal-strip");
  }

  /** What may be written at the cursor. */
  get suggestions(): Locator {
    return this.frame.getByRole("listbox", { name: "Suggestions" });
  }

  get banner(): Locator {
    return this.frame.locator(".banner");
  }

  async send(text: string): Promise<void> {
    await this.composer.fill(text);
    await this.composer.press("Enter");
  }

  /** A button of the docked card. */
  choice(name: "once" | "session" | "deny" | "deny_with_note" | "open_diff"): Locator {
    return this.card.locator(`[data-choice="${name}"]`);
  }

  async answer(name: "once" | "session" | "deny"): Promise<void> {
    await this.choice(name).click();
  }

  call(subject: string): Locator {
    return this.frame.locator(".call, .waiting-call, .refused-call", { hasText: subject }).last();
  }

  said(text: string | RegExp): Locator {
    return this.frame.locator(".scroll").getByText(text).last();
  }

  async focused(part: Locator): Promise<void> {
    await until("the focus", () => part.evaluate((element) => element.matches(":focus-within")));
  }

  async stop(): Promise<void> {
    await this.stopButton.click();
  }

  /** A turn runs for as long as it can be stopped. */
  async idle(): Promise<void> {
    await this.stopButton.waitFor({ state: "hidden", timeout: 60_000 });
  }

  async choose(what: "Mode" | "Posture", option: string): Promise<void> {
    await this.frame.getByRole("combobox", { name: what }).click();
    await this.frame.getByRole("option", { name: new RegExp(`^${option}`) }).click();
    await until(`${what} ${option}`, async () =>
      (await this.frame.getByRole("combobox", { name: what }).getAttribute("aria-label"))?.includes(option),
    );
  }

  async grantTrust(): Promise<void> {
    await this.banner.getByRole("button", { name: "Manage trust" }).click();
    await this.workbench.page.locator(".workspace-trust-editor .monaco-button", { hasText: "Trust" }).first().click();
    await this.banner.waitFor({ state: "hidden" });
    await this.workbench.run("View: Close All Editors");
  }

  /** A turn that an earlier test left running is stopped first. */
  async newSession(): Promise<void> {
    if (await this.stopButton.isVisible()) await this.stop();
    await this.idle();
    await this.workbench.run("Gatehouse: New Session");
    await this.frame.getByText("What shall we do?").waitFor();
    // It ends with the focus in the composer, which shuts a list that was opened before.
    await this.focused(this.composer);
  }
}
