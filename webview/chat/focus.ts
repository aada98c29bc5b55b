import type { View } from "./view";

type Where = "none" | "list" | "composer" | "approval";

/**
 * Tells the host where the focus is, for its `when` clauses: VS Code's own context keys never match
 * inside a webview view. Only changes are told.
 */
export function watchFocus(root: HTMLElement, view: View): void {
  let told: Where = "none";
  const tell = (where: Where) => {
    if (where === told) return;
    told = where;
    view.post({ kind: "focus", where });
  };
  const here = () => tell(document.hasFocus() ? whereIs(document.activeElement) : "none");
  window.addEventListener("blur", () => tell("none"));
  window.addEventListener("focus", () => {
    here();
    focusOnEntry(view);
  });
  root.addEventListener("focusin", here);
  root.addEventListener("focusout", () => setTimeout(here));
}

function whereIs(element: Element | null): Where {
  if (element?.closest(".approval")) return "approval";
  return element?.closest(".composer") ? "composer" : "list";
}

/** VS Code gives the focus to the page but to no element of it; a pointer chooses its own. */
function focusOnEntry(view: View): void {
  let pointed = false;
  const note = () => {
    pointed = true;
  };
  window.addEventListener("pointerdown", note, { once: true });
  setTimeout(() => {
    window.removeEventListener("pointerdown", note);
    const nowhere = document.activeElement === null || document.activeElement === document.body;
    if (nowhere && !pointed && view.wanted.peek() === undefined) view.wanted.value = { target: "composer" };
  }, 50);
}
