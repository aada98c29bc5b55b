export type IconName =
  | "arrow-down"
  | "check"
  | "chevron-down"
  | "chevron-left"
  | "chevron-right"
  | "chevron-up"
  | "circle-large-outline"
  | "circle-outline"
  | "circle-slash"
  | "copy"
  | "debug-disconnect"
  | "debug-stop"
  | "error"
  | "eye"
  | "folder-opened"
  | "go-to-file"
  | "info"
  | "lightbulb"
  | "loading"
  | "lock"
  | "pass-filled"
  | "play"
  | "robot"
  | "send"
  | "shield"
  | "tasklist"
  | "terminal"
  | "tools"
  | "warning"
  | "book"
  | "beaker"
  | "history";

/** A codicon. Decoration only: the words beside it carry the meaning. */
export function Icon({ name, spin = false, class: extra = "" }: { name: IconName; spin?: boolean; class?: string }) {
  return <span class={`codicon codicon-${name}${spin ? " spin" : ""} ${extra}`} aria-hidden="true" />;
}
