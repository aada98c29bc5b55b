import { ConfigurationTarget, commands, type Disposable, l10n, window, workspace } from "vscode";
import type { Log } from "../core/operations/ports";
import { readSettings, type SettingProblem, type Settings } from "./settings";

const SECTION = "gatehouse";

/** The settings as VS Code has them now. Each broken value is named to the user once. */
export class Configuration {
  readonly #told = new Set<string>();
  #current: Settings;

  constructor(private readonly log: Log) {
    this.#current = this.#read();
  }

  get current(): Settings {
    return this.#current;
  }

  onDidChange(listener: () => void): Disposable {
    return workspace.onDidChangeConfiguration((change) => {
      if (!change.affectsConfiguration(SECTION)) return;
      this.#current = this.#read();
      listener();
    });
  }

  /** For the user's own settings, never a workspace's. */
  async update(key: string, value: unknown): Promise<void> {
    await workspace.getConfiguration(SECTION).update(key, value, ConfigurationTarget.Global);
    this.#current = this.#read();
  }

  #read(): Settings {
    const configuration = workspace.getConfiguration(SECTION);
    const { settings, problems } = readSettings((key) => configuration.get(key));
    for (const problem of problems) this.#tell(problem);
    return settings;
  }

  #tell({ key, why }: SettingProblem): void {
    const line = `gatehouse.${key}: ${why}`;
    if (this.#told.has(line)) return;
    this.#told.add(line);
    this.log.warn(line);
    const open = l10n.t("Open Settings");
    const words = l10n.t(
      "The setting gatehouse.{0} has a value that can't be used; the stricter reading is in force.",
      key,
    );
    void window.showWarningMessage(words, open).then((pressed) => {
      if (pressed === open) void commands.executeCommand("workbench.action.openSettings", `${SECTION}.${key}`);
    });
  }
}
