import type { ChatIntent } from "../../src/shared/messages/chat";

interface VsCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

/** What outlives the page: VS Code throws the DOM away whenever the view is hidden. */
export interface SavedState {
  readonly draft: string;
}

/** The host of one kind of view: what it may be asked, and what it keeps of the page. */
export interface ViewHost<Intent, Saved> {
  post(intent: Intent): void;
  saved(): Saved;
  save(state: Saved): void;
}

export type Host = ViewHost<ChatIntent, SavedState>;

/** May be called once a page: VS Code hands its API out a single time. `readSaved` takes whatever an older page left. */
export function acquireViewHost<Intent, Saved>(readSaved: (state: unknown) => Saved): ViewHost<Intent, Saved> {
  const api = acquireVsCodeApi();
  return {
    post: (intent) => api.postMessage(intent),
    saved: () => readSaved(api.getState()),
    save: (state) => api.setState(state),
  };
}

export const acquireHost = (): Host => acquireViewHost(readSaved);

function readSaved(state: unknown): SavedState {
  if (typeof state === "object" && state !== null && "draft" in state && typeof state.draft === "string") {
    return { draft: state.draft };
  }
  return { draft: "" };
}
