import { batch, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { SurfacePart, SurfaceView } from "../../src/shared/messages/surface";

/** What the panel shows: one signal a part, so that a server's news does not draw the tools anew. */
export interface Store {
  readonly parts: { readonly [Part in SurfacePart]: ReadonlySignal<SurfaceView[Part]> };
  /** Of the latest post; -1 before the first. */
  readonly revision: ReadonlySignal<number>;
  /** Why the host could not say what is so. */
  readonly fault: Signal<string | undefined>;
  load(state: SurfaceView, revision: number): void;
  /** False after a missed post: then nothing is known for sure. */
  update(parts: Partial<SurfaceView>, revision: number): boolean;
}

const NOTHING: SurfaceView = {
  snapshot: null,
  tools: { rows: [], omitted: 0 },
  servers: [],
  profiles: [],
  rules: { problems: [], rules: [], omitted: 0, laws: "loading", policy: null },
  place: { trusted: true, hasFolder: true, scopes: ["user"] },
};

export function createStore(): Store {
  const revision = signal(-1);
  const fault = signal<string | undefined>(undefined);
  const parts = {
    snapshot: signal(NOTHING.snapshot),
    tools: signal(NOTHING.tools),
    servers: signal(NOTHING.servers),
    profiles: signal(NOTHING.profiles),
    rules: signal(NOTHING.rules),
    place: signal(NOTHING.place),
  };
  const put = (changed: Partial<SurfaceView>, at: number) =>
    batch(() => {
      for (const part of Object.keys(parts) as SurfacePart[]) {
        if (changed[part] !== undefined) (parts[part] as Signal<unknown>).value = changed[part];
      }
      revision.value = at;
      fault.value = undefined;
    });
  return {
    parts,
    revision,
    fault,
    load: (state, at) => put(state, at),
    update(changed, at) {
      const follows = revision.peek() >= 0 && at === revision.peek() + 1;
      if (follows) put(changed, at);
      return follows;
    },
  };
}
