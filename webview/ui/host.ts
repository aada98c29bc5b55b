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

export interface Host {
  post(intent: ChatIntent): void;
  saved(): SavedState;
  save(state: SavedState): void;
}

/** May be called once a page: VS Code hands its API out a single time. */
export function acquireHost(): Host {
  const api = acquireVsCodeApi();
  return {
    post: (intent) => api.postMessage(intent),
    saved: () => readSaved(api.getState()),
    save: (state) => api.setState(state),
  };
}

function readSaved(state: unknown): SavedState {
  if (typeof state === "object" && state !== null && "draft" in state && typeof state.draft === "string") {
    return { draft: state.draft };
  }
  return { draft: "" };
}
