import { type Diagnostic as CodeDiagnostic, DiagnosticSeverity, languages, type Uri, workspace } from "vscode";
import type { Diagnostic, Language } from "../core/operations/ports";
import { isInside } from "../node/paths";
import { referencesTo, renameEdits, symbolsIn, symbolsNamed } from "./languageProviders";
import { pathOf, uriOf } from "./places";

/** Language servers tell in bursts: what stays unchanged for this long is taken as their answer. */
const QUIET_MS = 250;

/** A file that no editor shows has seldom a language server looking at it. */
const CLOSED_MS = 300;

/** The code as the editor knows it, by absolute real path. */
export function createLanguage(): Language {
  return {
    diagnostics: (path) => read(path, languages.getDiagnostics(uriOf(path))),
    async newDiagnostics(path, before, ms, signal) {
      const uri = uriOf(path).toString();
      const isOpen = workspace.textDocuments.some((document) => document.uri.toString() === uri);
      await quiet(uri, isOpen ? ms : Math.min(ms, CLOSED_MS), signal);
      return added(before, read(path, languages.getDiagnostics(uriOf(path))));
    },
    allDiagnostics(below) {
      return languages.getDiagnostics().flatMap(([uri, found]) => {
        const path = found.length > 0 ? pathOf(uri) : undefined;
        if (path === undefined || (below !== undefined && !isBelow(path, below, uri))) return [];
        return read(path, found);
      });
    },
    symbols: (where, limit) => ("path" in where ? symbolsIn(where.path, limit) : symbolsNamed(where.query, limit)),
    references: referencesTo,
    renameEdits,
  };
}

/** Paths on no disk have slashes everywhere. */
function isBelow(path: string, folder: string, { scheme }: Uri): boolean {
  return scheme === "file" ? isInside(path, folder) : isInside(path, folder, "/");
}

/** Lines move when text above them changes, so the words tell which is which; two alike count twice. */
export function added(before: readonly Diagnostic[], after: readonly Diagnostic[]): Diagnostic[] {
  const known = before.map(identity);
  return after.filter((each) => {
    const place = known.indexOf(identity(each));
    if (place >= 0) known.splice(place, 1);
    return place < 0;
  });
}

function identity({ severity, message, source }: Diagnostic): string {
  return JSON.stringify([severity, message, source]);
}

function read(path: string, found: readonly CodeDiagnostic[]): Diagnostic[] {
  return found.flatMap((each) => plain(path, each));
}

function plain(path: string, { severity, range, message, source }: CodeDiagnostic): Diagnostic[] {
  if (severity !== DiagnosticSeverity.Error && severity !== DiagnosticSeverity.Warning) return [];
  const word = severity === DiagnosticSeverity.Error ? "error" : "warning";
  return [{ path, line: range.start.line + 1, severity: word, message, ...(source ? { source } : {}) }];
}

/** Waits until diagnostics of the file came and then stood still; at most `ms`. */
function quiet(uri: string, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    let calm: NodeJS.Timeout | undefined;
    const end = () => {
      clearTimeout(calm);
      clearTimeout(latest);
      changes.dispose();
      signal.removeEventListener("abort", end);
      resolve();
    };
    const changes = languages.onDidChangeDiagnostics(({ uris }) => {
      if (!uris.some((changed) => changed.toString() === uri)) return;
      clearTimeout(calm);
      calm = setTimeout(end, QUIET_MS);
    });
    const latest = setTimeout(end, ms);
    signal.addEventListener("abort", end, { once: true });
  });
}
