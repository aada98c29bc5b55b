import { type Disposable, EventEmitter, l10n, window } from "vscode";
import { permitsEndpoint, permitsModel } from "../core/gate/policy";
import type { Policy } from "../core/gate/statutes";
import type { Model } from "../core/models/model";
import type { Clock } from "../core/operations/ports";
import { SETTINGS } from "../shared/contributions";
import type { ChatStatus } from "../shared/messages/chat";
import type { Configuration } from "./configuration";
import { plainLabel } from "./plainLabel";
import type { Keys } from "./secrets";
import type { Endpoint } from "./settings";

/** The id of the script that is built in. */
export const TOUR = "tour";

/** Which model is in use: what the setting names, or the tour for as long as this window takes it. */
export class Models implements Disposable {
  readonly #changed = new EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  /** What the setting said when this window took the tour: another choice ends it. */
  #touringFrom: string | undefined;
  #loaded: { readonly from: string; readonly model: Model } | undefined;

  constructor(
    private readonly configuration: Configuration,
    private readonly keys: Keys,
    private readonly clock: Clock,
    private readonly tourLabel: string,
    private readonly policy: () => Policy | undefined = () => undefined,
  ) {}

  /** What the chat shows: known from the settings alone, before any model code is loaded. */
  get chosen(): ChatStatus["model"] {
    const setting = this.configuration.current.model;
    const id = this.#touringFrom === setting ? TOUR : setting;
    if (id === TOUR) return { id, label: this.tourLabel, scripted: true };
    const found = this.#find(id);
    return found && { id, label: found.name, scripted: false };
  }

  /** The model for the next request; none until `load` has run once for it. */
  get current(): Model | undefined {
    return this.#loaded?.from === this.#identity() ? this.#loaded.model : undefined;
  }

  get endpoints(): readonly Endpoint[] {
    const policy = this.policy();
    return this.configuration.current.endpoints.filter(({ baseUrl }) => permitsEndpoint(policy, baseUrl));
  }

  /** Providers are loaded with their first use. */
  async load(): Promise<void> {
    const from = this.#identity();
    if (this.#loaded?.from === from) return;
    const model = await this.#make();
    this.#loaded = model && from === this.#identity() ? { from, model } : undefined;
  }

  /** Names that the endpoint lists itself, and those that its setting adds. */
  async namesAt(endpoint: Endpoint, signal: AbortSignal): Promise<readonly string[]> {
    const { listModels } = await import("../core/models/openai");
    const listed = await listModels(this.#access(endpoint), signal);
    const policy = this.policy();
    const all = new Set([...(endpoint.models ?? []), ...listed]);
    return [...all].filter((name) => permitsModel(policy, endpoint.baseUrl, name));
  }

  async choose(id: string): Promise<void> {
    this.#touringFrom = undefined;
    await this.configuration.update(SETTINGS.model, id);
    await this.refresh();
  }

  /** For this window only: the user's own choice stays in the settings. */
  async takeTour(): Promise<void> {
    this.#touringFrom = this.configuration.current.model;
    await this.refresh();
  }

  /** After a change of settings. */
  async refresh(): Promise<void> {
    await this.load();
    this.#changed.fire();
  }

  dispose(): void {
    this.#changed.dispose();
  }

  async #make(): Promise<Model | undefined> {
    const chosen = this.chosen;
    if (!chosen) return this.#sayBarred();
    if (chosen.scripted)
      return (await import("../core/models/tour")).createTour({ clock: this.clock, label: this.tourLabel });
    const found = this.#find(chosen.id);
    if (!found) return undefined;
    const { createOpenAiModel } = await import("../core/models/openai");
    const { body } = found.endpoint;
    const named = { id: chosen.id, label: chosen.label, model: found.name };
    return createOpenAiModel({
      ...this.#access(found.endpoint),
      ...named,
      clock: this.clock,
      ...(body ? { body } : {}),
    });
  }

  /** A model that is chosen and may not be used must not look like none. */
  #sayBarred(): undefined {
    const { model, endpoints } = this.configuration.current;
    const isConfigured = endpoints.some(({ name }) => model.startsWith(`${name}/`));
    if (!isConfigured) return undefined;
    const { broken } = this.policy() ?? {};
    const why = broken === undefined ? "" : ` ${plainLabel(broken, 400)}`;
    void window.showWarningMessage(
      l10n.t("The policy of this machine does not permit the model {0}.", plainLabel(model, 200)) + why,
    );
    return undefined;
  }

  /** How to reach it. The key is lent for each request, and comes from nowhere but the secret storage. */
  #access({ baseUrl, headers }: Endpoint) {
    return { baseUrl, key: () => this.keys.find(baseUrl), ...(headers ? { headers } : {}) };
  }

  /** "endpoint/model": model names may hold slashes of their own. */
  #find(id: string): { endpoint: Endpoint; name: string } | undefined {
    const slash = id.indexOf("/");
    const endpoint = this.endpoints.find(({ name }) => name === id.slice(0, slash));
    const name = id.slice(slash + 1);
    if (slash <= 0 || !endpoint || name === "") return undefined;
    return permitsModel(this.policy(), endpoint.baseUrl, name) ? { endpoint, name } : undefined;
  }

  /** Another text for another model, also when only its endpoint's settings changed. */
  #identity(): string {
    const chosen = this.chosen;
    return JSON.stringify([chosen?.id, chosen && this.#find(chosen.id)?.endpoint]);
  }
}
