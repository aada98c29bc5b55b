import type { Group } from "./figure";

/** Figures that need the real editor (`step.overhead_vscode`, `start.activate`): measured with `test/e2e/support`. */
export const VSCODE_FIGURES: readonly Group[] = [];
