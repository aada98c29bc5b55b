import { type Signal, signal } from "@preact/signals";
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { ChatIntent, Completion } from "../../src/shared/messages/chat";
import { createImages, type Images } from "./images";
import type { Store } from "./store";

/** What every part of the chat may use. The view holds no rules: it draws the store and posts intents. */
export interface View {
  readonly store: Store;
  readonly post: (intent: ChatIntent) => void;
  /** The composer's text; kept by the host while the page is gone. */
  readonly draft: Signal<string>;
  /** The approval shown in the dock, when a person chose one. */
  readonly chosen: Signal<string | undefined>;
  /** Where the focus shall go next; a new object each time. */
  readonly wanted: Signal<FocusTarget | undefined>;
  /** What open cards ask the host for. */
  readonly images: Images;
  /** What may be written where the composer's cursor is; `id` is of the question. */
  readonly completions: Signal<{ readonly id: number; readonly items: readonly Completion[] }>;
  /** Spoken by screen readers. */
  readonly polite: Signal<string>;
  readonly urgent: Signal<string>;
}

export interface FocusTarget {
  readonly target: "composer" | "approval";
}

/**
 * Whoever has drawn a wish takes it before fulfilling it. False when another came since: an effect runs later than
 * its drawing, and a wish that nobody has drawn yet must not be lost.
 */
export function takeWish({ wanted }: View, wish: FocusTarget): boolean {
  if (wanted.peek() !== wish) return false;
  wanted.value = undefined;
  return true;
}

export function createView(store: Store, post: View["post"], draft: string): View {
  return {
    store,
    post,
    draft: signal(draft),
    chosen: signal(undefined),
    wanted: signal(undefined),
    images: createImages(post),
    completions: signal({ id: 0, items: [] }),
    polite: signal(""),
    urgent: signal(""),
  };
}

const Context = createContext<View | undefined>(undefined);

export const ViewProvider = Context.Provider;

export function useView(): View {
  const view = useContext(Context);
  if (!view) throw new Error("This part of the chat was drawn outside of it.");
  return view;
}
