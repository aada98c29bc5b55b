import { l10n, type QuickPickItem, QuickPickItemKind, ThemeIcon, window } from "vscode";
import { ModelError } from "../../core/models/model";
import { SETTINGS } from "../../shared/contributions";
import type { Configuration } from "../configuration";
import { type Models, TOUR } from "../models";
import { type Keys, originOf } from "../secrets";
import type { Sessions } from "../sessions";
import { Endpoint } from "../settings";
import { mayLeave } from "./sessions";

interface Parts {
  readonly models: Models;
  readonly keys: Keys;
  readonly configuration: Configuration;
  readonly sessions: Sessions;
  readonly show: () => Promise<void>;
}

type Item = QuickPickItem & { readonly act?: () => Promise<void> };

/** Choosing a model, and the keys of endpoints. */
export function modelCommands(parts: Parts) {
  return {
    selectModel: () => selectModel(parts),
    async takeTour() {
      await parts.show();
      if (!(await mayLeave(parts.sessions))) return;
      await parts.sessions.startNew();
      await parts.models.takeTour();
      await parts.sessions.send(l10n.t("Show me around."));
    },
    async setKey() {
      const endpoint = await pickEndpoint(parts, l10n.t("Set the key of which endpoint?"));
      if (endpoint) await askKey(parts.keys, endpoint);
    },
    async forgetKey() {
      const endpoint = await pickEndpoint(parts, l10n.t("Forget the key of which endpoint?"));
      if (!endpoint) return;
      await parts.keys.forget(endpoint.baseUrl);
      void window.showInformationMessage(l10n.t("The key for {0} is forgotten.", originOf(endpoint.baseUrl)));
    },
  };
}

/** The list grows while endpoints answer; one that does not answer says why and stays usable. */
async function selectModel(parts: Parts): Promise<void> {
  const picker = window.createQuickPick<Item>();
  const abort = new AbortController();
  const found = new Map<string, readonly Item[]>(
    parts.models.endpoints.map((each) => [each.name, configured(parts, each)]),
  );
  const draw = () => {
    picker.items = [
      ...[...found].flatMap(([name, items]) => [separator(name), ...items]),
      separator(""),
      ...fixed(parts),
    ];
  };
  picker.title = l10n.t("Model");
  picker.placeholder = l10n.t("Choose a model");
  picker.matchOnDescription = true;
  draw();
  picker.busy = found.size > 0;
  const asked = parts.models.endpoints.map(async (endpoint) => {
    found.set(endpoint.name, await listed(parts, endpoint, abort.signal));
    draw();
  });
  void Promise.all(asked).then(() => {
    picker.busy = false;
  });
  const chosen = await new Promise<Item | undefined>((resolve) => {
    picker.onDidAccept(() => resolve(picker.activeItems[0]));
    picker.onDidHide(() => resolve(undefined));
    picker.show();
  });
  abort.abort();
  picker.dispose();
  await chosen?.act?.();
}

async function listed(parts: Parts, endpoint: Endpoint, signal: AbortSignal): Promise<readonly Item[]> {
  try {
    const names = await parts.models.namesAt(endpoint, signal);
    return names.map((name) => modelItem(parts, endpoint, name));
  } catch (error) {
    const failed: Item = {
      label: l10n.t("The list of models could not be read"),
      detail: whyOf(error),
      alwaysShow: true,
      iconPath: new ThemeIcon("warning"),
      act: async () => {
        if (await askKey(parts.keys, endpoint)) await selectModel(parts);
      },
    };
    return [...configured(parts, endpoint), typed(parts, endpoint), failed];
  }
}

function whyOf(error: unknown): string {
  if (error instanceof ModelError) return l10n.t(error.said.text, ...(error.said.args ?? [])).trim();
  return error instanceof Error ? error.message : String(error);
}

function configured(parts: Parts, endpoint: Endpoint): Item[] {
  return (endpoint.models ?? []).map((name) => modelItem(parts, endpoint, name));
}

function modelItem({ models }: Parts, endpoint: Endpoint, name: string): Item {
  const id = `${endpoint.name}/${name}`;
  const here = models.chosen?.id === id ? { description: l10n.t("current") } : {};
  return { label: name, ...here, act: () => models.choose(id) };
}

function typed({ models }: Parts, endpoint: Endpoint): Item {
  return {
    label: l10n.t("Type a model's name…"),
    iconPath: new ThemeIcon("edit"),
    act: async () => {
      const name = await window.showInputBox({ prompt: l10n.t("The model's name, as {0} knows it", endpoint.name) });
      if (name?.trim()) await models.choose(`${endpoint.name}/${name.trim()}`);
    },
  };
}

function fixed(parts: Parts): Item[] {
  const tour = { label: l10n.t("Tour"), detail: l10n.t("A built-in script, not a model: no key, no network.") };
  return [
    { ...tour, iconPath: new ThemeIcon("compass"), act: () => parts.models.choose(TOUR) },
    { label: l10n.t("Add an endpoint…"), iconPath: new ThemeIcon("add"), act: () => addEndpoint(parts) },
    ...(parts.models.endpoints.length > 0 ? [setKeyItem(parts)] : []),
  ];
}

function setKeyItem(parts: Parts): Item {
  return {
    label: l10n.t("Set an endpoint's key…"),
    iconPath: new ThemeIcon("key"),
    act: async () => {
      const endpoint = await pickEndpoint(parts, l10n.t("Set the key of which endpoint?"));
      if (endpoint && (await askKey(parts.keys, endpoint))) await selectModel(parts);
    },
  };
}

const separator = (label: string): Item => ({ label, kind: QuickPickItemKind.Separator });

/** Where people most often have a model; the last leaves it to them. */
const KNOWN: readonly { readonly name: string; readonly baseUrl: string }[] = [
  { name: "openai", baseUrl: "https://api.openai.com/v1" },
  { name: "deepseek", baseUrl: "https://api.deepseek.com/v1" },
  { name: "openrouter", baseUrl: "https://openrouter.ai/api/v1" },
  { name: "ollama", baseUrl: "http://localhost:11434/v1" },
  { name: "lm-studio", baseUrl: "http://localhost:1234/v1" },
];

async function addEndpoint(parts: Parts): Promise<void> {
  const endpoint = await describeEndpoint(parts.models.endpoints);
  if (!endpoint) return;
  await parts.configuration.update(SETTINGS.endpoints, [...parts.models.endpoints, endpoint]);
  const isLocal = /^(localhost|127\.|\[::1\])/.test(new URL(endpoint.baseUrl).host);
  if (!isLocal) await askKey(parts.keys, endpoint);
  await selectModel(parts);
}

async function describeEndpoint(known: readonly Endpoint[]): Promise<Endpoint | undefined> {
  const other = { label: l10n.t("Another OpenAI-compatible endpoint…"), preset: undefined };
  const presets = KNOWN.map((preset) => ({ label: preset.name, description: preset.baseUrl, preset }));
  const chosen = await window.showQuickPick([...presets, other], { title: l10n.t("Add an endpoint") });
  if (!chosen) return undefined;
  const baseUrl = chosen.preset?.baseUrl ?? (await askBaseUrl());
  if (!baseUrl) return undefined;
  const wish = chosen.preset?.name ?? new URL(baseUrl).hostname;
  return { name: freeName(wish, known), baseUrl };
}

function askBaseUrl(): Thenable<string | undefined> {
  return window.showInputBox({
    prompt: l10n.t("The base URL, with its version path"),
    placeHolder: "https://api.example.com/v1",
    ignoreFocusOut: true,
    validateInput: (text) =>
      Endpoint.safeParse({ name: "x", baseUrl: text.trim() }).success
        ? undefined
        : l10n.t("This must be an http or https URL."),
  });
}

function freeName(wish: string, known: readonly Endpoint[]): string {
  const taken = new Set(known.map(({ name }) => name));
  for (let count = 1; ; count++) {
    const name = count === 1 ? wish : `${wish}-${count}`;
    if (!taken.has(name)) return name;
  }
}

async function pickEndpoint({ models }: Parts, title: string): Promise<Endpoint | undefined> {
  const { endpoints } = models;
  if (endpoints.length === 0)
    void window.showInformationMessage(l10n.t("There is no endpoint yet. Add one with Select Model."));
  if (endpoints.length <= 1) return endpoints[0];
  const items = endpoints.map((endpoint) => ({ label: endpoint.name, description: endpoint.baseUrl, endpoint }));
  return (await window.showQuickPick(items, { title }))?.endpoint;
}

/** True when a key was entered. It says where the key will go, and nowhere else. */
async function askKey(keys: Keys, { baseUrl }: Endpoint): Promise<boolean> {
  const origin = originOf(baseUrl);
  const prompt = l10n.t("It is kept in VS Code's secret storage and only sent to {0}.", origin);
  const title = l10n.t("API key for {0}", origin);
  const key = await window.showInputBox({ title, prompt, password: true, ignoreFocusOut: true });
  if (!key?.trim()) return false;
  await keys.set(baseUrl, key.trim());
  return true;
}
