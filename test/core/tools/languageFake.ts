import type { Language } from "../../../src/core/operations/ports";

/** An editor that knows nothing, but for what a test gives it. */
export function fakeLanguage(known: Partial<Language> = {}): Language {
  return {
    diagnostics: () => [],
    newDiagnostics: async () => [],
    allDiagnostics: () => [],
    symbols: async () => [],
    references: async () => [],
    renameEdits: async () => [],
    ...known,
  };
}
