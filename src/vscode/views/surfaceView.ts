import {
  HINT_SCOPE,
  MAX_EFFECTIVE,
  MAX_PROFILES,
  MAX_ROW_TEXT,
  MAX_ROWS,
  type Refusal,
  type ShownProfile,
  type ShownTool,
  type SurfaceAct,
  type SurfaceView,
  type Switches,
} from "../../shared/messages/surface";
import type { RulesView } from "../../shared/messages/surfaceRules";
import { isSameRule } from "../../shared/rules";
import type { ProfileRow, ServerRow, Snapshot, ToolRow } from "../../shared/surface";
import { locksOf, type ScopeRules } from "../toolRules";

/** All that the panel is about, as the engine and the settings say it. */
export interface SurfaceState {
  /** Of the latest prepared request; none before the first. */
  readonly snapshot: Snapshot | undefined;
  readonly tools: readonly ToolRow[];
  readonly servers: readonly ServerRow[];
  readonly profiles: readonly ProfileRow[];
  /** Bounded where it is made. */
  readonly rules: RulesView;
  readonly trusted: boolean;
  readonly hasFolder: boolean;
  /** `scopeRules` of `toolRules.ts`. */
  readonly scopes: readonly ScopeRules[];
}

/** What the panel draws of it: bounded. */
export function surfaceView(state: SurfaceState): SurfaceView {
  const { tools, scopes, trusted, hasFolder } = state;
  return {
    snapshot: state.snapshot ?? null,
    tools: {
      rows: tools.slice(0, MAX_ROWS).map((row) => shownTool(row, scopes)),
      omitted: Math.max(0, tools.length - MAX_ROWS),
    },
    servers: state.servers,
    profiles: state.profiles.slice(0, MAX_PROFILES).map(shownProfile),
    rules: state.rules,
    place: { trusted, hasFolder, scopes: scopes.map(({ scope }) => scope) },
  };
}

function shownTool(row: ToolRow, scopes: readonly ScopeRules[]): ShownTool {
  const locks = locksOf(row, scopes);
  const { title, description, promptHint } = row;
  const texts = { title: short(title), description: short(description), promptHint: promptHint.slice(0, 500) };
  return { ...row, ...texts, ...(locks ? { locks } : {}) };
}

/** Tools that it did not select are a number: there may be thousands. */
function shownProfile(row: ProfileRow): ShownProfile {
  const selected = row.effective.filter(({ state }) => state !== "not-selected");
  return {
    ...row,
    description: short(row.description),
    effective: selected.slice(0, MAX_EFFECTIVE),
    notSelected: row.effective.length - selected.length,
    omitted: Math.max(0, selected.length - MAX_EFFECTIVE),
  };
}

const short = (text: string): string => (text.length > MAX_ROW_TEXT ? `${text.slice(0, MAX_ROW_TEXT - 1)}…` : text);

/** Why an intent can't be done on this state, whatever the page let a person press. */
export function refusalOf(intent: SurfaceAct, state: SurfaceState): Refusal | undefined {
  switch (intent.kind) {
    case "setTool":
      return toolRefusal(intent, state);
    case "server":
      return state.servers.some(({ name }) => name === intent.name) ? undefined : "unknown";
    case "editProfile":
      return isListed(intent.file, state) ? undefined : "unknown";
    case "saveProfile":
      return placeRefusal(state) ?? (isListed(intent.file, state) ? undefined : "unknown");
    case "newProfile":
      return placeRefusal(state);
    case "removeRule":
      return ruleRefusal(intent, state);
    case "addRule":
    case "explain":
    case "openFile":
    case "reload":
    case "command":
      return undefined;
    default:
      return intent satisfies never;
  }
}

function toolRefusal(intent: Extract<SurfaceAct, { kind: "setTool" }>, state: SurfaceState): Refusal | undefined {
  const row = state.tools.find(({ name }) => name === intent.name);
  if (!row) return "unknown";
  if (!state.scopes.some(({ scope }) => scope === intent.scope)) return state.trusted ? "no_folder" : "untrusted";
  if (intent.wish.promptHint !== undefined && intent.scope !== HINT_SCOPE) return "locked";
  const locks = locksOf(row, state.scopes)?.[intent.scope] ?? {};
  const isLocked = (key: Switches) => locks[key] !== undefined && intent.wish[key] !== undefined;
  return isLocked("enabled") || isLocked("subagentAllowed") ? "locked" : undefined;
}

/** What a person can remove is what the page lists as theirs. */
function ruleRefusal({ rule }: Extract<SurfaceAct, { kind: "removeRule" }>, { rules }: SurfaceState) {
  const same = rules.rules.filter((each) => !each.unread && isSameRule(each.rule, rule));
  if (same.length === 0) return "unknown";
  return same.some(({ source }) => source === "user") ? undefined : "locked";
}

function placeRefusal({ trusted, hasFolder }: SurfaceState): Refusal | undefined {
  if (!trusted) return "untrusted";
  return hasFolder ? undefined : "no_folder";
}

const isListed = (file: string, { profiles }: SurfaceState): boolean => profiles.some((row) => row.file === file);
