import * as z from "zod/mini";
import { MODES } from "../modes";
import { Rule } from "../rules";
import type { ProfileRow, ServerRow, Snapshot, ToolRow } from "../surface";
import { type Explanation, MAX_COMMAND, type RulesView } from "./surfaceRules";

/** Bounds of what the host posts. A person's screen shows less of it at once. */
export const MAX_ROWS = 5_000;
export const MAX_ROW_TEXT = 300;
export const MAX_PROFILES = 200;
export const MAX_EFFECTIVE = 500;

export const SurfaceTab = z.enum(["request", "tools", "agents", "rules"]);
export type SurfaceTab = z.infer<typeof SurfaceTab>;

/** Where a switch is written: the user's settings, or this workspace's, which may only narrow. */
export const RuleScope = z.enum(["user", "workspace"]);
export type RuleScope = z.infer<typeof RuleScope>;

/** A hint is text that the model obeys, so only a person's own settings have any. */
export const HINT_SCOPE: RuleScope = "user";

/** What a person wants of one tool. A value that is the default takes the rule away. */
export const ToolWish = z.strictObject({
  enabled: z.optional(z.boolean()),
  subagentAllowed: z.optional(z.boolean()),
  workerRoutingStrategy: z.optional(z.enum(["auto", "force-local", "force-main-process-proxy", "force-disabled"])),
  promptHint: z.optional(z.string().check(z.maxLength(500))),
});
export type ToolWish = z.infer<typeof ToolWish>;

/** Why a switch can't be changed in a scope: a core tool, or a rule that stands in another place. */
export type SwitchLock = "core" | RuleScope | "elsewhere";
export type Switches = "enabled" | "subagentAllowed";
export type SwitchLocks = Readonly<Partial<Record<RuleScope, Readonly<Partial<Record<Switches, SwitchLock>>>>>>;

/** A row as the panel gets it: bounded, and with what its switches can do. */
export interface ShownTool extends ToolRow {
  readonly locks?: SwitchLocks;
}

/** `effective` holds what was selected, bounded; the rest is counted. */
export interface ShownProfile extends ProfileRow {
  readonly notSelected: number;
  readonly omitted: number;
}

/** What the panel draws, in the parts that an update may carry. */
export interface SurfaceView {
  /** Null before the first request. */
  readonly snapshot: Snapshot | null;
  readonly tools: { readonly rows: readonly ShownTool[]; readonly omitted: number };
  readonly servers: readonly ServerRow[];
  readonly profiles: readonly ShownProfile[];
  readonly rules: RulesView;
  readonly place: { readonly trusted: boolean; readonly hasFolder: boolean; readonly scopes: readonly RuleScope[] };
}
export type SurfacePart = keyof SurfaceView;

/** An agent profile as a person edits it. `tools`: null is the read-only set, `[]` is none. */
export const ProfileDraft = z.strictObject({
  name: z.string().check(z.maxLength(64)),
  description: z.string().check(z.maxLength(1_000)),
  tools: z.nullable(z.array(z.string().check(z.maxLength(256))).check(z.maxLength(MAX_ROWS))),
  /** Empty: the session's own. A workspace's profile can't name one. */
  model: z.string().check(z.maxLength(200)),
  mode: z.enum(["", ...MODES]),
  prompt: z.string().check(z.maxLength(200_000)),
});
export type ProfileDraft = z.infer<typeof ProfileDraft>;

/** Whose a profile is: the workspace's, or the person's own. */
export const ProfileSource = z.enum(["workspace", "home"]);
export type ProfileSource = z.infer<typeof ProfileSource>;

/** Why an intent was not done; worded by the view. */
export const Refusal = z.enum([
  "stale",
  "unknown",
  "locked",
  "untrusted",
  "no_folder",
  "exists",
  "changed_on_disk",
  "unsaved",
  "unwritable",
  "invalid",
  "invalid_rule",
  "rule_exists",
  "failed",
]);
export type Refusal = z.infer<typeof Refusal>;

export interface Problem {
  readonly line: number;
  readonly text: string;
}

/** What an intent is answered with, when the next projection alone does not say it. */
export type SurfaceAnswer =
  | { readonly type: "refused"; readonly intent: string; readonly why: Refusal; readonly problems: readonly Problem[] }
  /** A profile to edit. `base` names the text it was read from. */
  | {
      readonly type: "profile";
      readonly file: string;
      readonly base: string;
      readonly source: ProfileSource;
      readonly profile: ProfileDraft;
    }
  | { readonly type: "saved"; readonly file: string }
  /** A rule is in the user's settings, or no longer. */
  | { readonly type: "ruleChanged"; readonly change: "added" | "removed" }
  /** The answer to `explain` with this id; an older one is void. */
  | { readonly type: "explained"; readonly id: number; readonly explanation: Explanation };

/**
 * Host to panel. The whole state when the page asks, then the parts that changed, each post with the
 * next revision; a page that misses one asks again. At most one update each 100 ms.
 */
export type SurfaceMessage =
  | {
      readonly type: "state";
      readonly revision: number;
      readonly state: SurfaceView;
      readonly l10n: Readonly<Record<string, string>>;
      readonly locale: string;
    }
  | { readonly type: "update"; readonly revision: number; readonly parts: Partial<SurfaceView> }
  | { readonly type: "tab"; readonly tab: SurfaceTab }
  /** The state could not be made. */
  | { readonly type: "failed"; readonly message: string }
  | SurfaceAnswer;

const some = <T>() => z.custom<T>((value) => typeof value === "object" && value !== null);

/** Checked loosely on arrival in the view: its shape comes from our own host. */
export const SurfaceMessage = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("state"),
    revision: z.int(),
    state: some<SurfaceView>(),
    l10n: z.record(z.string(), z.string()),
    locale: z.string(),
  }),
  z.object({ type: z.literal("update"), revision: z.int(), parts: some<Partial<SurfaceView>>() }),
  z.object({ type: z.literal("tab"), tab: SurfaceTab }),
  z.object({ type: z.literal("failed"), message: z.string() }),
  z.object({ type: z.literal("refused"), intent: z.string(), why: Refusal, problems: z.array(some<Problem>()) }),
  z.object({
    type: z.literal("profile"),
    file: z.string(),
    base: z.string(),
    source: ProfileSource,
    profile: ProfileDraft,
  }),
  z.object({ type: z.literal("saved"), file: z.string() }),
  z.object({ type: z.literal("ruleChanged"), change: z.enum(["added", "removed"]) }),
  z.object({ type: z.literal("explained"), id: z.int(), explanation: some<Explanation>() }),
]);

const revision = z.int().check(z.nonnegative());
const name = z.string().check(z.maxLength(256));
const file = z.string().check(z.maxLength(1_000));

export const ServerAction = z.enum([
  "start",
  "restart",
  "stop",
  "signIn",
  "approve",
  "trust",
  "untrust",
  "enable",
  "disable",
]);
export type ServerAction = z.infer<typeof ServerAction>;

/** Panel to host: what a person wants, and the revision that was looked at. */
export const SurfaceIntent = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("ready") }),
  z.strictObject({ kind: z.literal("setTool"), revision, name, wish: ToolWish, scope: RuleScope }),
  z.strictObject({ kind: z.literal("server"), revision, name, action: ServerAction }),
  z.strictObject({ kind: z.literal("editProfile"), revision, file }),
  z.strictObject({ kind: z.literal("saveProfile"), revision, file, base: z.string(), profile: ProfileDraft }),
  z.strictObject({ kind: z.literal("newProfile"), revision, profile: ProfileDraft }),
  z.strictObject({ kind: z.literal("openFile"), revision, path: file, line: z.optional(z.int()) }),
  z.strictObject({ kind: z.literal("reload"), revision }),
  z.strictObject({ kind: z.literal("addRule"), revision, rule: Rule }),
  z.strictObject({ kind: z.literal("removeRule"), revision, rule: Rule }),
  /** What would happen to a command; with `rule` also in the settings. */
  z.strictObject({
    kind: z.literal("explain"),
    revision,
    id: z.int(),
    command: z.string().check(z.minLength(1), z.maxLength(MAX_COMMAND)),
    rule: z.optional(Rule),
  }),
  z.strictObject({
    kind: z.literal("command"),
    revision,
    command: z.enum(["showSurfaceJson", "manageServers", "manageTrust", "openFolder", "ruleSettings"]),
  }),
]);
export type SurfaceIntent = z.infer<typeof SurfaceIntent>;
/** What the host's other parts do; `ready` is the panel's own. */
export type SurfaceAct = Exclude<SurfaceIntent, { kind: "ready" }>;
