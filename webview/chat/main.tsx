import { effect } from "@preact/signals";
import { render } from "preact";
import { registerChoices } from "../ui/choices";
import { acquireHost, type Host } from "../ui/host";
import { registerTextArea } from "../ui/textArea";
import { registerToolkit } from "../ui/toolkit";
import { announce } from "./announce";
import { App } from "./app";
import { connect } from "./connection";
import { watchFocus } from "./focus";
import { loadHighlighter } from "./highlighter";
import { createStore } from "./store";
import { createView, type View } from "./view";
import "./chat.css";

/** The page: one store, fed by the host; one view, drawn from it. */
function start(host: Host, root: HTMLElement): void {
  const store = createStore();
  const view = createView(store, host.post, host.saved().draft);
  const receive = connect(store, host.post, {
    changing: (ops) => announce(view, ops),
    focus: (target, id) => {
      if (target === "approval") view.chosen.value = id ?? view.chosen.peek();
      view.wanted.value = { target };
    },
    completions: (id, items) => {
      // The host may find the older one's later, and must not take the newer one's away.
      if (id > view.completions.peek().id) view.completions.value = { id, items };
    },
    image: (message) => view.images.arrived(message),
    draft: (text) => {
      view.draft.value = text;
      view.wanted.value = { target: "composer" };
    },
  });
  window.addEventListener("message", (event) => receive(event.data));
  keepDraft(host, view);
  watchFocus(root, view);
  render(<App view={view} />, root);
  host.post({ kind: "ready" });
  requestAnimationFrame(() => setTimeout(loadHighlighter));
}

/** Saved a moment after the last key, and before the page goes: its DOM is lost each time it is hidden. */
function keepDraft(host: Host, view: View): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const save = () => host.save({ draft: view.draft.peek() });
  effect(() => {
    void view.draft.value;
    clearTimeout(timer);
    timer = setTimeout(save, 150);
  });
  window.addEventListener("pagehide", save);
  window.addEventListener("blur", save);
}

const root = document.getElementById("root");
if (root) {
  registerToolkit();
  registerTextArea();
  registerChoices();
  start(acquireHost(), root);
}
