import { effect } from "@preact/signals";
import { render } from "preact";
import type { SurfaceIntent } from "../../src/shared/messages/surface";
import { acquireViewHost, type ViewHost } from "../ui/host";
import { registerTextArea } from "../ui/textArea";
import { registerToolkit } from "../ui/toolkit";
import { announce, answered } from "./announce";
import { App } from "./app";
import { connect } from "./connection";
import { createStore } from "./store";
import { createView, readSaved, type Saved, type View } from "./view";
import "./surface.css";

/** The page: one store, fed by the host; one view, drawn from it. */
function start(host: ViewHost<SurfaceIntent, Saved>, root: HTMLElement): void {
  const store = createStore();
  const view = createView(store, host.post, host.saved());
  const receive = connect(store, view.reload, {
    changing: (parts) => announce(view, parts),
    tab: (tab) => {
      view.tab.value = tab;
    },
    answer: (answer) => answered(view, answer),
  });
  window.addEventListener("message", (event) => receive(event.data));
  keep(host, view);
  render(<App view={view} />, root);
  view.reload();
}

/** Saved a moment after the last change, and before the page goes: a half-written profile must not be lost. */
function keep(host: ViewHost<SurfaceIntent, Saved>, view: View): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const now = (): Saved => ({
    tab: view.tab.value,
    filter: view.filter.value,
    scope: view.scope.value,
    edit: view.edit.value,
  });
  const save = () => host.save(now());
  effect(() => {
    now();
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
  start(acquireViewHost(readSaved), root);
}
