export type IconName =
  | "account" | "add" | "arrow-down" | "arrow-up" | "check" | "chevron-down" | "chevron-left" | "chevron-right" | "chevron-up"
  | "circle-large-outline" | "circle-outline" | "circle-slash" | "close" | "copy" | "debug-disconnect" | "debug-pause"
  | "debug-stop" | "error" | "eye" | "folder-opened" | "go-to-file" | "info" | "key" | "lightbulb" | "loading" | "lock"
  | "pass-filled" | "play" | "question" | "refresh" | "robot" | "search" | "send" | "shield" | "sparkle" | "tasklist"
  | "terminal" | "tools" | "watch" | "warning" | "wrench" | "zap" | "book" | "beaker" | "history";

/** A codicon. Decoration only: the words beside it carry the meaning. */
export function Icon({ name, spin = false, class: extra = "" }: { name: IconName; spin?: boolean; class?: string }) {
  return <span class={`codicon codicon-${name}${spin ? " spin" : ""} ${extra}`} aria-hidden="true" />;
}
