import { type Disposable, EventEmitter, l10n, window, workspace } from "vscode";
import type { Log } from "../core/operations/ports";
import { type Governance, type GovernanceLayer, govern, readToolRules } from "../core/surface/governance";
import { SETTINGS } from "../shared/contributions";
import { plainLabel } from "./plainLabel";

const SECTION = "gatehouse";

/** What the settings say of single tools, scope by scope. The same value until one of them, or trust, changes. */
export class ToolGovernance implements Disposable {
  readonly #changed = new EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  readonly #told = new Set<string>();
  readonly #parts: Disposable[];
  #current: Governance | undefined;

  constructor(
    private readonly alwaysLoad: () => readonly string[],
    private readonly log: Log,
  ) {
    this.#parts = [
      this.#changed,
      workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration(`${SECTION}.tools`)) this.#forget();
      }),
      workspace.onDidGrantWorkspaceTrust(() => this.#forget()),
      workspace.onDidChangeWorkspaceFolders(() => this.#forget()),
    ];
  }

  get current(): Governance {
    this.#current ??= govern(this.#layers(), this.alwaysLoad());
    return this.#current;
  }

  dispose(): void {
    for (const part of this.#parts) part.dispose();
  }

  /** A workspace's rules are not read before it is trusted. */
  #layers(): GovernanceLayer[] {
    const found = workspace.getConfiguration(SECTION).inspect(SETTINGS.toolRules);
    const folders = workspace.isTrusted ? (workspace.workspaceFolders ?? []) : [];
    const folderValues = folders.map(
      ({ uri }) => workspace.getConfiguration(SECTION, uri).inspect(SETTINGS.toolRules)?.workspaceFolderValue,
    );
    return [
      this.#layer("user", found?.globalValue),
      ...(workspace.isTrusted ? [this.#layer("workspace", found?.workspaceValue)] : []),
      ...folderValues.map((value) => this.#layer("folder", value)),
    ];
  }

  #layer(source: GovernanceLayer["source"], value: unknown): GovernanceLayer {
    const { rules, problems } = readToolRules(value ?? {});
    for (const { key, why } of problems) this.#tell(`${source}: ${key}: ${why}`, key);
    return { source, tools: rules };
  }

  #tell(line: string, key: string): void {
    if (this.#told.has(line)) return;
    this.#told.add(line);
    this.log.warn(`gatehouse.${SETTINGS.toolRules}: ${line}`);
    void window.showWarningMessage(
      l10n.t(
        "The rule for the tool {0} in gatehouse.{1} can't be used; the stricter reading is in force.",
        plainLabel(key, 100),
        SETTINGS.toolRules,
      ),
    );
  }

  #forget(): void {
    this.#current = undefined;
    this.#changed.fire();
  }
}
