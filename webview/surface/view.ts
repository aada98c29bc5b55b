import { type Signal, signal } from "@preact/signals";
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import {
  type Problem,
  ProfileDraft,
  ProfileSource,
  type Refusal,
  RuleScope,
  type SurfaceIntent,
  SurfaceTab,
} from "../../src/shared/messages/surface";
import type { Explanation } from "../../src/shared/messages/surfaceRules";
import { EMPTY_DRAFT, type RuleDraft } from "./rules/draft";
import type { Store } from "./store";

type Wish<Intent> = Intent extends { readonly revision: number } ? Omit<Intent, "revision"> : never;
/** An intent of which the view knows the revision. */
export type SurfaceWish = Wish<SurfaceIntent>;

/** A profile that is being edited: none of it is on the disk yet. */
export interface Edit {
  /** The file it came from; none for a new one. */
  readonly file?: string;
  /** Names the text that it was read from. */
  readonly base: string;
  readonly source: ProfileSource;
  readonly draft: ProfileDraft;
}

/** Why the last wish was not done. */
export interface Refused {
  readonly intent: string;
  readonly why: Refusal;
  readonly problems: readonly Problem[];
}

/** A command that was asked about, and what is known of it by now. */
export interface Asked {
  readonly id: number;
  readonly command: string;
  readonly explanation?: Explanation;
  readonly failed?: true;
}

/** What outlives the page. */
export interface Saved {
  readonly tab: SurfaceTab;
  readonly filter: string;
  readonly scope: RuleScope;
  readonly edit: Edit | undefined;
}

/** What every part of the panel may use. The view holds no rules: it draws the store and posts wishes. */
export interface View {
  readonly store: Store;
  readonly post: (wish: SurfaceWish) => void;
  readonly reload: () => void;
  readonly tab: Signal<SurfaceTab>;
  readonly filter: Signal<string>;
  /** Name of the tool, and file of the profile, whose details are shown. */
  readonly tool: Signal<string | undefined>;
  readonly profile: Signal<string | undefined>;
  readonly scope: Signal<RuleScope>;
  readonly edit: Signal<Edit | undefined>;
  /** The profile that was saved last: what it gets is news. */
  readonly savedFile: Signal<string | undefined>;
  readonly refused: Signal<Refused | undefined>;
  /** The rule that is being written. */
  readonly draft: Signal<RuleDraft>;
  /** The command in the field, and the one that was asked about. */
  readonly question: Signal<string>;
  readonly asked: Signal<Asked | undefined>;
  /** The rule that is being written counts in the answer. */
  readonly tryDraft: Signal<boolean>;
  /** Spoken by screen readers. */
  readonly polite: Signal<string>;
  readonly urgent: Signal<string>;
}

export function createView(store: Store, send: (intent: SurfaceIntent) => void, saved: Saved): View {
  const refused = signal<Refused | undefined>(undefined);
  return {
    store,
    post: (wish) => {
      refused.value = undefined;
      send({ ...wish, revision: Math.max(0, store.revision.peek()) });
    },
    reload: () => send({ kind: "ready" }),
    tab: signal(saved.tab),
    filter: signal(saved.filter),
    tool: signal(undefined),
    profile: signal(undefined),
    scope: signal(saved.scope),
    edit: signal(saved.edit),
    savedFile: signal(undefined),
    refused,
    draft: signal(EMPTY_DRAFT),
    question: signal(""),
    asked: signal(undefined),
    tryDraft: signal(false),
    polite: signal(""),
    urgent: signal(""),
  };
}

/** Part by part: what an older page left must not cost the rest. */
export function readSaved(state: unknown): Saved {
  const found: Record<string, unknown> = typeof state === "object" && state !== null ? { ...state } : {};
  const tab = SurfaceTab.safeParse(found["tab"]);
  const scope = RuleScope.safeParse(found["scope"]);
  return {
    tab: tab.success ? tab.data : "request",
    filter: typeof found["filter"] === "string" ? found["filter"] : "",
    scope: scope.success ? scope.data : "user",
    edit: readEdit(found["edit"]),
  };
}

function readEdit(value: unknown): Edit | undefined {
  if (typeof value !== "object" || value === null || !("draft" in value)) return undefined;
  const draft = ProfileDraft.safeParse(value.draft);
  if (!draft.success) return undefined;
  const base = "base" in value && typeof value.base === "string" ? value.base : "";
  const file = "file" in value && typeof value.file === "string" ? { file: value.file } : {};
  const source = ProfileSource.safeParse("source" in value ? value.source : undefined);
  return { ...file, base, source: source.success ? source.data : "workspace", draft: draft.data };
}

const Context = createContext<View | undefined>(undefined);

export const ViewProvider = Context.Provider;

export function useView(): View {
  const view = useContext(Context);
  if (!view) throw new Error("This part of the panel was drawn outside of it.");
  return view;
}
