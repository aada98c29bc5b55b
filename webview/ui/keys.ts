/** While an input method composes, its Enter and Escape belong to it. 229 is what some of them send instead. */
export const isComposing = (event: KeyboardEvent): boolean => event.isComposing || event.keyCode === 229;

/** VS Code's own listener on the window forwards every key of a webview: a handled one must stop here. */
export function handled(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}

const isMac = (): boolean => /Mac/.test(navigator.platform);

export const isCommandEnter = (event: KeyboardEvent): boolean =>
  event.key === "Enter" && !event.shiftKey && !event.altKey && (isMac() ? event.metaKey : event.ctrlKey);

export const commandEnterLabel = (): string => (isMac() ? "⌘⏎" : "Ctrl+Enter");
