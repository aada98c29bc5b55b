import type { RuleScope, ShownTool, ToolWish } from "../../../src/shared/messages/surface";
import type { View } from "../view";

/** What a person wants of a tool, for the scope that was chosen. */
export function change(view: View, row: ShownTool, wish: ToolWish): void {
  view.post({ kind: "setTool", name: row.name, wish, scope: scopeNow(view) });
}

export function switchTool(view: View, row: ShownTool, enabled: boolean): void {
  if (row.locks?.[scopeNow(view)]?.enabled) return;
  view.tool.value = row.name;
  change(view, row, { enabled });
}

/** The scope that was chosen, while it is there. */
function scopeNow(view: View): RuleScope {
  const { scopes } = view.store.parts.place.peek();
  const scope = view.scope.peek();
  return scopes.includes(scope) ? scope : "user";
}
