import { existsSync } from "node:fs";
import { beforeEach, expect, test, vi } from "vitest";
import type { SurfaceAct, SurfaceAnswer, SurfaceMessage } from "../../../src/shared/messages/surface";
import type { SurfaceState } from "../../../src/vscode/views/surfaceView";

/** A panel as VS Code gives it, with what a test may do to it. */
function fakePanel() {
  const listeners = {
    message: [] as ((data: unknown) => void)[],
    view: [] as (() => void)[],
    gone: [] as (() => void)[],
  };
  const posted: SurfaceMessage[] = [];
  const on =
    <T>(list: T[]) =>
    (listener: T) => {
      list.push(listener);
      return { dispose: () => list.splice(list.indexOf(listener), 1) };
    };
  const panel = {
    visible: true,
    revealed: 0,
    iconPath: {} as Record<string, string>,
    webview: {
      html: "",
      cspSource: "https://csp",
      asWebviewUri: (uri: unknown) => uri,
      onDidReceiveMessage: on(listeners.message),
      postMessage: async (message: SurfaceMessage) => posted.push(message),
    },
    onDidChangeViewState: on(listeners.view),
    onDidDispose: on(listeners.gone),
    reveal() {
      panel.revealed++;
    },
    dispose: () => listeners.gone.slice().map((listener) => listener()),
  };
  const say = (data: unknown) => listeners.message.slice().map((listener) => listener(data));
  const show = (visible: boolean) => {
    panel.visible = visible;
    listeners.view.slice().map((listener) => listener());
  };
  return { panel, posted, say, show };
}

const panels: ReturnType<typeof fakePanel>[] = [];

vi.mock("vscode", () => ({
  env: { language: "en" },
  l10n: { t: (words: string) => words, bundle: undefined },
  Uri: { joinPath: (base: string, ...parts: string[]) => [base, ...parts].join("/") },
  ViewColumn: { Active: -1 },
  ConfigurationTarget: {},
  workspace: {},
  window: {
    createWebviewPanel: () => {
      const made = fakePanel();
      panels.push(made);
      return made.panel;
    },
  },
}));

const { SurfacePanel } = await import("../../../src/vscode/views/surfacePanel");

const STATE: SurfaceState = {
  snapshot: undefined,
  tools: [],
  servers: [],
  profiles: [],
  rules: { problems: [], rules: [], omitted: 0, laws: [], policy: null },
  trusted: true,
  hasFolder: true,
  scopes: [{ scope: "user", rules: {} }],
};

function opened(act: (intent: SurfaceAct) => Promise<SurfaceAnswer | undefined> = async () => undefined) {
  const acts: SurfaceAct[] = [];
  const logged: string[] = [];
  const listeners = new Set<() => void>();
  let state: SurfaceState | undefined = STATE;
  const log = { warn: (words: string) => logged.push(words), error: (words: string) => logged.push(words) };
  const source = {
    state() {
      if (!state) throw new Error("The catalog broke.");
      return state;
    },
    onDidChange(listener: () => void) {
      listeners.add(listener);
      return { dispose: () => listeners.delete(listener) };
    },
    act: (intent: SurfaceAct) => {
      acts.push(intent);
      return act(intent);
    },
  };
  const panel = new SurfacePanel("ext" as never, source, log as never);
  panel.show();
  const set = (next: SurfaceState | undefined) => {
    state = next;
    for (const listener of listeners) listener();
  };
  return { panel, acts, logged, listeners, set, view: panels[0] as ReturnType<typeof fakePanel> };
}

beforeEach(() => void panels.splice(0));

const settled = () => new Promise((resolve) => setImmediate(resolve));
const types = (view: ReturnType<typeof fakePanel>) => view.posted.map(({ type }) => type);
const reload: SurfaceAct = { kind: "reload", revision: 1 };

test("there is one panel; asked for again it is brought to the front", () => {
  const { panel, view } = opened();
  panel.show();
  expect(panels).toHaveLength(1);
  expect(view.panel.revealed).toBe(1);
});

test("its tab has a picture for light and for dark themes, which the package holds", () => {
  const { iconPath } = opened().view.panel;
  expect(Object.keys(iconPath)).toEqual(["light", "dark"]);
  for (const path of Object.values(iconPath)) expect(existsSync(path.replace(/^ext\//, ""))).toBe(true);
});

test("its page has the same policy as the chat's, and its own script", () => {
  const { html } = opened().view.panel.webview;
  expect(html).toContain("default-src 'none'");
  expect(html).toContain("ext/dist/webview/surface.js");
});

test("posts nothing before the page asks, then the whole and the tab", () => {
  const { panel, view } = opened();
  panel.show("agents");
  expect(view.posted).toEqual([]);
  view.say({ kind: "ready" });
  expect(view.posted).toMatchObject([
    { type: "state", revision: 1, locale: "en" },
    { type: "tab", tab: "agents" },
  ]);
});

test("a hidden panel gets nothing, and the tab waits for its next page", () => {
  vi.useFakeTimers();
  const { panel, view, set } = opened();
  view.say({ kind: "ready" });
  view.show(false);
  set({ ...STATE, hasFolder: false });
  panel.show("tools");
  vi.advanceTimersByTime(500);
  expect(types(view)).toEqual(["state"]);
  view.show(true);
  view.say({ kind: "ready" });
  expect(types(view)).toEqual(["state", "state", "tab"]);
  vi.useRealTimers();
});

test("changes come as updates while it is seen", () => {
  vi.useFakeTimers();
  const { view, set } = opened();
  view.say({ kind: "ready" });
  set({ ...STATE, hasFolder: false });
  vi.advanceTimersByTime(200);
  expect(view.posted[1]).toMatchObject({ type: "update", revision: 2, parts: { place: { hasFolder: false } } });
  vi.useRealTimers();
});

test("what is no intent of ours is ignored and logged", async () => {
  const { view, acts, logged } = opened();
  for (const data of [undefined, "x", { kind: "rm" }, { kind: "reload" }, { ...reload, extra: 1 }]) view.say(data);
  await settled();
  expect(acts).toEqual([]);
  expect(logged).toHaveLength(5);
});

test("an intent is handed on, and its answer goes back", async () => {
  const answer: SurfaceAnswer = { type: "saved", file: "a.md" };
  const { view, acts } = opened(async () => answer);
  view.say({ kind: "ready" });
  view.say(reload);
  await settled();
  expect(acts).toEqual([reload]);
  expect(types(view)).toEqual(["state", "state", "saved"]);
});

test("a stale intent is refused and answered with what is so now", async () => {
  const { view, acts, set } = opened();
  view.say({ kind: "ready" });
  set({ ...STATE, servers: [{ name: "files" } as never] });
  view.say({ kind: "server", revision: 1, name: "files", action: "stop" });
  await settled();
  expect(acts).toEqual([]);
  expect(view.posted.slice(1)).toMatchObject([
    { type: "state", revision: 2, state: { servers: [{ name: "files" }] } },
    { type: "refused", intent: "server", why: "stale" },
  ]);
});

test("an intent that the state does not allow is refused", async () => {
  const { view, acts } = opened();
  view.say({ kind: "ready" });
  view.say({ kind: "server", revision: 1, name: "nope", action: "start" });
  await settled();
  expect(acts).toEqual([]);
  expect(view.posted.at(-1)).toMatchObject({ type: "refused", why: "unknown" });
});

test("an intent that fails says so and is logged", async () => {
  const { view, logged } = opened(() => Promise.reject(new Error("disk")));
  view.say({ kind: "ready" });
  view.say(reload);
  await settled();
  expect(view.posted.at(-1)).toMatchObject({ type: "refused", why: "failed" });
  expect(logged).toEqual(["The surface panel's wish reload failed."]);
});

test("a state that can't be made is said with its reason", () => {
  const { view, set } = opened();
  set(undefined);
  view.say({ kind: "ready" });
  expect(view.posted).toEqual([{ type: "failed", message: "The catalog broke." }]);
});

test("closed it lets go of everything, and can be opened again", () => {
  const { panel, view, listeners } = opened();
  view.panel.dispose();
  expect(panel.visible).toBe(false);
  expect(listeners.size).toBe(0);
  panel.show();
  expect(panels).toHaveLength(2);
});
