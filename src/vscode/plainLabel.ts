import { visible } from "../shared/visible";

/**
 * A foreign text for a label, a pick or a notification, of at most `max` characters: those draw `$(icon)` and
 * `[links](…)`, and nothing that somebody else wrote may become one.
 */
export function plainLabel(text: string, max = 300): string {
  return visible(text, "").replaceAll("$(", "$ (").replaceAll("](", "] (").slice(0, max);
}
