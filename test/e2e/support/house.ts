import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import type { StoredEvent } from "../../../src/core/progress/events";
import type { AuditRecord } from "../../../src/shared/approval";
import { type Scenario, type ScriptedModel, startScriptedModel } from "../../support/scriptedModel";
import { Chat } from "./chat";
import { Server, type ServerOptions } from "./server";
import { launchBrowser, Workbench } from "./workbench";

/** A whole setting: a scripted model over HTTP, a real VS Code with the packaged extension, an open chat. */
export class House {
  private constructor(
    readonly browser: Browser,
    readonly model: ScriptedModel,
    readonly server: Server,
    readonly workbench: Workbench,
    readonly chat: Chat,
  ) {}

  static async open(scenario: Scenario, options: ServerOptions = {}): Promise<House> {
    const [browser, model] = await Promise.all([launchBrowser(), startScriptedModel(scenario)]);
    const settings = {
      "gatehouse.endpoints": [{ name: "scripted", baseUrl: model.url }],
      "gatehouse.model": "scripted/scripted",
      ...options.settings,
    };
    const server = await Server.start({ ...options, settings });
    const workbench = await Workbench.open(server, browser);
    return new House(browser, model, server, workbench, await Chat.open(workbench));
  }

  /** What the log of the newest session holds. */
  events(): StoredEvent[] {
    return this.#lines("log.jsonl").map((line) => (line as { event: StoredEvent }).event);
  }

  /** Decisions of the newest session. */
  audit(): AuditRecord[] {
    return this.#lines("audit.jsonl") as AuditRecord[];
  }

  /** For `afterEach`: what a person would have seen when a test failed. */
  async keepFailure({ task }: { task: { name: string; result?: { state: string } | undefined } }): Promise<void> {
    if (task.result?.state === "fail") await this.workbench.screenshot(`failed-${task.name}`);
  }

  #lines(file: string): unknown[] {
    const storage = join(this.server.userData, "User/workspaceStorage");
    const paths = readdirSync(storage, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(`/${file}`))
      .map((name) => join(storage, name));
    const newest = paths.toSorted((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)[0];
    const text = newest === undefined ? "" : readFileSync(newest, "utf8");
    return text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));
  }

  async close(): Promise<void> {
    await this.workbench.close();
    await this.server.stop();
    await this.model.close();
    await this.browser.close();
  }
}
