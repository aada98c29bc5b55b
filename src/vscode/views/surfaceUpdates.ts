import type { SurfaceAct, SurfacePart, SurfaceView } from "../../shared/messages/surface";
import type { Timer } from "./deltas";

/** At most one update of the panel in this time. */
const BEAT_MS = 100;

export type SurfacePost =
  | { readonly type: "state"; readonly revision: number; readonly state: SurfaceView }
  | { readonly type: "update"; readonly revision: number; readonly parts: Partial<SurfaceView> };

/** What each changing intent was decided by: only a change of that makes it stale. */
const LOOKED_AT: Readonly<Record<SurfaceAct["kind"], readonly SurfacePart[]>> = {
  setTool: ["tools", "place"],
  server: ["servers", "place"],
  saveProfile: ["place"],
  newProfile: ["place"],
  // Found by what it says, in the settings as they are then.
  removeRule: [],
  addRule: [],
  explain: [],
  editProfile: [],
  openFile: [],
  reload: [],
  command: [],
};

/** Numbers what the panel is shown: the whole on request, then the parts that changed, at an easy pace. */
export class SurfaceUpdates {
  #revision = 0;
  #lastPost = Number.NEGATIVE_INFINITY;
  #cancel: (() => void) | undefined;
  /** Each part as it was posted, and with which revision. Empty while no page listens. */
  readonly #posted = new Map<SurfacePart, { readonly text: string; readonly revision: number }>();

  constructor(
    private readonly read: () => SurfaceView,
    private readonly post: (message: SurfacePost) => void,
    private readonly timer: Timer,
  ) {}

  /** A page has asked for all of it. */
  start(): void {
    this.#wait();
    const state = this.read();
    this.#revision++;
    for (const part of partsOf(state)) this.#posted.set(part, this.#now(state, part));
    this.#send({ type: "state", revision: this.#revision, state });
  }

  changed(): void {
    if (this.#posted.size === 0 || this.#cancel) return;
    const wait = Math.max(0, this.#lastPost + BEAT_MS - this.timer.now());
    this.#cancel = this.timer.after(wait, () => this.#flush());
  }

  /** No page listens any more. */
  stop(): void {
    this.#wait();
    this.#posted.clear();
  }

  /** What a person looked at is no longer so, whether it was posted already or not. */
  isStale({ kind, revision }: SurfaceAct): boolean {
    const parts = LOOKED_AT[kind];
    if (parts.length === 0) return false;
    const state = this.read();
    return parts.some((part) => {
      const posted = this.#posted.get(part);
      return !posted || posted.revision > revision || posted.text !== JSON.stringify(state[part]);
    });
  }

  #flush(): void {
    this.#wait();
    const state = this.read();
    const changed = partsOf(state).filter((part) => this.#posted.get(part)?.text !== JSON.stringify(state[part]));
    if (changed.length === 0) return;
    this.#revision++;
    for (const part of changed) this.#posted.set(part, this.#now(state, part));
    const parts: Partial<SurfaceView> = Object.fromEntries(changed.map((part) => [part, state[part]]));
    this.#send({ type: "update", revision: this.#revision, parts });
  }

  #now(state: SurfaceView, part: SurfacePart) {
    return { text: JSON.stringify(state[part]), revision: this.#revision };
  }

  #wait(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }

  #send(message: SurfacePost): void {
    this.#lastPost = this.timer.now();
    this.post(message);
  }
}

function partsOf(state: SurfaceView): readonly SurfacePart[] {
  return Object.keys(state) as SurfacePart[];
}
